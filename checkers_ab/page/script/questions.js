// The questions of guess mode: which there are before a step, and how they are put.

import { data, nameOf, stepOf, valueText, view } from "./data.js";
import { fill, narrowing, said } from "./sentences.js";

const [ASK_WINDOW, ASK_CUT, ASK_H] = [1, 2, 4]; // of `asks`
const CUTS = 2; // the next move of a position is cut
const MOST_CHOICES = 9; // there are as many keys

/** How much is asked: the name that the reader chooses, and whether a kind of question belongs to it. */
export const AMOUNTS = {
  stake: { name: "where something is at stake", has: (kind, atStake) => atStake },
  cuts: { name: "only about cuts", has: (kind, atStake) => atStake && (kind === "cut" || kind === "setter") },
  all: { name: "at each value and each move", has: () => true },
};

/** The kinds of questions before the step after one. */
export function kindsAt(index, amount) {
  const [step, next] = [view.shown.steps[index], view.shown.steps[index + 1]];
  const kinds = [];
  if (!next) return kinds;
  const add = (kind, atStake) => AMOUNTS[amount].has(kind, atStake) && kinds.push(kind);
  if (step.next) add("cut", Boolean(step.asks & ASK_CUT));
  if (next.choices.length) add("setter", true);
  if (next.kind === "leaf" || next.kind === "return") add(next.asks & ASK_H ? "h" : "window", Boolean(next.asks & (ASK_WINDOW | ASK_H)));
  if (next.kind === "answer" && next.move && firstMoves().length > 1) add("move", true);
  return kinds;
}

/** The lines of the first moves, if there are not too many to choose from. */
function firstMoves() {
  const lines = (view.shown.children.get(0) || []).filter((line) => stepOf(line).kind !== "prune");
  return lines.length <= MOST_CHOICES ? lines : [];
}

export function countQuestions(amount) {
  return view.shown.steps.reduce((sum, step, index) => sum + kindsAt(index, amount).length, 0);
}

/** A phrase of guess mode about a step. */
export const phrase = (name, step) => fill(data.questions[name][step.side === "max" ? 0 : 1], step);

const ASKED = {
  cut: (step, next) => ({
    text: phrase("ask-cut", step),
    choices: [phrase("cuts", step), phrase("goes-on", step)],
    right: step.next === CUTS ? 0 : 1,
    why: step.next === CUTS ? said(next) : phrase("open", step),
  }),
  setter: (step, next) => ({
    text: phrase("ask-setter", next),
    choices: next.choices.map((line) => nameOf(stepOf(line))),
    lines: next.choices,
    right: next.choices.indexOf(next.window[next.side === "max" ? 3 : 2]),
    why: said(next),
  }),
  window: (step, next) => ({
    text: `${said(next)} ${phrase("ask-window", next)}`,
    choices: ["alpha", "beta", "stay"].map((name) => phrase(name, next)),
    right: next.before ? (next.side === "max" ? 0 : 1) : 2,
    why: narrowing(next),
  }),
  h: (step, next) => {
    const first = Number(valueText(next.value)) - (next.line % 3);
    return { text: phrase("ask-h", next), choices: [0, 1, 2].map((more) => `h=${first + more}`), right: next.line % 3, why: `${next.made_up} ${narrowing(next)}` };
  },
  move: (step, next) => ({
    text: phrase("ask-move", next),
    choices: firstMoves().map((line) => stepOf(line).move),
    lines: firstMoves(),
    right: firstMoves().indexOf(view.shown.best[0]),
    why: said(next),
  }),
};

/** The questions before the step after one. */
export function questionsAt(index, amount) {
  const [step, next] = [view.shown.steps[index], view.shown.steps[index + 1]];
  return kindsAt(index, amount).map((kind) => ({ kind, key: `${index} ${kind}`, step, next, ...ASKED[kind](step, next) }));
}
