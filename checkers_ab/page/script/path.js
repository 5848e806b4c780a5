// The path to a step: its moves, the windows of its positions, and the moves that set the bounds of a cut.

import { moveOf, stepOf, view } from "./data.js";

/** The lines of the moves from the root to one of them. */
export function wayTo(line) {
  const way = [];
  for (let step = stepOf(line); step; step = stepOf(step.under)) way.unshift(step.line);
  return way;
}

/** The line of the move that led to the position a step is about; 0 for the root. */
export const positionOf = (step) => (step.kind === "visit" ? step.line : step.kind === "answer" ? 0 : step.under);

/** The lines of the path that is drawn: at the end, that of the best line. */
export function pathOf(step) {
  if (step.kind === "answer") return view.shown.best;
  return wayTo(["prune", "text"].includes(step.kind) ? step.under : moveOf(step));
}

/** The last step about a position so far: it has the window there now. */
export function lastAbout(line) {
  const known = view.shown.about.get(line) || [];
  for (let place = known.length - 1; place >= 0; place -= 1) if (known[place].index <= view.at) return known[place];
  return line ? stepOf(line) : view.shown.steps[0];
}

/** Who moves in a position: max or min. */
export function sideAt(line) {
  const [first] = view.shown.children.get(line) || [];
  if (first && stepOf(first).side) return stepOf(first).side;
  return line && stepOf(line).side === "max" ? "min" : "max";
}

/** The end of the window at which a side is cut, and its own. */
export const LIMIT = { max: 1, min: 0 };
export const ENDS = ["alpha", "beta"];

/** The lines that set the two ends of a window which has closed, by line; empty while it is open or asked about. */
export function litLines(step) {
  const lit = new Map();
  if (!step.closed || !step.side || view.asking || view.guessing && step.kind !== "prune") return lit;
  const limit = LIMIT[step.side];
  for (const end of [1 - limit, limit]) if (step.window[2 + end]) lit.set(step.window[2 + end], { end: ENDS[end], limits: end === limit });
  return lit;
}
