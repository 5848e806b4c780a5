// The task: which game, how it is searched, and the buttons that begin and stop.

import { byId, make } from "./elements.js";
import { JudgeError, request, restartJudge } from "./judge.js";
import { change, chosen, gameName, showBrushes } from "./setup.js";
import { chosenOf, sayTask, showTrouble } from "./words.js";

export const longest = { state: 0, trace: 0 }; // characters

/** Lists names in a choice. */
export const listOptions = (id, names) => byId(id).replaceChildren(...names.map((name) => make("option", { value: name, textContent: name })));

/** Takes a game with its options, and with a text if there is one; else its start. */
export async function takeGame(text = null) {
  const game = await request("game", { game: gameName() });
  chosen.game = game;
  listOptions("example", game.examples.map(([name]) => name));
  listOptions("evaluation", game.evaluations);
  listOptions("convention", game.conventions);
  byId("depth").value = game.depth === null ? "" : game.depth;
  byId("depth").max = game.deepest;
  byId("depth").placeholder = game.depth === null ? "all" : "";
  byId("options-help").textContent = `${game.options.map(([name, help]) => `${name}: ${help}`).join("; ")}.`;
  byId("more-options").hidden = !game.options.length;
  showBrushes();
  byId("state").value = text === null ? game.examples[0][1] : text;
  await change();
}

/** How the position is searched, as the judge takes it. */
export function searchFields() {
  const depth = byId("depth").value;
  return {
    game: gameName(),
    text: byId("state").value,
    depth: depth === "" ? null : Number(depth),
    evaluation: byId("evaluation").value,
    convention: byId("convention").value,
  };
}

/** Does something that may take long: says so, and can be stopped. */
export async function busily(words, work) {
  const stops = document.querySelectorAll(".stop");
  sayTask(words);
  document.body.classList.add("busy");
  const late = setTimeout(() => stops.forEach((button) => {
    button.hidden = false;
  }), 300);
  try {
    sayTask((await work()) || "");
  } catch (error) {
    if (!(error instanceof JudgeError)) throw error;
    sayTask(error.message, true);
  } finally {
    clearTimeout(late);
    stops.forEach((button) => {
      button.hidden = true;
    });
    document.body.classList.remove("busy");
  }
}

/** Shows the parts of the page that belong to what the reader does. */
export function showMode() {
  const mode = chosenOf("modes");
  byId("work").hidden = mode === "exercise";
  byId("practice").hidden = mode !== "exercise";
  byId("own").hidden = mode !== "check";
  byId("results").hidden = byId("results").dataset.mode !== mode;
  byId("task-head").textContent = mode === "check" ? "Check" : "Search";
  byId("run").textContent = mode === "check" ? "Check my trace" : "Search";
  sayTask("");
}

/** True for a text that is too long for the page, which is said then. */
function isLong(length, most, what = "that") {
  if (length <= most) return false;
  showTrouble(`This page takes at most ${most.toLocaleString("en")} characters, and ${what} has ${length.toLocaleString("en")}. The commands take it all, as checkers-ab check does.`);
  return true;
}

/** Refuses a paste that is too long, before the browser lays it out; cuts what is too long all the same. */
function listenLength(area, limit) {
  area.addEventListener("paste", (event) => {
    if (isLong(event.clipboardData.getData("text").length, longest[limit])) event.preventDefault();
  });
  area.addEventListener("input", () => {
    if (isLong(area.value.length, longest[limit])) area.value = area.value.slice(0, longest[limit]);
    else showTrouble("");
  });
}

async function openFile(file) {
  if (isLong(file.size, longest.trace, file.name)) return;
  showTrouble("");
  byId("own-trace").value = await file.text();
  chosen.changed();
}

export function listenTask() {
  const takeAnother = () => {
    delete byId("results").dataset.mode; // they are about another game
    showMode();
    takeGame().catch((error) => {
      byId("position-words").textContent = error.message;
      byId("position-words").classList.add("wrong");
    });
  };
  byId("game").addEventListener("change", () => {
    byId("game-options").value = "";
    takeAnother();
  });
  byId("game-options").addEventListener("change", takeAnother);
  byId("example").addEventListener("change", () => {
    byId("state").value = chosen.game.examples[byId("example").selectedIndex][1];
    change();
  });
  for (const id of ["depth", "evaluation", "convention"]) byId(id).addEventListener("change", () => chosen.changed());
  listenLength(byId("state"), "state");
  listenLength(byId("own-trace"), "trace");
  byId("own-trace").addEventListener("input", () => chosen.changed());
  byId("own-file").addEventListener("change", () => byId("own-file").files.length && openFile(byId("own-file").files[0]));
  for (const button of document.querySelectorAll(".stop")) button.addEventListener("click", restartJudge);
}
