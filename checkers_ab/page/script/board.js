// Boards: cells with discs for pieces and letters for everything else.

import { byId, draw } from "./elements.js";

const EDGE = 0.5; // room for the names of rows and columns
const LINE = 0.04; // and for the lines around cells
const WIDEST_CELL = 3.6; // rem
const EMPTY = new Set(["", "."]);
const INK = { max: "#1d2329", min: "#fdf6e3" };

const drawn = new WeakMap(); // by the box of a board: the frame whose cells are there, and the group above them

const top = (frame) => (frame.columns_below ? 0 : EDGE);
const isDark = (frame, row, column) => frame.dark !== null && (row + column) % 2 === frame.dark;
const isPlain = (frame) => frame.dark === null;

function cellClass(frame, row, column) {
  if (isPlain(frame)) return "cell";
  return isDark(frame, row, column) ? "square-dark" : "square-light";
}

/** The cells, and the names of rows and columns. */
function drawFrame(frame, box) {
  const [height, width] = [frame.rows.length, frame.columns.length];
  const right = frame.rows_right.length ? EDGE : 0;
  const size = `0 0 ${width + EDGE + right + LINE} ${height + EDGE + LINE}`;
  const svg = draw("svg", { viewBox: size, role: "img", class: "grid", style: `max-width:${WIDEST_CELL * (width + 1)}rem` });
  const head = draw("marker", { id: "head", viewBox: "0 0 4 4", refX: 2.6, refY: 2, markerWidth: 3.2, markerHeight: 3.2, orient: "auto" });
  head.append(draw("path", { d: "M0 0 L4 2 L0 4 Z", class: isPlain(frame) ? "arrow-head plain" : "arrow-head" }));
  svg.append(draw("defs", {}, head));
  frame.columns.forEach((name, column) => svg.append(draw("text", { x: column + 1, y: frame.columns_below ? height + 0.35 : 0.33, class: "label" }, name)));
  frame.rows.forEach((name, row) => {
    svg.append(draw("text", { x: 0.22, y: row + top(frame) + 0.6, class: "label" }, name));
    if (right) svg.append(draw("text", { x: width + 0.78, y: row + top(frame) + 0.6, class: "label" }, frame.rows_right[row]));
    frame.columns.forEach((_, column) => svg.append(draw("rect", { x: column + EDGE, y: row + top(frame), width: 1, height: 1, class: cellClass(frame, row, column) })));
  });
  const pieces = draw("g");
  svg.append(pieces);
  box.replaceChildren(svg);
  drawn.set(box, { frame, pieces });
}

function drawPiece(piece, letter, x, y) {
  const ink = INK[piece.side];
  const group = draw("g", {}, draw("circle", { cx: x, cy: y, r: 0.38, class: `man ${piece.side}`, stroke: ink }));
  if (piece.crowned) {
    group.append(draw("circle", { cx: x, cy: y, r: 0.31, class: "ring", stroke: ink }));
    group.append(draw("path", { d: `M${x - 0.17} ${y - 0.05} v-0.19 l0.1 0.09 l0.07 -0.12 l0.07 0.12 l0.1 -0.09 v0.19 z`, fill: ink }));
    group.append(draw("text", { x, y: y + 0.24, class: "letter", fill: ink, style: "font-size:0.32px" }, letter));
  } else group.append(draw("text", { x, y: y + 0.15, class: "letter", fill: ink }, letter));
  return group;
}

function drawText(text, x, y) {
  const size = text.length > 2 ? 0.36 : text.length > 1 ? 0.42 : 0.5;
  return draw("text", { x, y: y + 0.17, class: "cell-text", style: `font-size:${size}px` }, text);
}

/** A line through the middles of some cells, with a head that stops short of the last. */
function drawArrow(places, plain) {
  const points = places.map(([x, y]) => [x, y]);
  const [[fromX, fromY], last] = points.slice(-2);
  const [right, down] = [last[0] - fromX, last[1] - fromY];
  const longer = Math.max(Math.abs(right), Math.abs(down)) || 1;
  last[0] -= (0.42 * right) / longer;
  last[1] -= (0.42 * down) / longer;
  return draw("polyline", { points: points.map((point) => point.join(",")).join(" "), class: plain ? "arrow plain" : "arrow", "marker-end": "url(#head)" });
}

/** A piece that the move has taken: pale, and crossed out. */
function drawGone(piece, letter, x, y) {
  const cross = draw("path", { d: `M${x - 0.3} ${y - 0.3} l0.6 0.6 m0 -0.6 l-0.6 0.6`, class: "cross" });
  const pale = draw("g", { class: "pale-piece" }, drawPiece(piece, letter, x, y));
  return draw("g", { class: "gone" }, pale, cross);
}

export function drawGrid({ frame, cells, marks, arrow, gone }, box = byId("board")) {
  if (!drawn.has(box) || drawn.get(box).frame !== frame || !drawn.get(box).pieces.isConnected) drawFrame(frame, box);
  const { pieces } = drawn.get(box);
  const width = frame.columns.length;
  const middle = (place) => [(place % width) + 1, Math.floor(place / width) + top(frame) + EDGE];
  const under = [];
  const above = [];
  const named = [];
  for (const place of marks) {
    const [x, y] = middle(place);
    if (isPlain(frame)) under.push(draw("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, class: "cell marked" }));
    else above.push(draw("rect", { x: x - 0.45, y: y - 0.45, width: 0.9, height: 0.9, class: "touched" }));
  }
  const drawnCells = [];
  cells.forEach((text, place) => {
    if (EMPTY.has(text)) return;
    const piece = frame.pieces[text];
    drawnCells.push(piece ? drawPiece(piece, text, ...middle(place)) : drawText(text, ...middle(place)));
    const where = `${frame.rows[Math.floor(place / width)]},${frame.columns[place % width].trim()}`;
    named.push(`${piece ? piece.name : text} (${where})`);
  });
  for (const [place, text] of gone) {
    drawnCells.push(drawGone(frame.pieces[text], text, ...middle(place)));
    named.push(`taken: ${frame.pieces[text].name}`);
  }
  if (arrow.length > 1) (isPlain(frame) ? under : above).push(drawArrow(arrow.map(middle), isPlain(frame)));
  pieces.replaceChildren(...under, ...drawnCells, ...above);
  pieces.parentNode.setAttribute("aria-label", `Board: ${named.join(", ")}`);
}
