// What the reader does: buttons and keys; and the page with other data.

import { data, logName, setData, view } from "./data.js";
import { byId, make } from "./elements.js";
import { moveInColumn } from "./drawn.js";
import { nextFinding } from "./findings.js";
import { guess, restartScore, skipQuestion } from "./guess.js";
import { playOrPause, setSpeed, stepOn } from "./play.js";
import { openPrimer, showPrimer } from "./primer.js";
import { goToLine, leap, openCase, openFirst, show } from "./steps.js";
import { drawTree } from "./tree.js";

function nextCut() {
  const found = view.shown.steps.findIndex((step, index) => index > view.at && step.kind === "prune");
  if (found > 0) leap(found);
  else byId("condition").textContent = "There is no further cut.";
}

function switchGuessing() {
  view.guessing = !view.guessing;
  document.body.classList.toggle("guessing", view.guessing);
  byId("guess").setAttribute("aria-pressed", String(view.guessing));
  restartScore();
  drawTree();
  show(view.at);
}

/** Asks another amount of questions, and counts anew. */
function setAmount(amount) {
  view.amount = amount;
  restartScore();
  show(view.at);
}

function nextAmount() {
  const choices = [...byId("amount").options].map((option) => option.value);
  if (view.guessing) setAmount(choices[(choices.indexOf(view.amount) + 1) % choices.length]);
}

function switchList() {
  byId("list").open = !byId("list").open;
}

function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

const ACTIONS = {
  first: () => leap(0),
  back: () => leap(view.at - 1),
  step: stepOn,
  cut: nextCut,
  answer: () => leap(view.shown.steps.length - 1),
  play: playOrPause,
  guess: switchGuessing,
  theme: switchTheme,
  "finding-before": () => nextFinding(-1),
  "finding-next": () => nextFinding(1),
};
const MORE_ACTIONS = { ...ACTIONS, list: switchList, amount: nextAmount, skip: skipQuestion };
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "step", c: "cut", End: "answer", p: "play", g: "guess", d: "theme", n: "finding-next", N: "finding-before", t: "list", "?": "amount", s: "skip" };

const OWN_KEYS = "input, select, textarea, [role='grid'], [role='tablist']"; // what is in these has keys of its own

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || (event.target instanceof Element && event.target.closest(OWN_KEYS))) return;
  if (!view.shown || !byId("now").offsetParent) return;
  if (event.key === "l") {
    byId("line").focus();
    byId("line").select();
  } else if (view.asking && /^[1-9]$/.test(event.key)) guess(Number(event.key) - 1);
  else if (KEYS[event.key]) MORE_ACTIONS[KEYS[event.key]]();
  else return;
  event.preventDefault();
}

/** Listens to buttons and keys. */
export function listen() {
  for (const [id, action] of Object.entries(ACTIONS)) byId(id).addEventListener("click", action);
  byId("speed").addEventListener("input", setSpeed);
  byId("jump").addEventListener("submit", (event) => {
    event.preventDefault();
    if (byId("line").value) goToLine(Number(byId("line").value));
  });
  byId("case").addEventListener("change", () => {
    openCase(Number(byId("case").value));
    openFirst();
  });
  byId("amount").addEventListener("change", () => setAmount(byId("amount").value));
  byId("drawn").addEventListener("keydown", moveInColumn);
  document.addEventListener("keydown", pressed);
  openPrimer();
  setSpeed();
}

/** Shows other data, at its first case. */
export function showData(found) {
  setData(found);
  byId("case-choice").hidden = data.cases.length < 2;
  byId("case").replaceChildren(...data.cases.map(({ label }, place) => make("option", { value: place, textContent: label })));
  byId("finding-before").hidden = byId("finding-next").hidden = !data.judged;
  document.querySelector("#trace h2").textContent = logName().replace(/^./, (letter) => letter.toUpperCase());
  showPrimer();
  openCase(0);
}
