// Pictures of states: put together from the frame of a case and what each move changed.

import { data, moveOf, nameOf, stepOf, view } from "./data.js";
import { byId, make } from "./elements.js";
import { drawBranches } from "./branches.js";
import { drawGrid } from "./board.js";
import { findingsAt } from "./findings.js";
import { wayTo } from "./path.js";

const SAME = 1; // an arrow that goes along the marks

/** A picture after some changes to another one, or to its frame. */
function changed(picture, [changes = [], marks = [], arrow = [], notes = [], place = 0]) {
  const frame = view.shown.frames[place];
  const cells = picture && picture.frame === frame ? [...picture.cells] : (frame.cells || []).flat();
  for (let next = 0; next < (changes || []).length; next += 2) cells[changes[next]] = data.texts[changes[next + 1]];
  return { frame, cells, gone: [], marks: marks || [], arrow: arrow === SAME ? marks : arrow || [], notes: (notes || []).map((note) => data.texts[note]) };
}

/** The picture after the move of a line; 0 for the state that was given. */
function pictureOf(line) {
  const step = stepOf(line);
  return step ? changed(pictureOf(step.under), step.picture || []) : changed(null, view.shown.picture);
}

/** The pieces that a move has taken: they are gone, and it did not begin or end there. */
function takenBy(line, picture) {
  const { pieces } = picture.frame;
  if (!line || !pieces) return [];
  const was = pictureOf(stepOf(line).under);
  if (was.frame !== picture.frame) return [];
  const isTaken = (text, place) => pieces[text] && !pieces[picture.cells[place]] && !picture.marks.includes(place);
  return was.cells.map((text, place) => [place, text]).filter(([place, text]) => isTaken(text, place));
}

const caption = (way) => (way.length ? `After ${way.join(", ")}.` : "The state that was given.");

/** The picture that belongs to a step, with its caption: a finding has its own. */
function pictureAt(step) {
  const fault = findingsAt(step)[0];
  if (fault && fault.picture) return [changed(null, fault.picture), caption(fault.after)];
  const line = ["visit", "leaf", "return", "answer"].includes(step.kind) ? moveOf(step) : step.under;
  const picture = pictureOf(line);
  picture.gone = takenBy(line, picture);
  return [picture, caption(wayTo(line).map((own) => nameOf(stepOf(own))))];
}

/** Shows the picture of a step, and how its value is made up if that is not asked. */
export function showPicture(step, explained = true) {
  const [picture, text] = pictureAt(step);
  const kind = picture.frame.kind;
  if (kind === "grid") drawGrid(picture);
  else if (kind === "tree") drawBranches(picture);
  else byId("board").replaceChildren();
  byId("notes").textContent = picture.notes.join("\n");
  byId("notes").hidden = !picture.notes.length;
  byId("caption").replaceChildren(text, ...(step.made_up && explained ? [make("br"), step.made_up] : []));
  byId("now").dataset.board = kind === "tree" ? picture.marks.join(" ") : picture.cells.join("");
}
