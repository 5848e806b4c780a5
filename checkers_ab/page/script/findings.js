// What is wrong with a trace of one's own.

import { data, linesOf, logName, placeOf, stepNow, view } from "./data.js";
import { byId, make, plural } from "./elements.js";
import { leap } from "./steps.js";

const rule = (about) => (about.rule ? ` (${about.rule})` : "");

function diagnosis() {
  const [first, ...more] = view.shown.diagnosis;
  if (!first) return [];
  const parts = [make("p", { id: "diagnosis", textContent: `${first.sentence} To fix it: ${first.fix}${rule(first)}` })];
  if (more.length) parts.push(make("p", { textContent: `It would also be the ${logName()} of a program that ${more.map((found) => found.clause).join(", or ")}.` }));
  return parts;
}

function drawEntry(finding) {
  const go = make("button", { type: "button", textContent: `⚠ line ${finding.line}: ${finding.kind}` });
  go.dataset.line = finding.line;
  go.addEventListener("click", () => openFinding(finding));
  return make("li", {}, go);
}

/** The list of findings of a case. */
export function listFindings() {
  const box = byId("findings");
  box.hidden = !data.judged;
  if (!data.judged) return;
  const { total, findings, other_board: otherBoard } = view.shown;
  const parts = [make("h2", { textContent: total ? plural(total, "finding") : `This ${logName()} is right` })];
  if (otherBoard) parts.push(make("p", { textContent: `Not one first move of this ${logName()} is legal here: is it the ${logName()} of another state?` }));
  parts.push(...diagnosis());
  if (findings.length) parts.push(make("ol", { tabIndex: 0, "aria-label": "Findings" }, ...findings.map(drawEntry)));
  if (total > findings.length) parts.push(make("p", { textContent: `The first ${findings.length} are listed.` }));
  box.replaceChildren(...parts);
}

/** The findings about a step; one that was opened by hand is the first. */
export function findingsAt(step) {
  const lines = step.kind === "return" ? (step.row || []).slice(0, 1) : linesOf(step);
  const here = lines.flatMap((line) => view.shown.faults.get(line) || []);
  return view.finding ? [view.finding, ...here.filter((finding) => finding !== view.finding)] : here;
}

/** Opens the next finding, or with -1 the one before. */
export function nextFinding(way) {
  const { findings } = view.shown;
  if (!findings) return;
  const step = stepNow();
  const [open] = findingsAt(step);
  const passed = findings.filter((finding) => finding.line < linesOf(step).at(-1) + (way < 0 ? 0 : 1)).length;
  const found = findings[open ? findings.indexOf(open) + way : way < 0 ? passed - 1 : passed];
  if (found) openFinding(found);
  else byId("condition").textContent = `There is no ${way < 0 ? "earlier" : "further"} finding.`;
}

export function openFinding(finding) {
  const { indexOf, own } = view.shown;
  const place = placeOf(finding.line);
  leap(place < 0 ? 0 : indexOf.get(own[place]), finding);
}

function describe(finding) {
  const pairs = [["expected", finding.expected], ["found", finding.found]];
  if (finding.after) pairs.push(["after", finding.after.join(", ") || "nothing: this is the state that was given"]);
  if (finding.window) pairs.push(["window", finding.window]);
  return [
    make("h2", { textContent: `⚠ line ${finding.line}: ${finding.kind}${rule(finding)}` }),
    make("p", { textContent: finding.message }),
    make("dl", {}, ...pairs.flatMap(([name, text]) => [make("dt", { class: name, textContent: name }), make("dd", { class: name, textContent: text })])),
  ];
}

/** Describes the findings about a step. */
export function showFindings() {
  const list = findingsAt(stepNow());
  byId("finding").hidden = !list.length;
  byId("finding").replaceChildren(...list.flatMap(describe));
  for (const go of byId("findings").querySelectorAll("button")) {
    if (list.some((finding) => String(finding.line) === go.dataset.line)) go.setAttribute("aria-current", "true");
    else go.removeAttribute("aria-current");
  }
}
