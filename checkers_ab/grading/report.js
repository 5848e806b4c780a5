"use strict";
(() => {
  const CHUNK = 100; // rows in each part of the table, as in the page that was written
  const table = document.getElementById("students");
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...table.querySelectorAll("tbody > tr")];
  const byName = new Intl.Collator("en", { numeric: true });

  const order = rows.map((_, index) => index);
  let wanted = "";

  const textOf = (index, column) => rows[index].children[column].textContent.trim();

  /** A function that computes each value once. */
  function cached(work) {
    const known = new Map();
    return (key) => known.get(key) ?? known.set(key, work(key)).get(key);
  }

  /** For each row a number to sort it by; NaN where the cell is empty. */
  const keysOf = cached((column) => {
    const texts = rows.map((_, index) => textOf(index, column));
    if (heads[column].classList.contains("number")) return texts.map((text) => parseFloat(text.replaceAll(",", "")));
    const rank = new Map([...new Set(texts)].sort(byName.compare).map((text, place) => [text, place]));
    return texts.map((text) => (text ? rank.get(text) : NaN));
  });

  /** Letters without case and accents. */
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  /** The text that the filter searches: name, status and diagnosis. */
  const wordsOf = cached((index) => plain([0, 4, 5].map((column) => textOf(index, column)).join("\n")));

  function arrange() {
    const shown = wanted ? order.filter((index) => wordsOf(index).includes(wanted)) : order;
    const parts = [];
    for (let start = 0; start < shown.length; start += CHUNK) {
      const part = document.createElement("tbody");
      const held = shown.slice(start, start + CHUNK);
      part.style.setProperty("--rows", held.length);
      part.append(...held.map((index) => rows[index]));
      parts.push(part);
    }
    for (const body of [...table.tBodies]) body.remove();
    table.append(...parts);
    showCount(shown.length);
  }

  function showCount(count) {
    const spelled = (number) => number.toLocaleString("en");
    const all = `${spelled(rows.length)} ${rows.length === 1 ? "student" : "students"}`;
    const head = heads.find((each) => each.ariaSort);
    const sorted = head ? `, by ${head.textContent.toLowerCase()}, ${head.ariaSort}` : "";
    document.getElementById("shown").textContent = (wanted ? `${spelled(count)} of ${all}` : all) + sorted;
  }

  function sortBy(column) {
    const direction = heads[column].ariaSort === "ascending" ? -1 : 1;
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[column].ariaSort = direction > 0 ? "ascending" : "descending";
    const keys = keysOf(column);
    // Empty cells come last either way, and equals stay as they were written.
    order.sort((a, b) => isNaN(keys[a]) - isNaN(keys[b]) || direction * (keys[a] - keys[b]) || a - b);
    arrange();
  }

  /** Turns the contents of a cell into a button. */
  function press(cell, action) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...cell.childNodes);
    button.addEventListener("click", action);
    cell.append(button);
  }

  const filter = document.getElementById("filter");
  const input = filter.querySelector("input");

  function search() {
    wanted = plain(input.value.trim());
    arrange();
  }

  let waiting = 0;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(search, 100); // not for each letter
  });
  filter.hidden = !rows.length;

  heads.forEach((head, column) => press(head, () => sortBy(column)));
  for (const cell of document.querySelectorAll("#mistakes tbody th, .group h3")) {
    cell.title = "Show only these students";
    press(cell, () => {
      input.value = cell.textContent;
      search();
      input.focus();
    });
  }
  showCount(rows.length);
})();
