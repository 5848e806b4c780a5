// The lines of the trace around a step.

import { placeOf, stepNow, stepOf, view, writtenAt } from "./data.js";
import { byId, make } from "./elements.js";

const AROUND = 3;
const LONG = 160; // characters

export function showLines() {
  const { own, faults, steps } = view.shown;
  const step = stepNow();
  const place = placeOf(step.line);
  const last = view.guessing ? placeOf(writtenAt(view.at).line) : place + AROUND;
  const items = [];
  for (let near = Math.max(0, place - AROUND); near <= Math.min(last, place + AROUND, own.length - 1); near += 1) {
    const line = own[near];
    const { text } = stepOf(line);
    const current = line === step.line;
    const number = make("span", { textContent: line });
    const item = make("li", { class: `${text.length > LONG ? "long" : ""} ${current ? "now" : ""}` }, number, make("span", { textContent: (faults.has(line) ? "⚠ " : "") + text }));
    if (current) item.setAttribute("aria-current", "true");
    items.push(item);
  }
  byId("lines").replaceChildren(...items);
  const where = step.kind === "start" ? "before the first line" : `${step.kind === "return" ? "back at " : ""}line ${step.line}`;
  byId("place").textContent = `Step ${view.at} of ${steps.length - 1}, ${where}.`;
}
