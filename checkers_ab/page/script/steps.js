// Showing a step, and going to another one: by its place or its line.

import { data, indexed, placeOf, stepNow, valueText, view } from "./data.js";
import { byId, make, plural } from "./elements.js";
import { measureDrawn, showDrawn } from "./drawn.js";
import { listFindings, openFinding, showFindings } from "./findings.js";
import { passQuestions, restartScore } from "./guess.js";
import { showLines } from "./lines.js";
import { showPicture } from "./pictures.js";
import { pause } from "./play.js";
import { showScore } from "./score.js";
import { showSentences } from "./sentences.js";
import { drawTree, followTree } from "./tree.js";
import { drawWindow } from "./window.js";

let addressing = null;

export function show(index) {
  const before = view.at;
  const last = view.shown.steps.length - 1;
  view.at = Math.max(0, Math.min(index, last));
  const step = stepNow();
  showSentences();
  showPicture(step);
  drawWindow();
  showLines();
  showDrawn();
  followTree(before);
  showFindings();
  byId("first").disabled = byId("back").disabled = view.at === 0;
  byId("step").disabled = byId("answer").disabled = view.at === last;
  const [alpha, beta] = step.window.map((place, end) => (end < 2 ? valueText(place) : place));
  Object.assign(byId("now").dataset, { step: view.at, kind: step.kind, line: step.line, alpha, beta });
  if (view.guessing) showScore();
  if (view.at === last) pause();
  clearTimeout(addressing);
  addressing = setTimeout(() => view.keep(), 200);
}

/** Goes to a step and past all questions. */
export function leap(index, finding = null) {
  view.finding = finding;
  passQuestions(index);
  show(index);
}

/** Opens the case that a line belongs to, and goes there. */
export function goToLine(line, more = 0) {
  let place = 0;
  data.cases.forEach((found, index) => {
    const first = (found.steps.row && found.steps.row[0][0]) || found.steps.line[1];
    if (first && first <= line) place = index;
  });
  if (place !== view.shown.place) openCase(place);
  const near = placeOf(line);
  leap(near < 0 ? 0 : view.shown.indexOf.get(view.shown.own[near]) + more);
}

export function openCase(place) {
  const found = data.cases[place];
  view.shown = indexed(found, place);
  view.at = 0;
  view.finding = null;
  restartScore();
  byId("case").value = String(place);
  byId("line").max = view.shown.own[view.shown.own.length - 1] || 1;
  const counts = [["positions searched", found.nodes.toLocaleString("en")], ["moves cut", found.cut.toLocaleString("en")], ["plain minimax looks at", found.plain]];
  byId("counts").replaceChildren(...counts.flatMap(([name, count]) => [make("dt", { textContent: name }), make("dd", { textContent: count })]));
  byId("left-out").hidden = !found.left_out;
  byId("left-out").textContent = `The search went on for ${plural(found.left_out, "more line")} that are left out here, so that the page stays quick; counts and first move are those of the whole search. A smaller --depth shows everything.`;
  document.body.classList.toggle("whole", found.frames[0].kind === "tree");
  listFindings();
  measureDrawn();
  drawTree();
}

export function openFirst() {
  if (data.judged && view.shown.findings.length) openFinding(view.shown.findings[0]);
  else show(0);
}
