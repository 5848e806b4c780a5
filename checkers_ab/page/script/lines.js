// The lines of the trace around a step, and at a cut those that set the bounds.

import { linesOf, placeOf, stepNow, stepOf, view, writtenAt } from "./data.js";
import { byId, make } from "./elements.js";
import { litLines } from "./path.js";
import { lineLink } from "./sentences.js";

const AROUND = 3;
const LONG = 160; // characters

function drawLine(line, step, lit) {
  const { index, text } = view.shown.rows.get(line) || stepOf(line);
  const current = linesOf(step).includes(line);
  const setter = lit.get(line);
  const words = make("span", { textContent: (view.shown.faults.has(line) ? "⚠ " : "") + text });
  const isLater = index > view.at;
  const classes = [isLater ? "later" : "", text.length > LONG ? "long" : "", current ? "now" : "", setter ? "lit" : "", setter && setter.limits ? "limits" : ""];
  const item = make("li", { class: classes.join(" ").trim() }, make("span", {}, lineLink(line, String(line))), words);
  if (setter) item.append(make("b", { class: "set-by", textContent: `set ${setter.end}` }));
  if (current) item.setAttribute("aria-current", "true");
  return item;
}

export function showLines() {
  const { own, steps } = view.shown;
  const step = stepNow();
  const place = placeOf(linesOf(step)[0]);
  const last = view.guessing ? Math.max(placeOf(writtenAt(view.at).line), place) : place + AROUND;
  const lit = litLines(step);
  const near = own.slice(Math.max(0, place - AROUND), Math.max(0, Math.min(last, place + AROUND) + 1));
  const far = [...lit.keys()].filter((line) => line < near[0]).sort((one, other) => one - other);
  const items = far.map((line) => drawLine(line, step, lit));
  if (far.length) items.push(make("li", { class: "gap-line", textContent: "⋮", "aria-hidden": "true" }));
  byId("lines").replaceChildren(...items, ...near.map((line) => drawLine(line, step, lit)));
  const where = step.kind === "start" ? "before the first line" : `${step.kind === "return" ? "back at " : ""}line ${step.line}`;
  byId("place").textContent = `Step ${view.at} of ${steps.length - 1}, ${where}.`;
}
