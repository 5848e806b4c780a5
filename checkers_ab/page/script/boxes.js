// The boxes of the drawn tree, and its columns. On a narrow screen a column is a row, with all but the path folded.

import { data, view } from "./data.js";
import { make, plural } from "./elements.js";
import { guessBox } from "./guess.js";
import { leap } from "./steps.js";

export const BOX_DOWN = 28; // from box to box
export const HEAD = 48; // room for the head of a column
export const ROLES = { max: "MAX", min: "MIN" };

const unfolded = new Set(); // plies whose moves are all shown on a narrow screen

export const foldColumns = () => unfolded.clear();

/** Goes to the move of a box: to its value if it has one, else to where it is tried. */
export function choose(box) {
  if (guessBox(box)) return;
  const { valueAt, indexOf } = view.shown;
  leap(box.kind === "done" ? valueAt.get(box.line) : indexOf.get(box.line));
}

const WORDS = { later: "not looked at yet", open: "being searched", done: "searched", cut: "cut", text: "not followed" };

function drawBox(box, x, y, isStop) {
  const place = `--x:${x}px;--y:${y}px`;
  if (box.kind === "gap") return make("span", { class: "tree-box gap", style: place, textContent: box.name });
  const classes = ["tree-box", box.kind, box.onPath ? "on-path" : "", box.current ? "now" : "", box.best ? "best" : ""];
  if (box.setter) classes.push("lit", box.setter.limits ? "limits" : "");
  const parts = [`${box.kind === "cut" ? "✂ " : box.best ? "★ " : ""}${box.fault ? "⚠ " : ""}${box.name}`];
  if (box.worth) parts.push(make("span", { class: "worth", textContent: ` ${box.worth}` }));
  if (box.setter) parts.push(make("b", { class: "set-by", textContent: ` set ${box.setter.end}` }));
  parts.push(make("span", { class: "hidden-text", textContent: `, ${WORDS[box.kind]}` }));
  const button = make("button", { type: "button", class: classes.filter(Boolean).join(" "), style: place, tabIndex: isStop ? 0 : -1, title: box.about }, ...parts);
  button.dataset.line = box.line;
  if (box.current) button.setAttribute("aria-current", "step");
  button.addEventListener("click", () => choose(box));
  return button;
}

export function drawColumn(column, x, y) {
  const role = ROLES[column.side];
  const name = data.sides[column.side];
  const who = name === role ? `${role}, ply ${column.ply}` : `${role} ${name}, ply ${column.ply}`;
  const head = make("p", { class: "column-head", style: `--x:${x}px` }, make("b", { textContent: who }), make("span", { class: "window-in", textContent: `window in ${column.window}` }));
  const stop = Math.max(0, column.boxes.findIndex((box) => box.onPath || box.current));
  const boxes = column.boxes.map((box, place) => drawBox(box, x, HEAD + y + BOX_DOWN * place, place === stop));
  const others = column.boxes.filter((box) => !box.onPath && !box.current && !box.setter).length;
  const more = make("button", { type: "button", class: "more", textContent: `+${others}`, "aria-label": `${plural(others, "other move")} at ply ${column.ply}`, hidden: !others });
  const element = make("div", { class: "column", role: "group", "aria-label": `Ply ${column.ply}` }, head, ...boxes, more);
  const fold = () => {
    element.classList.toggle("unfolded", unfolded.has(column.ply));
    more.setAttribute("aria-expanded", String(unfolded.has(column.ply)));
  };
  more.addEventListener("click", () => {
    if (!unfolded.delete(column.ply)) unfolded.add(column.ply);
    fold();
  });
  fold();
  return element;
}
