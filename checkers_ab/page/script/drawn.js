// The tree around the path, drawn: boxes in columns, lines between them, and at a cut the line from what set the bound.

import { stepNow, view } from "./data.js";
import { byId, draw, make } from "./elements.js";
import { BOX_DOWN, drawColumn, foldColumns, HEAD } from "./boxes.js";
import { columnsAt, tallest } from "./columns.js";

const [BOX_WIDE, BOX_TALL] = [182, 24];
const LIT_WIDE = 204; // of a box that set a bound: it says so
const [BOX_ACROSS, EDGE_LEFT] = [214, 24]; // from box to box, and room for the root

let height = 0; // of the boxes of the tallest column
let scrollingDrawn = null;

export function measureDrawn() {
  height = BOX_DOWN * tallest();
  foldColumns();
}

const middleOf = (top, place) => HEAD + top + BOX_DOWN * place + BOX_TALL / 2;

/** The lines from a box to those of the next column. */
function drawEdges(column, x, top, [fromX, fromY]) {
  const bend = (x - fromX) / 2;
  const edges = column.boxes.map((box, place) => {
    const y = middleOf(top, place);
    const classes = `tree-edge ${box.kind} ${box.onPath ? "on-path" : ""}`;
    return draw("path", { d: `M${fromX} ${fromY} C${fromX + bend} ${fromY} ${x - bend} ${y} ${x} ${y}`, class: classes.trim() });
  });
  return edges.sort((one, other) => one.classList.contains("on-path") - other.classList.contains("on-path"));
}

/** The line from the box that set the bound to what is cut, above all that lies between. */
function drawArc([fromX, fromY], [x, y]) {
  const lift = x - fromX > BOX_ACROSS ? 70 : 0;
  return draw("path", { d: `M${fromX} ${fromY} C${fromX + 50} ${fromY - lift} ${x - 60} ${y - lift} ${x - 3} ${y}`, class: "cut-arc", "marker-end": "url(#cut-head)" });
}

export function showDrawn() {
  const drawnTree = byId("drawn");
  drawnTree.hidden = view.shown.frames[0].kind === "tree";
  if (drawnTree.hidden) return;
  const columns = columnsAt(stepNow());
  const focused = drawnTree.contains(document.activeElement) ? [...drawnTree.querySelectorAll(".column")].indexOf(document.activeElement.closest(".column")) : -1;
  const elements = [];
  const edges = [];
  let from = [8, HEAD + height / 2];
  let setter = null;
  let target = null;
  columns.forEach((column, place) => {
    const x = EDGE_LEFT + BOX_ACROSS * place;
    const own = BOX_DOWN * column.boxes.length;
    const top = Math.max(0, Math.min(from[1] - HEAD - own / 2, height - own));
    elements.push(drawColumn(column, x, top));
    edges.push(...drawEdges(column, x, top, from));
    column.boxes.forEach((box, row) => {
      if (box.setter && box.setter.limits) setter = [x + LIT_WIDE, middleOf(top, row)];
      if (box.current) target = [x, middleOf(top, row)];
    });
    from = [x + BOX_WIDE, middleOf(top, column.boxes.findIndex((box) => box.onPath))];
  });
  const wide = EDGE_LEFT + BOX_ACROSS * columns.length;
  const svg = draw("svg", { width: wide, height: HEAD + height, class: "tree-edges", "aria-hidden": "true" }, arrowHead(), draw("circle", { cx: 8, cy: HEAD + height / 2, r: 5, class: "root-dot" }), ...edges);
  if (setter && target) svg.append(drawArc(setter, target));
  const inside = make("div", { class: "columns", style: `--wide:${wide}px;--tall:${HEAD + height}px` }, svg, ...elements);
  drawnTree.replaceChildren(inside);
  scrollingDrawn = scrollingDrawn || requestAnimationFrame(scrollDrawn);
  if (focused >= 0) (elements[Math.min(focused, elements.length - 1)].querySelector("[tabindex='0']") || drawnTree).focus();
}

/** Brings the last column into view, once for each frame: it needs a layout. */
function scrollDrawn() {
  scrollingDrawn = null;
  byId("drawn").scrollLeft = byId("drawn").scrollWidth;
}

function arrowHead() {
  const head = draw("marker", { id: "cut-head", viewBox: "0 0 6 6", refX: 4, refY: 3, markerWidth: 7, markerHeight: 7, orient: "auto" });
  head.append(draw("path", { d: "M0 0 L6 3 L0 6 Z", class: "cut-arrow" }));
  return draw("defs", {}, head);
}

/** Up and down among the boxes of a column. */
export function moveInColumn(event) {
  const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const box = event.target instanceof Element && event.target.closest("#drawn .tree-box");
  if (!way || !box) return;
  const boxes = [...box.parentNode.querySelectorAll("button.tree-box")];
  const next = boxes[boxes.indexOf(box) + way];
  if (next) next.focus();
  event.preventDefault();
}
