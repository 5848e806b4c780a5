// Setting up a position: by clicking on the cells of its board, or as text.

import { drawGrid } from "./board.js";
import { byId, make } from "./elements.js";
import { request } from "./judge.js";
import { pictureElement } from "./words.js";

export const chosen = { game: null, changed: () => {} }; // the game as the judge describes it

let brush = ""; // the letter that a click puts
let letters = []; // of the cells
let width = 0;
let frame = null;
let editing = Promise.resolve(); // clicks wait for each other: each changes what the one before has left

export const gameName = () => {
  const options = byId("game-options").value.trim();
  return byId("game").value + (options ? `:${options}` : "");
};

/** The buttons for what can be put, each with its letter. */
export function showBrushes() {
  const brushes = chosen.game.brushes;
  if (!brushes.some(([letter]) => letter === brush)) brush = (brushes[1] || [""])[0];
  byId("brushes").replaceChildren(...brushes.map(([letter, words]) => {
    const button = make("button", { type: "button", "aria-pressed": String(letter === brush) }, `${words} `, make("kbd", { textContent: letter }));
    button.dataset.choice = letter;
    button.addEventListener("click", () => pickBrush(letter));
    return button;
  }));
  byId("editor").classList.toggle("no-cells", !brushes.length);
  byId("empty-board").hidden = !brushes.length;
}

function pickBrush(letter) {
  brush = letter;
  for (const button of byId("brushes").children) button.setAttribute("aria-pressed", String(button.dataset.choice === letter));
}

const meaning = (letter) => (chosen.game.brushes.find(([known]) => known === letter) || ["", "nothing can be put here"])[1];

/** Shows what the judge says about the text: its picture, and what is wrong with it. */
export function showSetup({ text, picture, drawn, error, notes }) {
  if (byId("state").value !== text) byId("state").value = text;
  byId("example").selectedIndex = chosen.game.examples.findIndex((example) => example[1] === text);
  byId("position-words").textContent = [error, ...notes].filter(Boolean).join(" ");
  byId("position-words").classList.toggle("wrong", Boolean(error));
  byId("preview").replaceChildren(...(drawn ? [pictureElement(drawn)] : []));
  byId("cells").hidden = !picture;
  byId("brushes").hidden = !picture;
  if (picture) showCells(picture);
}

function showCells(picture) {
  const key = JSON.stringify([picture.rows, picture.columns, picture.pieces, picture.fixed]);
  if (!frame || frame.key !== key || !byId("cells").firstChild) {
    frame = { ...picture, key };
    width = picture.columns.length;
    byId("cells").replaceChildren(make("div", { id: "cells-drawn" }), makeCells(picture));
  }
  drawGrid({ frame, cells: picture.cells.flat(), marks: [], arrow: [], gone: [] }, byId("cells-drawn"));
  byId("cells-drawn").firstChild.setAttribute("aria-hidden", "true");
  letters = picture.letters;
  byId("cells").querySelectorAll("button").forEach((button) => {
    const place = Number(button.dataset.place);
    button.setAttribute("aria-label", `${nameOfCell(picture, place)}: ${meaning(letters[place])}`);
  });
}

function nameOfCell({ rows, columns }, place) {
  const [row, column] = [Math.floor(place / width), place % width];
  return `row ${rows[row].trim() || row + 1}, column ${columns[column].trim() || column + 1}`;
}

/** A button above each cell, in a grid of which one cell is a stop of the Tab key. */
function makeCells({ rows, columns, fixed, columns_below: below, rows_right: right }) {
  const box = make("div", { class: "cell-buttons", role: "grid", "aria-label": "The board: arrow keys move, Enter puts, a letter puts that piece" });
  box.style.setProperty("--across", columns.length + 0.54 + (right.length ? 0.5 : 0));
  box.style.setProperty("--down", rows.length + 0.54);
  const first = fixed.indexOf(false);
  rows.forEach((_, row) => {
    const line = make("div", { role: "row" });
    columns.forEach((__, column) => {
      const place = row * columns.length + column;
      const button = make("button", { type: "button", tabIndex: place === first ? 0 : -1 });
      if (fixed[place]) button.setAttribute("aria-disabled", "true");
      button.dataset.place = place;
      button.style.setProperty("--x", column + 0.5);
      button.style.setProperty("--y", row + (below ? 0 : 0.5));
      line.append(make("div", { role: "gridcell" }, button));
    });
    box.append(line);
  });
  return box;
}

/** Puts a letter in a cell; the same letter again empties it. */
function putLetter(place, letter) {
  change(() => ({ row: Math.floor(place / width), column: place % width, letter: letters[place] === letter ? chosen.game.brushes[0][0] : letter }));
}

/** Asks the judge what becomes of the text, after all that was asked before. */
export function change(fields = () => ({})) {
  editing = editing.then(async () => {
    showSetup(await request("setup", { game: gameName(), text: byId("state").value, ...fields() }));
    chosen.changed();
  }).catch((error) => {
    byId("position-words").textContent = error.message;
    byId("position-words").classList.add("wrong");
  });
  return editing;
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function cellBeside(place, [down, right]) {
  const [row, column] = [Math.floor(place / width) + down, (place % width) + right];
  return column < 0 || column >= width ? null : byId("cells").querySelector(`[data-place="${row * width + column}"]`);
}

function pressedInCells(event) {
  const place = Number(event.target.dataset.place);
  if (event.ctrlKey || event.altKey || event.metaKey || Number.isNaN(place)) return;
  const typed = chosen.game.brushes.find(([letter]) => letter === event.key) || chosen.game.brushes.find(([letter]) => letter.toLowerCase() === event.key.toLowerCase());
  if (STEPS[event.key]) {
    const next = cellBeside(place, STEPS[event.key]);
    if (next) focusCell(next);
  } else if (event.key === "Backspace" || event.key === "Delete") change(() => ({ row: Math.floor(place / width), column: place % width, letter: chosen.game.brushes[0][0] }));
  else if (typed) change(() => ({ row: Math.floor(place / width), column: place % width, letter: typed[0] }));
  else return;
  event.preventDefault();
}

function focusCell(button) {
  for (const other of byId("cells").querySelectorAll("[tabindex='0']")) if (other.dataset.place) other.tabIndex = -1;
  button.tabIndex = 0;
  button.focus();
}

let typing = null;

export function listenSetup() {
  byId("cells").addEventListener("click", (event) => {
    if (event.target.dataset.place === undefined) return;
    focusCell(event.target);
    putLetter(Number(event.target.dataset.place), brush);
  });
  byId("cells").addEventListener("keydown", pressedInCells);
  byId("empty-board").addEventListener("click", () => change(() => ({ clear: true })));
  byId("state").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(change, 250);
  });
}
