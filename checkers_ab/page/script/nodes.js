// What the search has made of each node of a textbook tree.

import { view, worth } from "./data.js";

/** The lines of the moves that lead to nodes, by their place. */
function linesByPlace() {
  const found = new Map([[0, 0]]);
  for (const { kind, line, picture } of view.shown.steps) if ((kind === "visit" || kind === "leaf") && picture) found.set(picture[1][picture[1].length - 1], line);
  return found;
}

/** What has become of each node: later, open, done or cut, with its value, as boxes of the drawn tree. */
export function statesOf(places) {
  const { indexOf, valueAt, steps, about } = view.shown;
  const lines = linesByPlace();
  const pruned = (line) => (about.get(line) || []).find((step) => step.kind === "prune" && step.index <= view.at);
  const states = [];
  places.forEach(({ parent }, place) => {
    const line = lines.get(place);
    const above = states[parent];
    if (line === undefined) {
      const prune = above.kind === "cut" ? above.line : (pruned(above.line) || {}).line;
      states.push({ kind: prune ? "cut" : "later", line: prune || above.line, under: above.line });
    } else if (place && indexOf.get(line) > view.at) states.push({ kind: "later", line, under: above.line });
    else {
      const index = place ? valueAt.get(line) : steps.length - 1;
      const known = index <= view.at && steps[index].value >= 0;
      states.push({ kind: known ? "done" : "open", line, under: above ? above.line : 0, worth: known ? worth(steps[index]) : "" });
    }
  });
  return states;
}
