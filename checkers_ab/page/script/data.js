// The data of the page, and the case that is shown with its indexes. docs/explorer.md describes it.

export let data = null;

export function setData(found) {
  data = found;
}

/** What the reader looks at. */
export const view = {
  shown: null, // the case
  at: 0, // the step
  guessing: false,
  amount: "stake", // how much is asked
  asking: null, // the question that waits for a guess
  finding: null, // opened by hand
  keep: () => {}, // called when a step has been shown for a moment
};

const SIDES = ["max", "min"];

/** The rows of a table of steps, with texts for their places. */
function stepsOf(table) {
  const names = Object.keys(table);
  return table.kind.map((kind, index) => {
    const step = {};
    for (const name of names) step[name] = table[name][index];
    step.index = index;
    step.kind = data.kinds[kind];
    step.side = SIDES[step.side];
    for (const name of ["label", "move", "made_up"]) step[name] = data.texts[step[name]];
    return step;
  });
}

function listed(map, key, item) {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(item);
}

/** A case with its steps, and with indexes by line. */
export function indexed(found, place) {
  const known = { ...found, place, steps: stepsOf(found.steps), own: [], rows: new Map(), indexOf: new Map(), children: new Map(), about: new Map(), valueAt: new Map(), faults: new Map() };
  known.steps.forEach((step, index) => {
    if (step.kind === "return" || step.kind === "leaf") known.valueAt.set(step.line, index);
    if (["return", "leaf", "prune"].includes(step.kind)) listed(known.about, step.under, step);
    if (step.kind !== "return" && step.kind !== "start") {
      known.indexOf.set(step.line, index);
      if (known.own.at(-1) !== step.line) known.own.push(step.line);
      if (step.kind !== "answer") listed(known.children, step.under, step.line);
    }
    if (!step.row || !step.row.length) return; // the line of a table on which a position is shown again
    const [line, text] = step.row;
    known.rows.set(line, { index, text });
    known.indexOf.set(line, index);
    known.own.push(line);
  });
  for (const finding of found.findings || []) listed(known.faults, finding.line, finding);
  known.bestLines = new Set(found.best);
  return known;
}

export const stepNow = () => view.shown.steps[view.at];
export const stepOf = (line) => view.shown.steps[view.shown.indexOf.get(line)];

/** The lines that a step has in the log. A value that came back has one only in a table; else that of its move counts. */
export function linesOf(step) {
  const row = (step.row || []).slice(0, 1);
  return row.length && ["return", "start"].includes(step.kind) ? row : [step.line, ...row];
}

/** The name of the log: a trace, or a table. */
export const logName = () => data.log || "trace";

/** The move that a step is about, by its line; 0 for none. */
export const moveOf = (step) => (step.kind === "answer" ? view.shown.best[0] || 0 : step.line);

/** A move with its label. */
export const nameOf = (step) => step.label + step.move;

export const valueText = (place) => view.shown.values[place][0];

const SIGNS = ["=", "≥", "≤"];

/** A value that came back, as a value or as a bound. */
export const worth = (step) => `${SIGNS[step.bound]} ${valueText(step.value)}`;

/** True at the last step: only then the best line is known. */
export const isDone = () => view.at === view.shown.steps.length - 1;

/** The place of the last line at or before this one among the lines of the case; -1 before the first. */
export function placeOf(line) {
  const { own } = view.shown;
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (own[middle] <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The trace line that was written last when a step is shown, and how many steps ago. */
export function writtenAt(index) {
  const { steps } = view.shown;
  let ago = 0;
  while (steps[index - ago].kind === "return") ago += 1;
  return { line: steps[index - ago].line, ago };
}
