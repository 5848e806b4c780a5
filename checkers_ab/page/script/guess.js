// Guess mode: asks, and hides meanwhile what is asked.

import { view } from "./data.js";
import { byId, make } from "./elements.js";
import { showPicture } from "./pictures.js";
import { kindsAt, phrase, questionsAt } from "./questions.js";
import { clearScore, score, showScore } from "./score.js";
import { show } from "./steps.js";

let pending = []; // questions before the next step
let settled = new Set(); // those that were answered or skipped

/** Asks what there is to ask before the next step; false if that is nothing. */
export function askNext() {
  pending = view.guessing ? questionsAt(view.at, view.amount).filter(({ key }) => !settled.has(key)) : [];
  if (pending.length) ask();
  return pending.length > 0;
}

function ask() {
  const [question] = pending;
  view.asking = question;
  document.body.classList.add("asking");
  byId("question").hidden = false;
  byId("asked").textContent = question.text;
  if (question.kind === "h" || question.kind === "window") showPicture(question.next, question.kind !== "h");
  const buttons = question.choices.map((choice, place) => {
    const button = make("button", { type: "button" }, choice, make("kbd", { textContent: place + 1 }));
    button.addEventListener("click", () => guess(place));
    return button;
  });
  const skip = make("button", { type: "button", class: "skip" }, "Skip", make("kbd", { textContent: "s" }));
  skip.addEventListener("click", skipQuestion);
  byId("choices").replaceChildren(...buttons, skip);
  byId("asked").focus();
}

/** Takes a box of the tree that was clicked as a guess; false if it can't be one. */
export function guessBox(box) {
  const { kind, lines, step } = view.asking || {};
  if (lines && lines.includes(box.line)) guess(lines.indexOf(box.line));
  else if (kind === "cut" && box.kind === "later" && box.under === step.under) guess(0);
  else if (kind === "cut" && box.kind === "later") guess(-1, phrase("elsewhere", step));
  else return false;
  return true;
}

export function guess(choice, remark = "") {
  const question = view.asking;
  if (!question || choice >= question.choices.length) return;
  const right = choice === question.right;
  score.asked += 1;
  score.right += right ? 1 : 0;
  settle(right ? "right" : "wrong", right ? "✓ Right" : "✗ Wrong", remark);
}

export function skipQuestion() {
  if (!view.asking) return;
  score.skipped += 1;
  settle("skipped", "Skipped", "");
}

function settle(kind, verdict, remark) {
  const question = pending.shift();
  settled.add(question.key);
  const answer = question.choices[question.right];
  tell(kind, `${verdict}: ${question.lines ? answer : answer[0].toLowerCase() + answer.slice(1)}. ${remark ? `${remark} ` : ""}${question.why}`);
  showScore();
  if (pending.length) ask();
  else {
    dropQuestions();
    show(view.at + 1);
  }
}

function tell(kind, text) {
  byId("feedback").hidden = false;
  byId("feedback").className = `feedback ${kind}`;
  byId("feedback").textContent = text;
}

/** The reader goes to another step: the questions on the way there are skipped, and that is said. */
export function passQuestions(index) {
  byId("feedback").hidden = true;
  const passed = pending.map(({ key }) => key);
  if (view.guessing) for (let at = view.at; at < index; at += 1) passed.push(...kindsAt(at, view.amount).map((kind) => `${at} ${kind}`));
  const fresh = new Set(passed.filter((key) => !settled.has(key)));
  fresh.forEach((key) => settled.add(key));
  score.skipped += fresh.size;
  dropQuestions();
  if (fresh.size) tell("skipped", `Skipped: ${fresh.size === 1 ? "a question" : `${fresh.size} questions`}.`);
}

function dropQuestions() {
  const had = view.asking;
  pending = [];
  view.asking = null;
  document.body.classList.remove("asking");
  byId("question").hidden = true;
  if (had) byId("step").focus();
}

/** Begins to ask and to count anew. */
export function restartScore() {
  settled = new Set();
  dropQuestions();
  byId("feedback").hidden = true;
  clearScore();
}
