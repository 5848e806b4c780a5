// The primer, open until it is folded away; the browser remembers that if it may.

import { data } from "./data.js";
import { byId, make } from "./elements.js";

const FOLDED = "checkers-ab primer folded";
const NARROW = "(max-width: 640px)";

function isFolded() {
  try {
    return window.localStorage.getItem(FOLDED) === "true";
  } catch {
    return false;
  }
}

function remember() {
  try {
    window.localStorage.setItem(FOLDED, String(!byId("primer").open));
  } catch {
    // nothing may be stored for this page: it is open next time
  }
}

/** Fills the primer with the words of the data. */
export function showPrimer() {
  const entries = data.primer.map(([word, sentence]) => make("div", {}, make("dt", { textContent: word }), make("dd", { textContent: sentence })));
  byId("primer-words").replaceChildren(...entries);
}

export function openPrimer() {
  byId("primer").open = !isFolded() && !matchMedia(NARROW).matches;
  byId("primer").querySelector("summary").addEventListener("click", () => setTimeout(remember));
}
