// Exercises: one by its number, its questions, and its marks.

import { byId, make, plural } from "./elements.js";
import { request } from "./judge.js";
import { change, chosen } from "./setup.js";
import { run } from "./results.js";
import { busily, listOptions, showMode, takeGame } from "./task.js";
import { choose1, pictureElement } from "./words.js";

let taken = null; // the exercise, and what it was asked for by

const exerciseFields = () => ({
  game: byId("exercise-game").value,
  number: byId("exercise-number").value,
  seed: Number(byId("exercise-seed").value),
  wants: byId("exercise-wants").value,
});

export const answersGiven = () => Object.fromEntries([...byId("questions").querySelectorAll("[name]")].map((field) => [field.name, field.value]));

/** What the exercise was asked for by; null if none is taken. */
export const takenFields = () => taken && taken.fields;

function drawQuestion([name, text]) {
  const id = `answer-to-${name}`;
  const field = name === "trace" ? make("textarea", { id, name, rows: 8, wrap: "off", spellcheck: false }) : make("input", { id, name, autocomplete: "off", spellcheck: false });
  field.setAttribute("aria-describedby", `feedback-on-${name}`);
  field.addEventListener("input", () => chosen.changed());
  return make("li", {}, make("label", { htmlFor: id, textContent: text }), field, make("p", { id: `feedback-on-${name}`, class: "words" }));
}

/** Lists the games, if they are not listed yet. */
export async function listExercises() {
  if (!byId("exercise-game").length) listOptions("exercise-game", (await request("exercises")).games);
}

/** Takes the exercise that the fields name. */
export async function takeExercise() {
  const fields = exerciseFields();
  const found = await request("exercise", fields);
  taken = { ...found, fields };
  byId("sheet-text").textContent = found.text;
  byId("sheet-picture").replaceChildren(pictureElement(found.drawn));
  byId("questions").replaceChildren(...found.questions.map(drawQuestion));
  byId("points").textContent = "";
  byId("sheet").hidden = byId("take-next").hidden = false;
}

export async function markAnswers() {
  const { points, of, marks } = await request("mark", { ...taken.fields, answers: answersGiven() });
  byId("points").textContent = `${points} of ${plural(of, "point")}.`;
  for (const [name, right, feedback] of marks) {
    const words = byId(`feedback-on-${name}`);
    words.textContent = `${right ? "✓" : "✗"} ${feedback}`;
    words.className = right ? "words right" : "words wrong";
  }
}

/** Goes to the exercise's tree or board, and searches it. */
async function openPosition() {
  byId("game").value = taken.game.split(":", 1)[0];
  byId("game-options").value = taken.game.split(":").slice(1).join(":");
  choose1("modes", "search");
  showMode();
  await takeGame(taken.state);
  byId("depth").value = taken.depth === null ? "" : taken.depth;
  await change();
  await run("search");
  byId("results").scrollIntoView({ block: "start" });
}

export function listenPractice() {
  const take = () => busily("Looking for an exercise …", async () => {
    await takeExercise();
    chosen.changed();
  });
  byId("take").addEventListener("click", take);
  byId("take-next").addEventListener("click", () => {
    const number = Number(byId("exercise-number").value);
    byId("exercise-number").value = Number.isInteger(number) ? number + 1 : byId("exercise-number").value;
    take();
  });
  byId("sheet").addEventListener("submit", (event) => {
    event.preventDefault();
    busily("Marking …", async () => {
      await markAnswers();
      chosen.changed();
    });
  });
  byId("open-exercise").addEventListener("click", () => busily("Searching …", openPosition));
}
