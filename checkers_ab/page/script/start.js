// The start of a page that holds its data, and its address, which says what step is shown.

import { data, view, writtenAt } from "./data.js";
import { byId } from "./elements.js";
import { listen, showData } from "./keys.js";
import { goToLine, openCase, openFirst, show } from "./steps.js";

/** Writes the step into the address. */
function keepAddress() {
  const { line, ago } = writtenAt(view.at);
  const start = data.cases.length > 1 ? `#case=${view.shown.place + 1}` : "#line=0";
  history.replaceState(null, "", view.at === 0 ? start : `#line=${line}${ago ? `+${ago}` : ""}`);
}

function followAddress() {
  const line = /^#line=(\d{1,9})(?:\+(\d{1,9}))?$/.exec(location.hash);
  const chosen = /^#case=(\d{1,9})$/.exec(location.hash);
  if (line) goToLine(Number(line[1]), Number(line[2] || 0));
  else if (chosen && data.cases[chosen[1] - 1]) {
    openCase(chosen[1] - 1);
    show(0);
  }
  return Boolean(line || chosen);
}

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("a[href^='#line=']")) keepAddress(); // so that going back returns here
});
window.addEventListener("hashchange", followAddress);

view.keep = keepAddress;
listen();
showData(JSON.parse(byId("data").textContent));
if (!followAddress()) openFirst();
