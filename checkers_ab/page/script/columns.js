// The tree around the path as columns, one a ply: what stands in each of their boxes.

import { data, isDone, nameOf, stepOf, valueText, view, worth } from "./data.js";
import { plural } from "./elements.js";
import { litLines, pathOf, sideAt } from "./path.js";

const MOST_BOXES = 16; // of a column; what is farther from the path is counted
const NEAR = 6;

/** The boxes of a move: a cut group is one, but before it is cut its moves are like all others. */
function boxesOf(line) {
  const { indexOf, valueAt, steps, faults } = view.shown;
  const step = stepOf(line);
  const isLater = indexOf.get(line) > view.at;
  const box = { line, under: step.under, name: step.move, about: nameOf(step), worth: "", fault: faults.has(line) };
  if (step.kind !== "prune") {
    const value = valueAt.get(line) <= view.at ? steps[valueAt.get(line)] : null;
    const kind = isLater ? "later" : step.kind === "text" ? "text" : value ? "done" : "open";
    return [{ ...box, kind, worth: value ? worth(value) : "" }];
  }
  const cut = `${plural(step.count, "move")} cut`;
  if (!isLater) return [{ ...box, kind: "cut", name: cut, about: cut }];
  const names = step.cut.map((place) => data.texts[place]);
  if (names.length < step.count) names.push(`${step.count - names.length} more`);
  return names.map((name) => ({ ...box, kind: "later", name, about: step.label + name, fault: false }));
}

/** Few enough boxes: those around the path, the lit ones, and counts for the others. */
function shortened(boxes) {
  if (boxes.length <= MOST_BOXES) return boxes;
  const middle = Math.max(0, boxes.findIndex((box) => box.onPath || box.current));
  const first = Math.max(0, Math.min(middle - NEAR, boxes.length - 2 * NEAR));
  const short = [];
  boxes.forEach((box, place) => {
    const last = short[short.length - 1];
    if (box.setter || (place >= first && place < first + 2 * NEAR)) short.push(box);
    else if (last && last.kind === "gap") last.count += 1;
    else short.push({ kind: "gap", count: 1, worth: "" });
  });
  for (const box of short) if (box.kind === "gap") box.name = `… ${plural(box.count, "move")}`;
  return short;
}

/** The columns along the path to a step. */
export function columnsAt(step) {
  const path = pathOf(step);
  const lit = litLines(step);
  const best = isDone() ? view.shown.bestLines : new Set();
  const columns = [];
  for (const [place, line] of [0, ...path].entries()) {
    const moves = view.shown.children.get(line);
    if (!moves) break;
    const boxes = moves.flatMap(boxesOf);
    for (const box of boxes) {
      box.onPath = box.line === path[place] && box.kind !== "cut";
      box.current = box.line === step.line && box.kind !== "later";
      box.setter = box.kind === "later" ? undefined : lit.get(box.line);
      box.best = best.has(box.line);
    }
    columns.push({ line, ply: place + 1, side: sideAt(line), window: windowInto(line), boxes: shortened(boxes) });
  }
  return columns;
}

/** The window with which a position began. */
function windowInto(line) {
  const { window } = line ? stepOf(line) : view.shown.steps[0];
  return `[${valueText(window[0])}, ${valueText(window[1])}]`;
}

/** The number of boxes of the tallest column of a case. */
export function tallest() {
  let most = 1;
  for (const moves of view.shown.children.values()) {
    const count = moves.reduce((sum, line) => sum + Math.max(1, stepOf(line).cut.length), 0);
    most = Math.max(most, count);
  }
  return Math.min(most, MOST_BOXES);
}
