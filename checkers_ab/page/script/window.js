// The windows of all positions on the path, one below the other, on the same axis of values.

import { data, nameOf, stepNow, stepOf, valueText, view } from "./data.js";
import { byId, draw, make } from "./elements.js";
import { findingsAt } from "./findings.js";
import { ENDS, LIMIT, lastAbout, positionOf, sideAt, wayTo } from "./path.js";
import { lineLink } from "./sentences.js";

const [LOW, HIGH] = [-1, 2]; // the places of the infinities
const ZERO = 0; // the first value

function placeOn(value) {
  const place = view.shown.values[value][1];
  return place === LOW ? 12 : place === HIGH ? 388 : 40 + 320 * place;
}

/** A window as a bar; the end that decides has a head. */
function drawBar([alpha, beta], { before = null, value = -1, decides = -1, shut = false }) {
  const [left, right] = [placeOn(alpha), placeOn(beta)];
  const svg = draw("svg", { viewBox: "0 0 400 26", "aria-hidden": "true" });
  if (before) {
    const [from, to] = before.map(placeOn);
    svg.append(draw("rect", { x: Math.min(from, to), y: 4, width: Math.abs(to - from), height: 16, class: "was" }));
  }
  const wide = Math.max(Math.abs(right - left), shut ? 12 : 3);
  svg.append(draw("line", { x1: 6, y1: 20, x2: 394, y2: 20, class: "axis" }));
  svg.append(draw("line", { x1: placeOn(ZERO), y1: 18, x2: placeOn(ZERO), y2: 25, class: "axis" }));
  svg.append(draw("rect", { x: (left + right - wide) / 2, y: 8, width: wide, height: 12, class: shut ? "closed-part" : "open-part" }));
  [left, right].forEach((x, end) => {
    svg.append(draw("line", { x1: x, y1: 3, x2: x, y2: 23, class: end === decides ? "end decides" : "end" }));
    if (end === decides) svg.append(draw("path", { d: `M${x - 5} 0 h10 l-5 7 z`, class: "decides-head" }));
  });
  if (value >= 0) svg.append(draw("circle", { cx: placeOn(value), cy: 14, r: 5.5, class: "value" }));
  return svg;
}

/** The ends of a window in words, each with the line that set it. */
function drawEnds(window, decides) {
  return make("span", { class: "ends" }, ...ENDS.flatMap((name, end) => {
    const text = make(end === decides ? "b" : "span", { class: end === decides ? "decides" : "", textContent: `${name}=${valueText(window[end])}` });
    const by = window[2 + end] ? [" (", lineLink(window[2 + end]), ")"] : [];
    return [...(end ? [", "] : []), text, ...by];
  }));
}

function drawRow(head, window, marks) {
  const top = make("p", {}, make("span", { class: "who", textContent: head }), drawEnds(window, marks.decides));
  return make("li", { class: marks.current ? "now" : "" }, top, drawBar(window, marks));
}

function rowOf(line, current, step) {
  const side = sideAt(line);
  const { window } = lastAbout(line);
  const isOpen = window[LIMIT[side]] === view.shown.steps[0].window[LIMIT[side]];
  const head = `${line ? nameOf(stepOf(line)) : "root"}: ${data.sides[side]} to move`;
  const marks = { current, decides: isOpen ? -1 : LIMIT[side] };
  if (current) Object.assign(marks, { before: step.before, value: step.value, shut: !view.guessing && step.closed });
  return drawRow(head, window, marks);
}

export function drawWindow() {
  const step = stepNow();
  const [fault] = findingsAt(step);
  if (fault && fault.ends) {
    byId("window").replaceChildren(make("ol", { class: "path" }, drawRow("where the finding is", [...fault.ends, 0, 0], { current: true })));
    return;
  }
  const way = [0, ...wayTo(positionOf(step))];
  const rows = way.map((line, place) => rowOf(line, place === way.length - 1, step));
  const decides = rows.some((row) => row.querySelector(".decides"));
  const legend = [step.before ? "pale: what it was" : "", step.value >= 0 ? "dot: the value" : "", decides ? "bold, with ▾: a reply that reaches this end cuts" : ""];
  byId("window").replaceChildren(make("ol", { class: "path" }, ...rows), make("p", { class: "legend", textContent: legend.filter(Boolean).join("; ") }));
}
