// Guess mode: questions before a value is taken in, and before a cut.

import { data, stepNow, view } from "./data.js";
import { byId, make } from "./elements.js";
import { fill, narrowing, said } from "./sentences.js";
import { show } from "./steps.js";

let pending = []; // questions before the next step
let answered = new Set();
let score = { right: 0, asked: 0 };

const CUTS = 2; // the next move of a position is cut
const [CHOICE_ALPHA, CHOICE_BETA, CHOICE_STAY] = [0, 1, 2];

export const isAsking = () => pending.length > 0;

/** A phrase of guess mode about a step. */
const phrase = (name, step) => fill(data.questions[name][step.side === "max" ? 0 : 1], step);

function cutQuestion(index, step, next) {
  return {
    key: `${index} cut`,
    text: phrase("ask-cut", step),
    choices: [phrase("cuts", step), phrase("goes-on", step)],
    right: step.next === CUTS ? 0 : 1,
    why: step.next === CUTS ? said(next) : phrase("open", step),
  };
}

function valueQuestion(index, next) {
  const moved = next.side === "max" ? CHOICE_ALPHA : CHOICE_BETA;
  return {
    key: `${index} value`,
    text: `${said(next)} ${phrase("ask-window", next)}`,
    choices: ["alpha", "beta", "stay"].map((name) => phrase(name, next)),
    right: next.before ? moved : CHOICE_STAY,
    why: narrowing(next),
  };
}

function questionsAt(index) {
  const [step, next] = [view.shown.steps[index], view.shown.steps[index + 1]];
  const questions = [];
  if (step.next) questions.push(cutQuestion(index, step, next));
  if (next && (next.kind === "leaf" || next.kind === "return")) questions.push(valueQuestion(index, next));
  return questions.filter((question) => !answered.has(question.key));
}

/** Asks what there is to ask before the next step; false if that is nothing. */
export function askNext() {
  pending = view.guessing ? questionsAt(view.at) : [];
  if (pending.length) ask();
  return pending.length > 0;
}

function ask() {
  const [question] = pending;
  byId("question").hidden = false;
  byId("asked").textContent = question.text;
  byId("choices").replaceChildren(...question.choices.map((choice, place) => {
    const button = make("button", { type: "button" }, choice, make("kbd", { textContent: place + 1 }));
    button.addEventListener("click", () => guess(place));
    return button;
  }));
  byId("asked").focus();
}

export function guess(choice) {
  const [question] = pending;
  if (!question || choice >= question.choices.length) return;
  pending.shift();
  const right = choice === question.right;
  answered.add(question.key);
  score.asked += 1;
  score.right += right ? 1 : 0;
  const feedback = byId("feedback");
  feedback.hidden = false;
  feedback.className = `feedback ${right ? "right" : "wrong"}`;
  feedback.textContent = `${right ? "✓ Right" : "✗ Wrong"}: ${question.choices[question.right].toLowerCase()}. ${question.why}`;
  showScore();
  if (pending.length) ask();
  else {
    dropQuestions();
    show(view.at + 1);
  }
}

export function dropQuestions() {
  const had = !byId("question").hidden;
  pending = [];
  byId("question").hidden = true;
  if (had) byId("step").focus();
}

export function showScore() {
  const end = stepNow() && view.at === view.shown.steps.length - 1;
  byId("score").hidden = !view.guessing;
  byId("score").textContent = `Score: ${score.right} of ${score.asked} right.${end ? " That is the end." : ""}`;
}

export function restartScore() {
  answered = new Set();
  score = { right: 0, asked: 0 };
  pending = [];
  byId("question").hidden = byId("feedback").hidden = true;
  showScore();
}
