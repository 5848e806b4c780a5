// Sentences for the reader, groups of buttons of which one is pressed, and files to save.

import { byId, make } from "./elements.js";

export function showTrouble(sentence) {
  byId("trouble").hidden = !sentence;
  byId("trouble").textContent = sentence;
}

/** Says something below the buttons of the task. */
export function sayTask(sentence, wrong = false) {
  for (const words of document.querySelectorAll(".task-words")) {
    words.textContent = sentence;
    words.classList.toggle("wrong", wrong);
  }
}

export const chosenOf = (group) => byId(group).querySelector("[aria-pressed='true']").dataset.choice;

/** Presses one button of a group. */
export function choose1(group, choice) {
  for (const button of byId(group).querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.choice === choice));
}

export function listenChoice(group, action) {
  byId(group).addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("button");
    if (button) action(button.dataset.choice);
  });
}

/** A link that saves a text as a file. */
export function offerFile(link, text, type) {
  if (link.href) URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([text], { type }));
}

/** A picture that the judge has drawn, as an image, with its own description. */
export function pictureElement(drawn) {
  const words = new DOMParser().parseFromString(drawn, "image/svg+xml").querySelectorAll("title, desc");
  return make("img", { src: `data:image/svg+xml,${encodeURIComponent(drawn)}`, alt: [...words].map((each) => each.textContent).join(". ") });
}

export async function copyText(text, button) {
  const words = button.textContent;
  try {
    await window.navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Copy it by hand";
  }
  setTimeout(() => {
    button.textContent = words;
  }, 1500);
}
