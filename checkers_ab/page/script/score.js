// The score of guess mode, and how many questions there are.

import { isDone, view } from "./data.js";
import { byId, make } from "./elements.js";
import { AMOUNTS, countQuestions } from "./questions.js";

export const score = { right: 0, asked: 0, skipped: 0 };

export function showScore() {
  const skipped = score.skipped ? `, ${score.skipped} skipped` : "";
  byId("score").hidden = !view.guessing;
  byId("score").textContent = `Score: ${score.right} of ${score.asked} right${skipped}.${isDone() ? " That is the end." : ""}`;
}

/** Begins to count anew, and lists how much can be asked. */
export function clearScore() {
  Object.assign(score, { right: 0, asked: 0, skipped: 0 });
  byId("amount-choice").hidden = !view.guessing;
  const options = Object.entries(AMOUNTS).map(([value, { name }]) => make("option", { value, textContent: `${name} (${countQuestions(value)})` }));
  byId("amount").replaceChildren(...options);
  byId("amount").value = view.amount;
  showScore();
}
