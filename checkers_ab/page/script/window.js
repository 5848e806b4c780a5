// The window on an axis of values.

import { stepNow, valueText, view } from "./data.js";
import { byId, draw, make } from "./elements.js";
import { spellWindow } from "./sentences.js";

const [LOW, HIGH] = [-1, 2]; // the places of the infinities
const ZERO = 0; // the first value

function placeOn(value) {
  const place = view.shown.values[value][1];
  return place === LOW ? 20 : place === HIGH ? 380 : 50 + 300 * place;
}

function nameEnd(name, value, y) {
  const x = placeOn(value);
  const anchor = x < 60 ? "start" : x > 340 ? "end" : "middle";
  const text = `${name}=${valueText(value)}`;
  return draw("text", { x: anchor === "start" ? 6 : anchor === "end" ? 394 : x, y, class: "name", "text-anchor": anchor }, text);
}

export function drawWindow() {
  const step = stepNow();
  const [alpha, beta] = step.window;
  const [left, right] = [placeOn(alpha), placeOn(beta)];
  const shut = !view.guessing && step.closed;
  const svg = draw("svg", { viewBox: "0 0 400 104", role: "img", "aria-label": `The window: ${spellWindow(step)}${shut ? ", closed" : ""}` });
  if (step.before) {
    const [from, to] = step.before.map(placeOn);
    svg.append(draw("rect", { x: Math.min(from, to), y: 38, width: Math.abs(to - from), height: 20, class: "was" }));
  }
  svg.append(draw("line", { x1: 10, y1: 58, x2: 390, y2: 58, class: "axis" }));
  const wide = Math.max(Math.abs(right - left), shut ? 12 : 3);
  svg.append(draw("rect", { x: (left + right - wide) / 2, y: 44, width: wide, height: 14, class: shut ? "closed-part" : "open-part" }));
  for (const [x, text] of [[20, "-inf"], [placeOn(ZERO), "0"], [380, "inf"]]) svg.append(draw("text", { x, y: 76, class: "scale" }, text));
  svg.append(draw("line", { x1: left, y1: 24, x2: left, y2: 58, class: "end" }), draw("line", { x1: right, y1: 36, x2: right, y2: 64, class: "end" }));
  svg.append(nameEnd("alpha", alpha, 18), nameEnd("beta", beta, 94));
  if (step.value >= 0) svg.append(draw("circle", { cx: placeOn(step.value), cy: 51, r: 6, class: "value" }));
  const legend = [view.guessing ? "" : shut ? "closed" : "open", step.before ? "pale: what it was" : "", step.value >= 0 ? "dot: the value" : ""];
  byId("window").replaceChildren(svg, make("p", { class: "legend", textContent: legend.filter(Boolean).join("; ") }));
}
