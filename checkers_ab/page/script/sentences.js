// Sentences come with the data, worded: only moves, values and lines are filled in here. Lines are links.

import { data, nameOf, stepNow, stepOf, valueText, view } from "./data.js";
import { byId, make } from "./elements.js";
import { LIMIT } from "./path.js";

const before = (step, end) => valueText(step.before ? step.before[end] : step.window[end]);
const limitLine = (step) => step.window[2 + LIMIT[step.side]];

/** What stands in the holes of a phrase; a number is that of a line. */
const FILLING = {
  move: (step) => step.move,
  value: (step) => valueText(step.value),
  line: (step) => step.line,
  count: (step) => step.count.toLocaleString("en"),
  plies_up: (step) => String(step.ply - stepOf(limitLine(step)).ply),
  alpha: (step) => valueText(step.window[0]),
  beta: (step) => valueText(step.window[1]),
  alpha_before: (step) => before(step, 0),
  beta_before: (step) => before(step, 1),
  alpha_line: (step) => step.window[2],
  beta_line: (step) => step.window[3],
  alpha_move: (step) => nameOf(stepOf(step.window[2])),
  beta_move: (step) => nameOf(stepOf(step.window[3])),
};

export const lineLink = (line, text = `line ${line}`) => make("a", { href: `#line=${line}`, textContent: text });

/** A phrase about a step, as text and links: its parts are text and the names of holes, in turn. */
function filled(phrase, step) {
  const parts = data.phrases[phrase].map((part, place) => (place % 2 ? FILLING[part](step) : part));
  return parts.map((part) => (typeof part === "number" ? lineLink(part) : part));
}

/** The same as text. */
export const fill = (phrase, step) => filled(phrase, step).map((part) => part.textContent ?? part).join("");

export const said = (step) => step.said.map((phrase) => fill(phrase, step)).join(" ");

export const narrowing = (step) => fill(step.narrowing, step);

/** Shows what a step says, and when the next move would cut; a reader who guesses is not told what comes. */
export function showSentences() {
  const step = stepNow();
  const phrases = [...step.said, step.narrowing, view.guessing ? 0 : step.closing].filter(Boolean);
  byId("sentence").replaceChildren(...phrases.flatMap((phrase, place) => [...(place ? [" "] : []), ...filled(phrase, step)]));
  byId("condition").textContent = fill((view.guessing && step.limit) || step.condition, step);
}
