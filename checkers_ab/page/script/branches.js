// Trees drawn as trees: the root on top, the leaves side by side.

import { byId, draw, make } from "./elements.js";

const [ACROSS, DOWN] = [44, 74]; // between leaves, and between levels
const WIDEST = 12; // leaves of a tree that stands beside the window
const NARROWEST = 30; // for a leaf; a wider tree is scrolled
const [WIDE, TALL] = [36, 26]; // of a node

/** Where each node stands: leaves one after the other, the others above the middle of their children. */
function placed(nodes) {
  const places = nodes.map(([parent]) => ({ parent, children: [], level: 0, x: 0 }));
  places.forEach((node, place) => {
    if (node.parent < 0) return;
    places[node.parent].children.push(place);
    node.level = places[node.parent].level + 1;
  });
  let leaves = 0;
  for (const node of places) if (!node.children.length) node.x = ACROSS * (leaves++ + 0.5);
  for (const node of [...places].reverse()) {
    if (node.children.length) node.x = (places[node.children[0]].x + places[node.children[node.children.length - 1]].x) / 2;
  }
  return { places, width: leaves * ACROSS };
}

function drawNode([, , text, side], { x, y }, marked) {
  const shape = side ? draw("rect", { x: x - WIDE / 2, y: y - TALL / 2, width: WIDE, height: TALL, rx: side === "max" ? 3 : TALL / 2, class: "box" }) : "";
  const size = text.length > 5 ? 9 : 13;
  return draw("g", { class: `node ${side || "end-node"} ${marked ? "on-way" : ""}` }, shape, draw("text", { x, y: y + 4.5, class: "node-text", style: `font-size:${size}px` }, text));
}

export function drawBranches({ frame, marks }) {
  const { places, width } = placed(frame.nodes);
  const way = new Set(marks);
  const height = DOWN * Math.max(...places.map(({ level }) => level)) + 2 * TALL;
  for (const node of places) node.y = TALL + DOWN * node.level;
  const edges = [];
  const drawn = [];
  frame.nodes.forEach((node, place) => {
    const here = places[place];
    if (here.parent >= 0) {
      const above = places[here.parent];
      const [x, y] = [(above.x + here.x) / 2, (above.y + here.y) / 2];
      edges.push(draw("line", { x1: above.x, y1: above.y + TALL / 2, x2: here.x, y2: here.y - TALL / 2, class: way.has(place) ? "edge on-way" : "edge" }));
      drawn.push(draw("text", { x: x + 4, y: y + 4, class: "edge-text" }, node[1]));
    }
    drawn.push(drawNode(node, here, way.has(place)));
  });
  const named = marks.filter((place) => place).map((place) => frame.nodes[place][1]);
  const label = `Tree of ${frame.nodes.length} nodes, ${named.length ? `at ${named.join(", ")}` : "at the root"}`;
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, style: `min-width:${(NARROWEST * width) / ACROSS}px;max-width:${1.5 * width}px` }, ...edges, ...drawn);
  const box = byId("board").querySelector(".branches") || make("div", { class: "branches", tabIndex: 0, role: "region", "aria-label": "The tree" });
  box.replaceChildren(svg);
  if (!box.isConnected) byId("board").replaceChildren(box);
  byId("scene").classList.toggle("wide", width > WIDEST * ACROSS);
  const here = places[marks[marks.length - 1] || 0];
  box.scrollLeft = (here.x * svg.clientWidth) / width - box.clientWidth / 2;
}
