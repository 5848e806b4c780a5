// The tree of the search as a list, unfolded along the way to a step, and at the end along the best line.

import { isDone, moveOf, nameOf, stepNow, stepOf, view, worth } from "./data.js";
import { byId, make, plural } from "./elements.js";
import { wayTo } from "./path.js";
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
  byId("tree").replaceChildren(make("ul", {}, ...(view.shown.children.get(0) || []).map(drawItem)));
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
function signOf(line, step, future) {
  if (future) return ["future", "○", "not yet"];
  if (step.kind === "prune") return ["cut", "✂", "cut"];
  if (view.shown.bestLines.has(line) && isDone()) return ["best", "★", "best"];
  return step.kind === "text" ? ["fault", "?", "not followed"] : ["tried", "●", "searched"];
}

function updateItem(line) {
  const item = items.get(line);
  if (!item) return;
  const { indexOf, valueAt, steps, faults } = view.shown;
  const step = stepOf(line);
  const future = indexOf.get(line) > view.at;
  const [kind, symbol, word] = signOf(line, step, future);
  item.className = kind;
  const label = step.kind === "prune" ? plural(step.count, "move") + (future ? "" : " cut") : nameOf(step);
  const parts = [make("span", { class: `mark ${kind}`, textContent: symbol, "aria-hidden": "true" }), make("span", { class: "hidden-text", textContent: `${word}: ` }), label];
  if (valueAt.get(line) <= view.at) parts.push(make("span", { class: "worth", textContent: ` ${worth(steps[valueAt.get(line)])}` }));
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
  const { steps, best } = view.shown;
  const step = stepNow();
  const current = moveOf(step);
  const way = step.kind === "answer" ? best : wayTo(step.kind === "visit" ? current : stepOf(current) ? stepOf(current).under : 0);
  for (const line of followed) if (!way.includes(line) && !opened.has(line)) fold(line);
  way.forEach(unfold);
  followed = way;
  const [low, high] = before < view.at ? [before, view.at] : [view.at, before];
  for (let index = low; index <= high; index += 1) updateItem(steps[index].line);
  if (high === steps.length - 1) best.forEach(updateItem);
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
