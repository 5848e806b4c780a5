// Results: the explorer, the report on a trace, the drawn tree, and the trace as text.

import { view } from "./data.js";
import { byId, make } from "./elements.js";
import { request } from "./judge.js";
import { showData } from "./keys.js";
import { goToLine, openFirst } from "./steps.js";
import { change, chosen } from "./setup.js";
import { busily, searchFields, showMode } from "./task.js";
import { choose1, chosenOf, copyText, listenChoice, offerFile, pictureElement } from "./words.js";

const VIEWS = ["explorer", "report", "drawing", "text"];
const WIDEST = 80; // columns of a report
const COLUMN = 8.3; // pixels

export const shown = { fields: null, page: null }; // what the results are about

const columns = () => Math.max(40, Math.min(WIDEST, Math.floor((document.documentElement.clientWidth - 30) / COLUMN)));

/** Searches the position, or checks the trace of it. */
export async function run(mode, fields = searchFields()) {
  const name = mode === "check" ? "check" : "solve";
  const more = mode === "check" ? { trace: byId("own-trace").value, width: columns() } : {};
  const found = await request(name, { ...fields, ...more });
  Object.assign(shown, { fields, page: found.page });
  const trace = mode === "check" ? more.trace : found.trace;
  byId("trace-text").textContent = trace;
  offerFile(byId("save-trace"), trace, "text/plain");
  byId("report").textContent = found.report || "";
  byId("verdict").textContent = found.verdict;
  byId("verdict").classList.toggle("wrong", found.valid === false);
  byId("drawing").replaceChildren();
  byId("results").dataset.mode = mode;
  showMode();
  byId("views").querySelector("[data-choice='report']").hidden = mode !== "check";
  showView(mode === "check" ? "report" : chosenOf("views") === "report" ? "explorer" : chosenOf("views"));
}

/** Shows one view; what it needs is made when it is first looked at. */
export function showView(name) {
  choose1("views", name);
  for (const each of VIEWS) byId(`${each}-view`).hidden = each !== name;
  if (name === "explorer" && shown.page) openExplorer();
  if (name === "drawing" && !byId("drawing").firstChild) drawSearch();
}

function openExplorer() {
  const { page } = shown;
  shown.page = null;
  showData(page);
  openFirst();
}

/** Draws the search as a tree, to as many plies as are asked for. */
async function drawSearch(plies = null) {
  await busily("Drawing …", async () => {
    const place = view.shown && !shown.page ? view.shown.place : 0;
    const { drawn, note, deepest } = await request("tree", { ...shown.fields, case: place, plies });
    byId("drawing-words").textContent = note;
    byId("drawing").replaceChildren(...(drawn ? [pictureElement(drawn)] : []));
    offerFile(byId("save-drawing"), drawn, "image/svg+xml");
    if (plies === null) byId("plies").replaceChildren(make("option", { value: "", textContent: "as usual" }), ...Array.from({ length: deepest || 0 }, (_, ply) => make("option", { value: ply + 1, textContent: ply + 1 })));
  });
}

/** Runs the task, and goes to where its results are. */
export async function runTask(mode) {
  await busily(mode === "check" ? "Checking …" : "Searching …", async () => {
    await change();
    await run(mode);
    byId("verdict").focus({ preventScroll: true });
    byId("results").scrollIntoView({ block: "start" });
    chosen.changed();
  });
}

export function listenResults() {
  byId("run").addEventListener("click", () => runTask(chosenOf("modes")));
  listenChoice("views", (name) => {
    showView(name);
    chosen.changed();
  });
  byId("plies").addEventListener("change", () => drawSearch(Number(byId("plies").value) || null));
  byId("copy-trace").addEventListener("click", () => copyText(byId("trace-text").textContent, byId("copy-trace")));
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[href^='#line=']");
    if (!link) return;
    event.preventDefault();
    goToLine(Number(link.hash.slice("#line=".length)));
  });
}
