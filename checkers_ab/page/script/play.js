// The next step, by hand or by itself.

import { view } from "./data.js";
import { byId } from "./elements.js";
import { askNext } from "./guess.js";
import { show } from "./steps.js";

let playing = null;

export function stepOn() {
  if (view.asking || view.at === view.shown.steps.length - 1) return;
  view.finding = null;
  if (askNext()) {
    pause();
    return;
  }
  byId("feedback").hidden = true;
  show(view.at + 1);
}

export function pause() {
  clearInterval(playing);
  playing = null;
  byId("play").setAttribute("aria-pressed", "false");
}

export function playOrPause() {
  if (playing) {
    pause();
    return;
  }
  playing = setInterval(stepOn, 1000 / byId("speed").value);
  byId("play").setAttribute("aria-pressed", "true");
  stepOn();
}

export function setSpeed() {
  byId("speed-shown").textContent = `${byId("speed").value} a second`;
  if (playing) {
    clearInterval(playing);
    playing = setInterval(stepOn, 1000 / byId("speed").value);
  }
}
