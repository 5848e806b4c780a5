// What the reader does: buttons, keys, the address; and the start of it all.

import { data, view } from "./data.js";
import { byId, make } from "./elements.js";
import { askNext, guess, isAsking, restartScore } from "./guess.js";
import { followAddress, goToLine, leap, openCase, openFirst, show } from "./steps.js";
import { drawTree } from "./tree.js";

let playing = null;

function stepOn() {
  if (isAsking() || view.at === view.shown.steps.length - 1) return;
  view.finding = null;
  if (askNext()) {
    pause();
    return;
  }
  byId("feedback").hidden = true;
  show(view.at + 1);
}

function nextCut() {
  const found = view.shown.steps.findIndex((step, index) => index > view.at && step.kind === "prune");
  if (found > 0) leap(found);
  else byId("condition").textContent = "There is no further cut.";
}

export function pause() {
  clearInterval(playing);
  playing = null;
  byId("play").setAttribute("aria-pressed", "false");
}

function playOrPause() {
  if (playing) {
    pause();
    return;
  }
  playing = setInterval(stepOn, 1000 / byId("speed").value);
  byId("play").setAttribute("aria-pressed", "true");
  stepOn();
}

function setSpeed() {
  byId("speed-shown").textContent = `${byId("speed").value} a second`;
  if (playing) {
    clearInterval(playing);
    playing = setInterval(stepOn, 1000 / byId("speed").value);
  }
}

function switchGuessing() {
  view.guessing = !view.guessing;
  document.body.classList.toggle("guessing", view.guessing);
  byId("guess").setAttribute("aria-pressed", String(view.guessing));
  restartScore();
  drawTree();
  show(view.at);
}

function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

const ACTIONS = {
  first: () => leap(0),
  back: () => leap(view.at - 1),
  step: stepOn,
  cut: nextCut,
  answer: () => leap(view.shown.steps.length - 1),
  play: playOrPause,
  guess: switchGuessing,
  theme: switchTheme,
};
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "step", c: "cut", End: "answer", p: "play", g: "guess", d: "theme" };

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || (event.target instanceof Element && event.target.closest("input, select"))) return;
  if (event.key === "l") {
    byId("line").focus();
    byId("line").select();
  } else if (isAsking() && /^[1-3]$/.test(event.key)) guess(Number(event.key) - 1);
  else if (KEYS[event.key]) ACTIONS[KEYS[event.key]]();
  else return;
  event.preventDefault();
}

for (const [id, action] of Object.entries(ACTIONS)) byId(id).addEventListener("click", action);
byId("speed").addEventListener("input", setSpeed);
byId("jump").addEventListener("submit", (event) => {
  event.preventDefault();
  if (byId("line").value) goToLine(Number(byId("line").value));
});
byId("case").addEventListener("change", () => {
  openCase(Number(byId("case").value));
  openFirst();
});
document.addEventListener("keydown", pressed);
window.addEventListener("hashchange", followAddress);

byId("case-choice").hidden = data.cases.length < 2;
byId("case").replaceChildren(...data.cases.map((found, place) => make("option", { value: place, textContent: found.label })));
setSpeed();
openCase(0);
if (!followAddress()) openFirst();
