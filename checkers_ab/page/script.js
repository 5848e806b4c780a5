"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const other = { max: "min", min: "max" };
  const VALUES = new Set(["leaf", "return"]);
  const TRIES = new Set(["visit", "leaf"]);

  let shown; // the case on the page, with its indexes
  let at = 0; // the step on the page
  let playing = null;
  let guessing = false;
  let pending = []; // questions before the next step
  let answered = new Set();
  let score = { right: 0, asked: 0 };

  // Elements

  function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name === "class") element.className = value;
      else if (name in element) element[name] = value;
      else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  }

  function draw(tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // Values and windows

  function numeric(text) {
    if (text === "inf") return Infinity;
    if (text === "-inf") return -Infinity;
    const [above, below] = text.split("/");
    return below ? above / below : Number(above);
  }

  function closed([alpha, beta]) {
    const [low, high] = [numeric(alpha), numeric(beta)];
    return data.cut === "gt" ? low > high : low >= high;
  }

  const sign = data.cut === "gt" ? ">" : ">=";

  /** A value as a sentence can bear it; comparisons use the whole of it. */
  const brief = (text) => (/^-?\d+\.\d{5,}/.test(text) ? String(Number(Number(text).toPrecision(4))) : text);
  const spellWindow = ([alpha, beta]) => `alpha=${brief(alpha)}, beta=${brief(beta)}`;
  const byLine = (line) => (line ? ` (line ${line})` : "");
  const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

  /** A side's name with a verb, for one person or for several. */
  function does(side, one, many) {
    const name = data.sides[side];
    return `${name} ${/(?:[a-z]s|men)$/.test(name) ? many : one}`;
  }

  // A case with its indexes

  function indexed(found) {
    const known = { ...found, own: [], indexOf: new Map(), children: new Map(), valueAt: new Map(), faults: new Map() };
    found.steps.forEach((step, index) => {
      if (step.kind === "return") {
        known.valueAt.set(step.of, index);
        return;
      }
      if (step.kind === "start") return;
      known.indexOf.set(step.line, index);
      known.own.push(step.line);
      if (step.kind === "leaf") known.valueAt.set(step.line, index);
      if (step.kind === "answer") return;
      if (!known.children.has(step.under)) known.children.set(step.under, []);
      known.children.get(step.under).push(step.line);
    });
    for (const finding of found.findings || []) {
      if (!known.faults.has(finding.line)) known.faults.set(finding.line, []);
      known.faults.get(finding.line).push(finding);
    }
    known.bestLines = new Set(found.best);
    known.scale = scaleOf(found.steps);
    return known;
  }

  const stepOf = (line) => shown.steps[shown.indexOf.get(line)];

  /** The line that a step belongs to: that of its move for a value that came back. */
  const lineOf = (step) => (step.kind === "return" ? step.of : step.line);

  /** The place of the last line at or before this one among the lines of the case; -1 before the first. */
  function placeOf(own, line) {
    let [low, high] = [0, own.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (own[middle] <= line) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The trace line that was written last when a step is shown, and how many steps ago. */
  function writtenAt(index) {
    let ago = 0;
    while (shown.steps[index - ago].kind === "return") ago += 1;
    return { line: shown.steps[index - ago].line, ago };
  }

  // Sentences

  function narrowing(step) {
    const [mover, enemy] = [data.sides[step.side], data.sides[other[step.side]]];
    const [end, name, verb] = step.side === "max" ? [0, "alpha", "rises"] : [1, "beta", "falls"];
    if (step.before[end] === step.window[end]) {
      const why = step.side === "max" ? "no more than" : "no less than";
      return `That is ${why} ${name}=${brief(step.window[end])}${byLine(step.by[end])}, so the window stays.`;
    }
    const means = step.side === "max" ? `${mover} can have ${brief(step.value)} here` : `${mover} can hold ${enemy} to ${brief(step.value)} here`;
    return `${name} ${verb} to ${brief(step.value)}: ${means}.`;
  }

  function nextAtNode(index) {
    const [step, next] = [shown.steps[index], shown.steps[index + 1]];
    return next && next.under === step.under && (next.kind === "prune" || TRIES.has(next.kind)) ? next : null;
  }

  function closing(index) {
    const step = shown.steps[index];
    if (guessing || !closed(step.window)) return "";
    const rest = nextAtNode(index) ? "The moves that are left here need not be looked at." : "But no move is left here to cut.";
    return ` ${comparison(step.window)}: the window has closed. ${rest}`;
  }

  const comparison = ([alpha, beta]) =>
    `alpha=${brief(alpha)} ${closed([alpha, beta]) ? sign : sign === ">" ? "<=" : "<"} beta=${brief(beta)}`;

  function whyCut(step) {
    const [own, limit] = step.side === "max" ? [0, 1] : [1, 0];
    const has = `${does(step.side, "has", "have")} ${brief(step.window[own])} here${byLine(step.by[own])}`;
    if (!step.by[limit]) return `${has}, and nothing can be better than that.`;
    const already = `${does(other[step.side], "already has", "already have")} ${brief(step.window[limit])} by line ${step.by[limit]}`;
    return `${has}, but ${already} and will not let it come to this.`;
  }

  function cutSentence(step) {
    const moves = step.count === 1 ? "the other move is" : `the other ${step.count.toLocaleString("en")} moves are`;
    if (closed(step.window)) return `${comparison(step.window)}: ${moves} cut. ${whyCut(step)}`;
    return `The trace cuts ${plural(step.count, "move")} here, but ${comparison(step.window)}: by its own values the window is open.`;
  }

  function sentenceAt(index) {
    const step = shown.steps[index];
    const [mover, enemy] = [data.sides[step.side], data.sides[other[step.side]]];
    const tries = step.side && does(step.side, "tries", "try");
    switch (step.kind) {
      case "start":
        return "Nothing has been looked at yet: the window is open as wide as can be.";
      case "visit":
        return `${tries} ${step.move}. The game goes on, and ${enemy} will answer within ${spellWindow(step.window)}.`;
      case "leaf":
        return `${tries} ${step.move}: h=${brief(step.value)}. ${narrowing(step)}${closing(index)}`;
      case "return":
        return `${mover}'s ${stepOf(step.of).move}${byLine(step.of)} comes back with ${brief(step.value)}. ${narrowing(step)}${closing(index)}`;
      case "prune":
        return cutSentence(step);
      case "answer":
        if (!step.move) return data.judged ? "The trace ends here." : "The game was over before the first move.";
        return `The first move: ${step.move}${step.value === undefined ? "" : `, worth ${brief(step.value)} to ${data.sides.max}`}.`;
      default:
        return "This line can't be followed on the board.";
    }
  }

  function conditionAt(index) {
    const step = shown.steps[index];
    let [mover, ply] = [step.side, step.ply];
    if (step.kind === "visit") [mover, ply] = [other[mover], ply + 1];
    else if (step.kind === "start") [mover, ply] = [(shown.steps[1] || {}).side, 1];
    else if (!VALUES.has(step.kind)) return step.kind !== "prune" ? "" : ply === 1 ? "The search is done." : "This position is done; its value goes up.";
    if (!mover) return "";
    if (!guessing && VALUES.has(step.kind)) {
      const next = nextAtNode(index);
      if (!next) return ply === 1 ? "That was the last first move." : "No move is left here: the value goes up.";
      if (next.kind === "prune") return "";
    }
    const what = ply === 1 ? "a move" : "a reply";
    const limit = mover === "max" ? step.window[1] : step.window[0];
    const beyond = mover === "max" ? ["or more", "more than"] : ["or less", "less than"];
    const worth = data.cut === "gt" ? `${beyond[1]} ${brief(limit)}` : Math.abs(numeric(limit)) === Infinity ? limit : `${brief(limit)} ${beyond[0]}`;
    return `${data.sides[mover]} to move: cut, if ${what} is worth ${worth}.`;
  }

  // The board

  function pictureAt(index) {
    const step = shown.steps[index];
    const root = { board: shown.board, squares: [], text: "The board that was given." };
    const after = (line) => {
      const found = stepOf(line);
      return found && found.board ? { board: found.board, squares: found.squares, text: `After ${wayTo(line)}.` } : root;
    };
    const fault = (shown.faults.get(step.line) || [])[0];
    if (step.kind === "text" && fault && fault.board) {
      return { board: fault.board, squares: fault.squares, text: fault.after.length ? `After ${fault.after.join(", ")}.` : root.text };
    }
    if (TRIES.has(step.kind)) return after(step.line);
    if (step.kind === "return" || step.kind === "answer") return step.of ? after(step.of) : root;
    return step.under ? after(step.under) : root;
  }

  function wayTo(line) {
    const way = [];
    for (let step = stepOf(line); step; step = stepOf(step.under)) way.unshift(`${data.letters[step.side]}${step.ply} ${step.move}`);
    return way.join(", ");
  }

  const PIECES = { A: ["max", "man"], k: ["max", "king"], B: ["min", "man"], K: ["min", "king"] };
  let pieces = null;

  function drawSquares() {
    const svg = draw("svg", { viewBox: "0 0 8.5 8.5", role: "img", id: "checkers" });
    const head = draw("marker", { id: "head", viewBox: "0 0 4 4", refX: 2.6, refY: 2, markerWidth: 3.2, markerHeight: 3.2, orient: "auto" });
    head.append(draw("path", { d: "M0 0 L4 2 L0 4 Z", class: "arrow-head" }));
    svg.append(draw("defs", {}, head));
    for (let row = 0; row < 8; row += 1) {
      svg.append(draw("text", { x: 0.22, y: row + 1.1, class: "label" }, String(row)));
      svg.append(draw("text", { x: row + 1, y: 0.33, class: "label" }, String(row)));
      for (let column = 0; column < 8; column += 1) {
        const shade = (row + column) % 2 ? "square-dark" : "square-light";
        svg.append(draw("rect", { x: column + 0.5, y: row + 0.5, width: 1, height: 1, class: shade }));
      }
    }
    pieces = draw("g");
    svg.append(pieces);
    byId("board").replaceChildren(svg);
  }

  function drawPiece(letter, row, column) {
    const [side, rank] = PIECES[letter];
    const [x, y] = [column + 1, row + 1];
    const ink = side === "max" ? "#1d2329" : "#fdf6e3";
    const group = draw("g", {}, draw("circle", { cx: x, cy: y, r: 0.38, class: `man ${side}`, stroke: ink }));
    if (rank === "king") {
      group.append(draw("circle", { cx: x, cy: y, r: 0.31, class: "ring", stroke: ink }));
      group.append(draw("path", { d: `M${x - 0.17} ${y - 0.05} v-0.19 l0.1 0.09 l0.07 -0.12 l0.07 0.12 l0.1 -0.09 v0.19 z`, fill: ink }));
      group.append(draw("text", { x, y: y + 0.24, class: "letter", fill: ink, style: "font-size:0.32px" }, letter));
    } else {
      group.append(draw("text", { x, y: y + 0.15, class: "letter", fill: ink }, letter));
    }
    return group;
  }

  function drawCheckers(picture) {
    if (!pieces || !pieces.isConnected) drawSquares();
    const drawn = [];
    const named = [];
    [...picture.board].forEach((letter, place) => {
      if (!PIECES[letter]) return;
      const row = place >> 2;
      const column = 2 * (place % 4) + (row % 2 ? 0 : 1);
      drawn.push(drawPiece(letter, row, column));
      named.push(`${data.sides[PIECES[letter][0]]}'s ${PIECES[letter][1]} (${row},${column})`);
    });
    for (const [row, column] of picture.squares) drawn.push(draw("rect", { x: column + 0.55, y: row + 0.55, width: 0.9, height: 0.9, class: "touched" }));
    if (picture.squares.length === 2) {
      const [[fromRow, fromColumn], [toRow, toColumn]] = picture.squares;
      drawn.push(draw("line", { x1: fromColumn + 1, y1: fromRow + 1, x2: toColumn + 1 - 0.42 * Math.sign(toColumn - fromColumn), y2: toRow + 1 - 0.42 * Math.sign(toRow - fromRow), class: "arrow", "marker-end": "url(#head)" }));
    }
    pieces.replaceChildren(...drawn);
    byId("checkers").setAttribute("aria-label", `Board: ${named.join(", ")}`);
  }

  /** A drawn text as rows of cells three characters wide behind a number, with the other lines; no rows if it is not so laid out. */
  function gridOf(text) {
    const rows = [];
    const rest = [];
    let columns = null;
    for (const line of text.split("\n")) {
      const found = /^( *\d+ )((?:[ [].*)|(?:[A-Z]\d.*))$/.exec(line);
      const header = /^ +[a-z0-9]+(?: +[a-z0-9]+)*$/.test(line);
      if (header) columns = line.trim().split(/ +/);
      else if (found) rows.push([found[1].trim(), found[2].match(/.{1,3}/g)]);
      else if (line) rest.push(line);
    }
    return columns && rows.length ? { rows, columns, rest } : { rows: [], columns: [], rest: text.split("\n") };
  }

  function drawText(picture) {
    const { rows, columns, rest } = gridOf(picture.board);
    const parts = [];
    if (rows.length) {
      const svg = draw("svg", { viewBox: `0 0 ${columns.length + 0.7} ${rows.length + 0.7}`, role: "img", "aria-label": picture.board });
      rows.forEach(([name, cells], row) => {
        svg.append(draw("text", { x: 0.3, y: row + 0.6, class: "label" }, name));
        columns.forEach((_, column) => {
          const cell = cells[column] || "";
          const marked = cell[0] === "[" || cell.includes("!") || cell.includes("+");
          svg.append(draw("rect", { x: column + 0.65, y: row + 0.03, width: 0.94, height: 0.94, class: marked ? "cell marked" : "cell" }));
          const inside = cell.replace(/[[\]\s]/g, "");
          if (inside && inside !== ".") svg.append(draw("text", { x: column + 1.12, y: row + 0.67, class: "cell-text" }, inside));
        });
      });
      columns.forEach((name, column) => svg.append(draw("text", { x: column + 1.12, y: rows.length + 0.42, class: "label" }, name)));
      parts.push(svg);
    }
    if (rest.length) parts.push(make("pre", { textContent: rest.join("\n") }));
    byId("board").replaceChildren(...parts);
  }

  // The window

  function scaleOf(steps) {
    const values = new Set([0]);
    for (const step of steps) for (const text of [...step.window, step.value]) {
      const value = text === undefined ? NaN : numeric(text);
      if (Number.isFinite(value)) values.add(value);
    }
    let [low, high] = [Infinity, -Infinity];
    for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
    const room = Math.max((high - low) * 0.12, high === low ? 1 : 0);
    return { low: low - room, high: high + room };
  }

  function placeOn(text) {
    const value = numeric(text);
    if (value === Infinity) return 380;
    if (value === -Infinity) return 20;
    const { low, high } = shown.scale;
    return 50 + (300 * (value - low)) / (high - low);
  }

  function nameEnd(name, text, x, y) {
    const anchor = x < 60 ? "start" : x > 340 ? "end" : "middle";
    return draw("text", { x: anchor === "start" ? 6 : anchor === "end" ? 394 : x, y, class: "name", "text-anchor": anchor }, `${name}=${brief(text)}`);
  }

  function drawWindow(step) {
    const [alpha, beta] = step.window;
    const [left, right] = [placeOn(alpha), placeOn(beta)];
    const shut = !guessing && closed(step.window);
    const svg = draw("svg", { viewBox: "0 0 400 104", role: "img", "aria-label": `The window: ${spellWindow(step.window)}${shut ? ", closed" : ""}` });
    const moved = step.before && step.before.some((end, place) => end !== step.window[place]);
    if (moved) {
      const [from, to] = step.before.map(placeOn);
      svg.append(draw("rect", { x: Math.min(from, to), y: 38, width: Math.abs(to - from), height: 20, class: "was" }));
    }
    svg.append(draw("line", { x1: 10, y1: 58, x2: 390, y2: 58, class: "axis" }));
    const wide = Math.max(Math.abs(right - left), shut ? 12 : 3);
    svg.append(draw("rect", { x: (left + right - wide) / 2, y: 44, width: wide, height: 14, class: shut ? "closed-part" : "open-part" }));
    for (const text of ["-inf", "0", "inf"]) svg.append(draw("text", { x: placeOn(text), y: 76, class: "scale" }, text));
    svg.append(draw("line", { x1: left, y1: 24, x2: left, y2: 58, class: "end" }), draw("line", { x1: right, y1: 36, x2: right, y2: 64, class: "end" }));
    svg.append(nameEnd("alpha", alpha, left, 18), nameEnd("beta", beta, right, 94));
    if (step.value !== undefined) svg.append(draw("circle", { cx: placeOn(step.value), cy: 51, r: 6, class: "value" }));
    byId("window").replaceChildren(svg, make("p", { class: "legend", textContent: [guessing ? "" : shut ? "closed" : "open", moved ? "pale: what it was" : "", step.value === undefined ? "" : "dot: the value"].filter(Boolean).join("; ") }));
  }

  // The trace

  const AROUND = 3;

  function showLines(index) {
    const step = shown.steps[index];
    const current = lineOf(step);
    const place = placeOf(shown.own, current);
    const last = guessing ? placeOf(shown.own, writtenAt(index).line) : place + AROUND;
    const items = [];
    for (let near = Math.max(0, place - AROUND); near <= Math.min(last, place + AROUND, shown.own.length - 1); near += 1) {
      const line = shown.own[near];
      const text = stepOf(line).text;
      const fault = shown.faults.has(line) ? "⚠ " : "";
      const item = make("li", { class: `${text.length > 160 ? "long" : ""} ${line === current ? "now" : ""}` }, make("span", { textContent: line }), make("span", { textContent: fault + text }));
      if (line === current) item.setAttribute("aria-current", "true");
      items.push(item);
    }
    byId("lines").replaceChildren(...items);
    const where = step.kind === "start" ? "before the first line" : `${step.kind === "return" ? "back at " : ""}line ${current}`;
    byId("place").textContent = `Step ${index} of ${shown.steps.length - 1}, ${where}.`;
  }

  // The tree

  let items = new Map(); // by line: the list item, if it has been drawn
  let opened = new Set(); // by the reader
  let followed = []; // opened for the step that is shown
  let marked = null; // the button of the step that is shown
  let scrolling = null;

  function drawTree() {
    items = new Map();
    followed = [];
    marked = null;
    byId("tree").replaceChildren(make("ul", {}, ...(shown.children.get(0) || []).map(drawItem)));
    for (const line of shown.bestLines) if (!guessing) unfold(line);
  }

  function drawItem(line) {
    const go = make("button", { type: "button", class: "go" });
    go.addEventListener("click", () => leap(shown.indexOf.get(line)));
    const row = make("div", { class: "row" });
    const item = make("li", {}, row);
    if (shown.children.has(line)) {
      const toggle = make("button", { type: "button", class: "toggle", textContent: "▸", "aria-expanded": "false" });
      toggle.setAttribute("aria-label", `Replies to line ${line}`);
      toggle.addEventListener("click", () => {
        if (item.lastChild.tagName === "UL" && !item.lastChild.hidden) {
          opened.delete(line);
          fold(line);
        } else {
          opened.add(line);
          unfold(line);
        }
      });
      row.append(toggle);
    } else row.append(make("span", { class: "gap" }));
    row.append(go);
    items.set(line, item);
    updateItem(line);
    return item;
  }

  function updateItem(line) {
    const item = items.get(line);
    if (!item) return;
    const step = stepOf(line);
    const known = shown.valueAt.has(line) && shown.valueAt.get(line) <= at;
    const future = shown.indexOf.get(line) > at;
    const best = shown.bestLines.has(line) && !guessing;
    const [kind, symbol, word] = step.kind === "prune" ? ["cut", "✂", "cut"] : best ? ["best", "★", "best"] : step.kind === "text" ? ["fault", "?", "not followed"] : ["tried", "●", "searched"];
    item.className = `${kind} ${future ? "future" : ""}`;
    const label = step.kind === "prune" ? `${plural(step.count, "move")} cut` : step.kind === "text" ? step.text.slice(0, 40) : `${data.letters[step.side]}${step.ply} ${step.move}`;
    const parts = [make("span", { class: `mark ${kind}`, textContent: symbol, "aria-hidden": "true" }), make("span", { class: "hidden-text", textContent: `${word}${future ? ", not yet" : ""}: ` }), label];
    if (known) parts.push(make("span", { class: "worth", textContent: ` = ${brief(shown.steps[shown.valueAt.get(line)].value)}` }));
    if (shown.faults.has(line)) parts.push(make("span", { class: "mark fault", textContent: "⚠", title: "a finding" }));
    item.firstChild.lastChild.replaceChildren(...parts);
  }

  function unfold(line) {
    const item = items.get(line);
    if (!item || !shown.children.has(line)) return;
    if (item.lastChild.tagName !== "UL") item.append(make("ul", {}, ...shown.children.get(line).map(drawItem)));
    item.lastChild.hidden = false;
    setToggle(item, true);
  }

  function fold(line) {
    const item = items.get(line);
    if (!item || item.lastChild.tagName !== "UL") return;
    item.lastChild.hidden = true;
    setToggle(item, false);
  }

  function setToggle(item, open) {
    const toggle = item.firstChild.firstChild;
    toggle.textContent = open ? "▾" : "▸";
    toggle.setAttribute("aria-expanded", String(open));
  }

  function followTree(before) {
    const step = shown.steps[at];
    const current = step.kind === "answer" ? step.of : lineOf(step);
    const way = [];
    for (let line = current && stepOf(current) ? stepOf(current).under : 0; line; line = stepOf(line).under) way.unshift(line);
    if (step.kind === "visit") way.push(step.line);
    for (const line of followed) if (!way.includes(line) && !opened.has(line) && !shown.bestLines.has(line)) fold(line);
    way.forEach(unfold);
    followed = way;
    const [low, high] = before < at ? [before, at] : [at, before];
    for (let index = low; index <= high; index += 1) updateItem(lineOf(shown.steps[index]));
    if (marked) marked.removeAttribute("aria-current");
    const item = items.get(current);
    marked = item ? item.firstChild.lastChild : null;
    if (marked) marked.setAttribute("aria-current", "step");
    if (!scrolling) scrolling = requestAnimationFrame(scrollTree);
  }

  /** Brings the item of this step into view, once for each frame: it needs a layout. */
  function scrollTree() {
    scrolling = null;
    const tree = byId("tree");
    const top = marked ? marked.parentNode.offsetTop : 0;
    if (top < tree.scrollTop + 20 || top > tree.scrollTop + tree.clientHeight - 50) tree.scrollTop = top - tree.clientHeight / 2;
  }

  // Findings

  function listFindings() {
    const box = byId("findings");
    box.hidden = !data.judged;
    if (!data.judged) return;
    const parts = [make("h2", { textContent: shown.total ? plural(shown.total, "finding") : "This trace is right" })];
    if (shown.other_board) parts.push(make("p", { textContent: "Not one first move of this trace is legal here: is it the trace of another board?" }));
    const [first, ...more] = shown.diagnosis;
    if (first) {
      parts.push(make("p", { id: "diagnosis", textContent: `${first.sentence} To mend it: ${first.fix} (docs/homework.md, paragraph ${first.paragraph})` }));
      if (more.length) parts.push(make("p", { textContent: `It would also be the trace of a program that ${more.map((found) => found.clause).join(", or ")}.` }));
    }
    if (shown.findings.length) {
      parts.push(make("ol", { tabIndex: 0, "aria-label": "Findings" }, ...shown.findings.map((finding) => {
        const go = make("button", { type: "button", textContent: `⚠ line ${finding.line}: ${finding.kind}` });
        go.dataset.line = finding.line;
        go.addEventListener("click", () => openFinding(finding));
        return make("li", {}, go);
      })));
    }
    if (shown.total > shown.findings.length) parts.push(make("p", { textContent: `The first ${shown.findings.length} are listed.` }));
    box.replaceChildren(...parts);
  }

  let openedFinding = null;

  function openFinding(finding) {
    const place = placeOf(shown.own, finding.line);
    leap(place < 0 ? 0 : shown.indexOf.get(shown.own[place]), finding);
  }

  function showFinding() {
    const step = shown.steps[at];
    const here = step.kind === "return" ? [] : shown.faults.get(step.line) || [];
    const list = openedFinding && !here.includes(openedFinding) ? [openedFinding, ...here] : here;
    byId("finding").hidden = !list.length;
    byId("finding").replaceChildren(...list.flatMap((finding) => {
      const pairs = [["expected", finding.expected], ["found", finding.found]];
      if (finding.after) pairs.push(["after", finding.after.join(", ") || "nothing: this is the board that was given"]);
      if (finding.window) pairs.push(["window", spellWindow(finding.window)]);
      return [
        make("h2", { textContent: `⚠ line ${finding.line}: ${finding.kind} (docs/homework.md, paragraph ${finding.paragraph})` }),
        make("p", { textContent: finding.message }),
        make("dl", {}, ...pairs.flatMap(([name, text]) => [make("dt", { textContent: name }), make("dd", { textContent: text })])),
      ];
    }));
    for (const go of byId("findings").querySelectorAll("button")) {
      if (list.some((finding) => String(finding.line) === go.dataset.line)) go.setAttribute("aria-current", "true");
      else go.removeAttribute("aria-current");
    }
  }

  // Showing a step

  function show(index) {
    const before = at;
    at = Math.max(0, Math.min(index, shown.steps.length - 1));
    const step = shown.steps[at];
    byId("sentence").textContent = sentenceAt(at);
    byId("condition").textContent = conditionAt(at);
    const picture = pictureAt(at);
    if (data.drawing === "checkers") drawCheckers(picture);
    else drawText(picture);
    byId("caption").textContent = picture.text;
    drawWindow(step);
    showLines(at);
    followTree(before);
    showFinding();
    const end = at === shown.steps.length - 1;
    byId("first").disabled = byId("back").disabled = at === 0;
    byId("step").disabled = byId("answer").disabled = end;
    const now = byId("now").dataset;
    [now.step, now.kind, now.line, now.alpha, now.beta, now.board] = [at, step.kind, lineOf(step), ...step.window, picture.board];
    if (end && guessing) showScore(" That is the end.");
    if (end) pause();
    keepAddress();
  }

  /** Goes to a step and past all questions. */
  function leap(index, finding = null) {
    openedFinding = finding;
    dropQuestions();
    byId("feedback").hidden = true;
    show(index);
  }

  let addressing = null;

  function keepAddress() {
    clearTimeout(addressing);
    addressing = setTimeout(() => {
      const { line, ago } = writtenAt(at);
      const start = data.cases.length > 1 ? `#case=${shown.place + 1}` : "#line=0";
      history.replaceState(null, "", at === 0 ? start : `#line=${line}${ago ? `+${ago}` : ""}`);
    }, 200);
  }

  function goToLine(line, more = 0) {
    const cases = data.cases.map((found) => found.steps.find((step) => step.line));
    let place = 0;
    cases.forEach((first, index) => {
      if (first && first.line <= line) place = index;
    });
    if (place !== shown.place) openCase(place);
    const near = placeOf(shown.own, line);
    leap(near < 0 ? 0 : shown.indexOf.get(shown.own[near]) + more);
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

  function openCase(place) {
    shown = indexed(data.cases[place]);
    shown.place = place;
    at = 0;
    opened = new Set();
    pieces = null;
    openedFinding = null;
    restartScore();
    byId("case").value = String(place);
    byId("line").max = shown.own[shown.own.length - 1] || 1;
    const counts = [["positions searched", shown.nodes.toLocaleString("en")], ["moves cut", shown.cut.toLocaleString("en")], ["plain minimax looks at", shown.plain]];
    byId("counts").replaceChildren(...counts.flatMap(([name, count]) => [make("dt", { textContent: name }), make("dd", { textContent: count })]));
    byId("left-out").hidden = !shown.left_out;
    byId("left-out").textContent = `The search went on for ${plural(shown.left_out, "more line")} that are left out here, so that the page stays quick; counts and first move are those of the whole search. A smaller --depth shows everything.`;
    listFindings();
    drawTree();
  }

  // Guessing

  function questionsAt(index) {
    const [step, next] = [shown.steps[index], shown.steps[index + 1]];
    const questions = [];
    if (VALUES.has(step.kind) && nextAtNode(index)) questions.push(cutQuestion(index, step, next));
    if (next && VALUES.has(next.kind)) questions.push(valueQuestion(index, next));
    return questions.filter((question) => !answered.has(question.key));
  }

  function cutQuestion(index, step, next) {
    const cuts = next.kind === "prune";
    return {
      key: `${index} cut`,
      text: `${does(step.side, "has", "have")} more moves here, and the window is ${spellWindow(step.window)}. Are they cut?`,
      choices: ["Cut them", "Go on"],
      right: cuts ? 0 : 1,
      why: cuts ? cutSentence(next) : `${comparison(step.window)}: the window is open, so the next move is looked at.`,
    };
  }

  function valueQuestion(index, next) {
    const mover = data.sides[next.side];
    const move = next.kind === "leaf" ? `${does(next.side, "tries", "try")} ${next.move}: h=${brief(next.value)}.` : `${mover}'s ${stepOf(next.of).move} comes back with ${brief(next.value)}.`;
    const right = next.before[0] !== next.window[0] ? 0 : next.before[1] !== next.window[1] ? 1 : 2;
    return {
      key: `${index} value`,
      text: `${move} The window was ${spellWindow(next.before)}. What becomes of it?`,
      choices: [`alpha becomes ${brief(next.value)}`, `beta becomes ${brief(next.value)}`, "It stays"],
      right,
      why: narrowing(next),
    };
  }

  function ask() {
    const question = pending[0];
    byId("question").hidden = false;
    byId("asked").textContent = question.text;
    byId("choices").replaceChildren(...question.choices.map((choice, place) => {
      const button = make("button", { type: "button" }, choice, make("kbd", { textContent: place + 1 }));
      button.addEventListener("click", () => guess(place));
      return button;
    }));
    byId("asked").focus();
  }

  function guess(choice) {
    const question = pending[0];
    if (!question || choice >= question.choices.length) return;
    pending.shift();
    const right = choice === question.right;
    answered.add(question.key);
    score.asked += 1;
    score.right += right ? 1 : 0;
    const feedback = byId("feedback");
    feedback.hidden = false;
    feedback.className = `feedback ${right ? "right" : "wrong"}`;
    feedback.textContent = `${right ? "✓ Right" : "✗ Wrong"}: ${question.choices[question.right].toLowerCase()}. ${question.why}`;
    showScore();
    if (pending.length) ask();
    else {
      dropQuestions();
      show(at + 1);
    }
  }

  function dropQuestions() {
    const had = !byId("question").hidden;
    pending = [];
    byId("question").hidden = true;
    if (had) byId("step").focus();
  }

  function showScore(more = "") {
    byId("score").hidden = !guessing;
    byId("score").textContent = `Score: ${score.right} of ${score.asked} right.${more}`;
  }

  function restartScore() {
    answered = new Set();
    score = { right: 0, asked: 0 };
    pending = [];
    byId("question").hidden = byId("feedback").hidden = true;
    showScore();
  }

  // What the reader does

  function stepOn() {
    if (pending.length || at === shown.steps.length - 1) return;
    openedFinding = null;
    if (guessing) {
      pending = questionsAt(at);
      if (pending.length) {
        pause();
        ask();
        return;
      }
    }
    byId("feedback").hidden = true;
    show(at + 1);
  }

  function nextCut() {
    const found = shown.steps.findIndex((step, index) => index > at && step.kind === "prune");
    if (found > 0) leap(found);
    else byId("condition").textContent = "There is no further cut.";
  }

  function pause() {
    clearInterval(playing);
    playing = null;
    byId("play").setAttribute("aria-pressed", "false");
  }

  function playOrPause() {
    if (playing) {
      pause();
      return;
    }
    playing = setInterval(stepOn, 1000 / byId("speed").value);
    byId("play").setAttribute("aria-pressed", "true");
    stepOn();
  }

  function setSpeed() {
    byId("speed-shown").textContent = `${byId("speed").value} a second`;
    if (playing) {
      clearInterval(playing);
      playing = setInterval(stepOn, 1000 / byId("speed").value);
    }
  }

  function switchGuessing() {
    guessing = !guessing;
    document.body.classList.toggle("guessing", guessing);
    byId("guess").setAttribute("aria-pressed", String(guessing));
    restartScore();
    drawTree();
    show(at);
  }

  function switchTheme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  }

  const actions = {
    first: () => leap(0),
    back: () => leap(at - 1),
    step: stepOn,
    cut: nextCut,
    answer: () => leap(shown.steps.length - 1),
    play: playOrPause,
    guess: switchGuessing,
    theme: switchTheme,
  };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "step", c: "cut", End: "answer", p: "play", g: "guess", d: "theme" };

  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
  byId("speed").addEventListener("input", setSpeed);
  byId("jump").addEventListener("submit", (event) => {
    event.preventDefault();
    if (byId("line").value) goToLine(Number(byId("line").value));
  });
  byId("case").addEventListener("change", () => {
    openCase(Number(byId("case").value));
    openFirst();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || (event.target instanceof Element && event.target.closest("input, select"))) return;
    if (event.key === "l") {
      byId("line").focus();
      byId("line").select();
    } else if (pending.length && /^[1-3]$/.test(event.key)) guess(Number(event.key) - 1);
    else if (keys[event.key]) actions[keys[event.key]]();
    else return;
    event.preventDefault();
  });
  window.addEventListener("hashchange", followAddress);

  function openFirst() {
    if (data.judged && shown.findings.length) openFinding(shown.findings[0]);
    else show(0);
  }

  byId("case-choice").hidden = data.cases.length < 2;
  byId("case").replaceChildren(...data.cases.map((found, place) => make("option", { value: place, textContent: found.label })));
  setSpeed();
  openCase(0);
  if (!followAddress()) openFirst();
})();
