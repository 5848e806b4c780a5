// The tree of the search, unfolded along the way to a step and along the best line.

import { moveOf, nameOf, stepNow, stepOf, valueText, view } from "./data.js";
import { byId, make, plural } from "./elements.js";
import { leap } from "./steps.js";

let items = new Map(); // by line: the list item, if it has been drawn
let opened = new Set(); // by the reader
let followed = []; // opened for the step that is shown
let marked = null; // the button of the step that is shown
let scrolling = null;

export function drawTree() {
  items = new Map();
  opened = new Set();
  followed = [];
  marked = null;
  const { children, bestLines } = view.shown;
  byId("tree").replaceChildren(make("ul", {}, ...(children.get(0) || []).map(drawItem)));
  if (!view.guessing) bestLines.forEach(unfold);
}

function drawItem(line) {
  const go = make("button", { type: "button", class: "go" });
  go.addEventListener("click", () => leap(view.shown.indexOf.get(line)));
  const item = make("li", {}, make("div", { class: "row" }, view.shown.children.has(line) ? drawToggle(line) : make("span", { class: "gap" }), go));
  items.set(line, item);
  updateItem(line);
  return item;
}

function drawToggle(line) {
  const toggle = make("button", { type: "button", class: "toggle", textContent: "▸", "aria-expanded": "false", "aria-label": `Replies to line ${line}` });
  toggle.addEventListener("click", () => {
    if (opened.delete(line) || toggle.getAttribute("aria-expanded") === "true") fold(line);
    else {
      opened.add(line);
      unfold(line);
    }
  });
  return toggle;
}

/** What an item is, its sign and the word for it. */
function signOf(line, step) {
  if (step.kind === "prune") return ["cut", "✂", "cut"];
  if (view.shown.bestLines.has(line) && !view.guessing) return ["best", "★", "best"];
  return step.kind === "text" ? ["fault", "?", "not followed"] : ["tried", "●", "searched"];
}

function updateItem(line) {
  const item = items.get(line);
  if (!item) return;
  const { indexOf, valueAt, steps, faults } = view.shown;
  const step = stepOf(line);
  const future = indexOf.get(line) > view.at;
  const [kind, symbol, word] = signOf(line, step);
  item.className = `${kind} ${future ? "future" : ""}`;
  const label = step.kind === "prune" ? `${plural(step.count, "move")} cut` : nameOf(step);
  const parts = [make("span", { class: `mark ${kind}`, textContent: symbol, "aria-hidden": "true" }), make("span", { class: "hidden-text", textContent: `${word}${future ? ", not yet" : ""}: ` }), label];
  if (valueAt.get(line) <= view.at) parts.push(make("span", { class: "worth", textContent: ` = ${valueText(steps[valueAt.get(line)].value)}` }));
  if (faults.has(line)) parts.push(make("span", { class: "mark fault", textContent: "⚠", title: "a finding" }));
  item.firstChild.lastChild.replaceChildren(...parts);
}

function unfold(line) {
  const item = items.get(line);
  const replies = view.shown.children.get(line);
  if (!item || !replies) return;
  if (item.lastChild.tagName !== "UL") item.append(make("ul", {}, ...replies.map(drawItem)));
  item.lastChild.hidden = false;
  setToggle(item, true);
}

function fold(line) {
  const item = items.get(line);
  if (!item || item.lastChild.tagName !== "UL") return;
  item.lastChild.hidden = true;
  setToggle(item, false);
}

function setToggle(item, open) {
  const toggle = item.firstChild.firstChild;
  toggle.textContent = open ? "▾" : "▸";
  toggle.setAttribute("aria-expanded", String(open));
}

/** Brings the tree to the step that is shown, from another one. */
export function followTree(before) {
  const { steps, bestLines } = view.shown;
  const step = stepNow();
  const current = moveOf(step);
  const way = [];
  for (let line = stepOf(current) ? stepOf(current).under : 0; line; line = stepOf(line).under) way.unshift(line);
  if (step.kind === "visit") way.push(step.line);
  for (const line of followed) if (!way.includes(line) && !opened.has(line) && !bestLines.has(line)) fold(line);
  way.forEach(unfold);
  followed = way;
  const [low, high] = before < view.at ? [before, view.at] : [view.at, before];
  for (let index = low; index <= high; index += 1) updateItem(steps[index].line);
  if (marked) marked.removeAttribute("aria-current");
  const item = items.get(current);
  marked = item ? item.firstChild.lastChild : null;
  if (marked) marked.setAttribute("aria-current", "step");
  scrolling = scrolling || requestAnimationFrame(scrollTree);
}

/** Brings the item of this step into view, once for each frame: it needs a layout. */
function scrollTree() {
  scrolling = null;
  const tree = byId("tree");
  const top = marked ? marked.parentNode.offsetTop : 0;
  if (top < tree.scrollTop + 20 || top > tree.scrollTop + tree.clientHeight - 50) tree.scrollTop = top - tree.clientHeight / 2;
}
