// The state of the page as data, for the link: read from the page, and put back into it.

import { view, writtenAt } from "./data.js";
import { byId } from "./elements.js";
import { packState } from "./link.js";
import { answersGiven, listExercises, markAnswers, takenFields, takeExercise } from "./practice.js";
import { run, showView, shown } from "./results.js";
import { change } from "./setup.js";
import { goToLine } from "./steps.js";
import { searchFields, showMode, takeGame } from "./task.js";
import { choose1, chosenOf, showTrouble } from "./words.js";

const TOO_LONG = "The trace is too long for a link: the link leaves it out.";
const ALL_TOO_LONG = "This is too long for a link: the link opens an empty page.";

export function readState() {
  const state = { mode: chosenOf("modes"), ...searchFields(), trace: byId("own-trace").value };
  if (!byId("results").hidden) {
    Object.assign(state, { results: byId("results").dataset.mode, view: chosenOf("views") });
    if (!shown.page && view.shown) Object.assign(state, { step: writtenAt(view.at) });
  }
  if (takenFields()) state.exercise = { ...takenFields(), answers: answersGiven(), marked: Boolean(byId("points").textContent) };
  return state;
}

let keeping = null;

/** Writes the state into the address, a moment after it has changed. */
export function keepState() {
  clearTimeout(keeping);
  keeping = setTimeout(async () => history.replaceState(null, "", (await linkNow()).link), 300);
}

/** The link to what is shown now, and a sentence if something is left out. */
export async function linkNow() {
  const state = readState();
  const link = await packState(state);
  if (link) return { link, left: "" };
  const shorter = await packState({ ...state, trace: "", results: state.results === "check" ? "" : state.results });
  return { link: shorter, left: shorter ? TOO_LONG : ALL_TOO_LONG };
}

const setValue = (id, value) => {
  const field = byId(id);
  if (typeof value !== "string" && typeof value !== "number") return;
  if (field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value)) field.value = value;
};

/** Brings the page to a state; what is not as it should be is left as it was. */
export async function restoreState(state) {
  showTrouble("");
  if (["search", "check", "exercise"].includes(state.mode)) choose1("modes", state.mode);
  delete byId("results").dataset.mode;
  showMode();
  const [name, ...options] = String(state.game || "").split(":");
  setValue("game", name);
  setValue("game-options", options.join(":"));
  await takeGame(typeof state.text === "string" ? state.text : null);
  for (const id of ["evaluation", "convention"]) setValue(id, state[id]);
  if (Number.isInteger(state.depth) || state.depth === null) byId("depth").value = state.depth === null ? "" : state.depth;
  setValue("own-trace", state.trace || "");
  await change();
  if (state.mode === "exercise" || state.exercise) await listExercises();
  if (state.exercise) await restoreExercise(state.exercise);
  if (!state.results || state.mode === "exercise") return;
  await run(state.mode === "check" ? "check" : "search");
  if (["explorer", "report", "drawing", "text"].includes(state.view)) showView(state.view);
  if (state.step && state.view === "explorer") goToLine(Number(state.step.line) || 0, Number(state.step.ago) || 0);
}

async function restoreExercise({ game, number, seed, wants, answers, marked }) {
  Object.entries({ game, number, seed, wants }).forEach(([name, value]) => setValue(`exercise-${name}`, value));
  await takeExercise();
  for (const field of byId("questions").querySelectorAll("[name]")) field.value = (answers || {})[field.name] || "";
  if (marked) await markAnswers();
}
