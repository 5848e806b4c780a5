// Textbook trees, drawn whole: the root on top, the leaves side by side, and what the search has made of each node.

import { stepNow, valueText } from "./data.js";
import { byId, draw, make } from "./elements.js";
import { choose, ROLES } from "./boxes.js";
import { statesOf } from "./nodes.js";
import { lastAbout, litLines } from "./path.js";

const LEFT = 34; // room for MAX and MIN
const [ACROSS, DOWN] = [44, 76]; // between leaves, and between levels
const NARROWEST = 30; // for a leaf; a wider tree is scrolled
const [WIDE, TALL] = [38, 26]; // of a node

/** Where each node stands: leaves one after the other, the others above the middle of their children. */
function placed(nodes) {
  const places = nodes.map(([parent]) => ({ parent, children: [], level: 0, x: 0 }));
  places.forEach((node, place) => {
    if (node.parent < 0) return;
    places[node.parent].children.push(place);
    node.level = places[node.parent].level + 1;
  });
  let leaves = 0;
  for (const node of places) if (!node.children.length) node.x = LEFT + ACROSS * (leaves++ + 0.5);
  for (const node of [...places].reverse()) {
    if (node.children.length) node.x = (places[node.children[0]].x + places[node.children[node.children.length - 1]].x) / 2;
    node.y = 1.5 * TALL + DOWN * node.level;
  }
  return { places, width: LEFT + leaves * ACROSS };
}

function drawTreeNode([, , name, side], { x, y }, state, marked) {
  const text = side && state.worth ? state.worth.replace("= ", "") : name;
  const group = draw("g", { class: `node ${side || "end-node"} ${state.kind} ${marked ? "on-way" : ""}` });
  if (side) group.append(draw("rect", { x: x - WIDE / 2, y: y - TALL / 2, width: WIDE, height: TALL, rx: side === "max" ? 3 : TALL / 2, class: "box" }));
  group.append(draw("text", { x, y: y + 4.5, class: "node-text", style: `font-size:${text.length > 5 ? 9 : 13}px` }, text));
  if (side && state.kind === "open") group.append(draw("text", { x, y: y - TALL / 2 - 5, class: "window-in" }, `[${lastAbout(state.line).window.slice(0, 2).map(valueText).join(", ")}]`));
  return group;
}

/** A branch, with the two strokes of a textbook where it is cut. */
function drawBranch(above, here, state, marked) {
  const [x, y] = [(above.x + here.x) / 2, (above.y + here.y) / 2];
  const edge = draw("line", { x1: above.x, y1: above.y + TALL / 2, x2: here.x, y2: here.y - TALL / 2, class: `edge ${state.kind} ${marked ? "on-way" : ""}` });
  return state.kind === "cut" && state.top ? [edge, draw("path", { d: `M${x - 9} ${y + 2} l12 -8 M${x - 5} ${y + 8} l12 -8`, class: "cut-strokes" })] : [edge];
}

function drawSetters(states, places) {
  const step = stepNow();
  const parts = [];
  for (const [line, { end, limits }] of litLines(step)) {
    const from = places[states.findIndex((state, place) => place && state.line === line && state.kind === "done")];
    if (!from) continue;
    parts.push(draw("rect", { x: from.x - WIDE / 2 - 3, y: from.y - TALL / 2 - 3, width: WIDE + 6, height: TALL + 6, rx: 5, class: limits ? "lit-frame limits" : "lit-frame" }));
    parts.push(draw("text", { x: from.x, y: from.y + TALL / 2 + 15, class: limits ? "set-text limits" : "set-text" }, `set ${end}`));
    const to = places[states.findIndex((state) => state.kind === "cut" && state.line === step.line)];
    if (limits && to) parts.push(draw("path", { d: `M${from.x + WIDE / 2 + 3} ${from.y} C${from.x + 60} ${from.y - 60} ${to.x} ${to.y - DOWN} ${to.x} ${to.y - TALL / 2}`, class: "cut-arc" }));
  }
  return parts;
}

/** Whose level it is, at the left of each. */
function drawLevels(nodes, places) {
  const levels = new Map();
  nodes.forEach(([, , , side], place) => side && levels.set(places[place].y, ROLES[side]));
  return [...levels].map(([y, role]) => draw("text", { x: 2, y: y + 4, class: "level" }, role));
}

export function drawBranches({ frame, marks }) {
  const { places, width } = placed(frame.nodes);
  const states = statesOf(places);
  const way = new Set(marks);
  const [edges, drawn] = [drawLevels(frame.nodes, places), []];
  frame.nodes.forEach((node, place) => {
    const [here, state] = [places[place], states[place]];
    if (here.parent >= 0) {
      const above = places[here.parent];
      state.top = states[here.parent].kind !== "cut";
      edges.push(...drawBranch(above, here, state, way.has(place)));
      drawn.push(draw("text", { x: (above.x + here.x) / 2 + 5, y: (above.y + here.y) / 2 + 4, class: `edge-text ${state.kind}` }, node[1]));
    }
    const group = drawTreeNode(node, here, state, way.has(place));
    if (place) group.addEventListener("click", () => choose(state));
    drawn.push(group);
  });
  showTree(frame, marks, { places, width, parts: [...edges, ...drawn, ...drawSetters(states, places)] });
}

function showTree(frame, marks, { places, width, parts }) {
  const height = DOWN * Math.max(...places.map(({ level }) => level)) + 3.2 * TALL;
  const named = marks.filter((place) => place).map((place) => frame.nodes[place][1]);
  const label = `Tree of ${frame.nodes.length} nodes, ${named.length ? `at ${named.join(", ")}` : "at the root"}`;
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, style: `min-width:${(NARROWEST * width) / ACROSS}px;max-width:${1.5 * width}px` }, ...parts);
  const box = byId("board").querySelector(".branches") || make("div", { class: "branches", tabIndex: 0, role: "region", "aria-label": "The tree" });
  box.replaceChildren(svg);
  if (!box.isConnected) byId("board").replaceChildren(box);
  const here = places[marks[marks.length - 1] || 0];
  requestAnimationFrame(() => {
    box.scrollLeft = (here.x * svg.clientWidth) / width - box.clientWidth / 2;
  });
}
