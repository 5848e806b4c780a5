// Sentences come with the data, worded: only moves, values and lines are filled in here.

import { data, nameOf, stepNow, stepOf, valueText, view } from "./data.js";
import { byId } from "./elements.js";

const before = (step, end) => valueText(step.before ? step.before[end] : step.window[end]);

/** What stands in the holes of a phrase. */
const FILLING = {
  move: (step) => step.move,
  value: (step) => valueText(step.value),
  line: (step) => `line ${step.line}`,
  count: (step) => step.count.toLocaleString("en"),
  alpha: (step) => valueText(step.window[0]),
  beta: (step) => valueText(step.window[1]),
  alpha_before: (step) => before(step, 0),
  beta_before: (step) => before(step, 1),
  alpha_line: (step) => `line ${step.window[2]}`,
  beta_line: (step) => `line ${step.window[3]}`,
  alpha_move: (step) => nameOf(stepOf(step.window[2])),
  beta_move: (step) => nameOf(stepOf(step.window[3])),
};

/** A phrase about a step: its parts are text and the names of holes, in turn. */
export function fill(phrase, step) {
  return data.phrases[phrase].map((part, place) => (place % 2 ? FILLING[part](step) : part)).join("");
}

export const said = (step) => step.said.map((phrase) => fill(phrase, step)).join(" ");

export const narrowing = (step) => fill(step.narrowing, step);

export const spellWindow = (step) => `alpha=${FILLING.alpha(step)}, beta=${FILLING.beta(step)}`;

/** Shows what a step says, and when the next move would cut; a reader who guesses is not told what comes. */
export function showSentences() {
  const step = stepNow();
  const sentences = [said(step), narrowing(step), view.guessing ? "" : fill(step.closing, step)];
  byId("sentence").textContent = sentences.filter(Boolean).join(" ");
  byId("condition").textContent = fill((view.guessing && step.limit) || step.condition, step);
}
