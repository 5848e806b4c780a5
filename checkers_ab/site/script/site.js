// The start of the site: the judge is loaded, then the page is the reader's.

import { view } from "./data.js";
import { byId } from "./elements.js";
import { request, startJudge } from "./judge.js";
import { listen } from "./keys.js";
import { LinkError, unpackState } from "./link.js";
import { LoadError, loadFiles, site } from "./load.js";
import { listenPractice, listExercises } from "./practice.js";
import { listenResults } from "./results.js";
import { chosen, listenSetup } from "./setup.js";
import { keepState, linkNow, restoreState } from "./state.js";
import { busily, listenTask, listOptions, longest, showMode, takeGame } from "./task.js";
import { choose1, copyText, listenChoice, showTrouble } from "./words.js";

const NO_WASM = "This browser has no WebAssembly, which the judge needs. A current Firefox, Chrome, Edge or Safari has it; on a managed computer it may be switched off.";
const NO_STREAMS = "This browser can't unpack files by itself, which the page needs. A current Firefox, Chrome, Edge or Safari can.";
const A_FILE = "This page must come from a web server, not from a file: checkers-ab site --serve shows it.";
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

function showProgress(words, part) {
  byId("loading-words").textContent = words;
  if (part === null) byId("loading-bar").removeAttribute("value");
  else byId("loading-bar").value = Math.round(100 * part);
}

/** What the browser lacks, in a sentence; empty if it has everything. */
function lacking() {
  if (location.protocol === "file:") return A_FILE;
  if (typeof WebAssembly !== "object") return NO_WASM;
  return typeof DecompressionStream === "function" && typeof CompressionStream === "function" ? "" : NO_STREAMS;
}

async function loadJudge() {
  const found = site();
  const files = await loadFiles(found, (part, bytes) => showProgress(`Loading the judge: ${megabytes(bytes)} …`, part));
  showProgress("Starting Python …", null);
  const asm = Object.keys(files).find((name) => /^pyodide\.asm\.m?js$/.test(name));
  await startJudge({ files, asm, wheel: found.wheel, base: new URL("runtime/", location.href).href });
}

async function openPage() {
  const { games, longest: most } = await request("games");
  Object.assign(longest, most);
  listOptions("game", games);
  byId("loading").hidden = true;
  byId("desk").inert = byId("copy-link").disabled = false;
  if (location.hash) await followLink();
  else await takeGame();
  chosen.changed = view.keep = keepState;
  window.addEventListener("hashchange", () => {
    following = following.then(followLink);
  });
}

let following = Promise.resolve(); // links wait for each other

/** Brings the page to the state of the address. */
async function followLink() {
  try {
    const state = await unpackState(location.hash);
    await busily("Opening the link …", () => restoreState(state));
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    showTrouble(error.message);
  }
  if (chosen.game) return;
  byId("game-options").value = ""; // those of the link may be none
  await takeGame();
}

/** Keeps the page for use without a network, where a browser allows that: with https, or on the machine itself. */
function keepOffline() {
  if (window.isSecureContext && window.navigator.serviceWorker) window.navigator.serviceWorker.register("offline.js").catch(() => {});
}

function listenSite() {
  listen();
  byId("primer").open = false; // there is enough to see
  listenSetup();
  listenTask();
  listenResults();
  listenPractice();
  listenChoice("modes", (mode) => {
    choose1("modes", mode);
    showMode();
    if (mode === "exercise") listExercises();
    chosen.changed();
  });
  byId("copy-link").addEventListener("click", async () => {
    const { link, left } = await linkNow();
    history.replaceState(null, "", link);
    showTrouble(left);
    copyText(location.href, byId("copy-link"));
  });
}

async function startSite() {
  const missing = lacking();
  try {
    if (missing) throw new LoadError(missing);
    listenSite();
    await loadJudge();
    await openPage();
    document.body.dataset.ready = "true";
    keepOffline();
  } catch (error) {
    byId("loading").hidden = true;
    const words = error instanceof LoadError ? error.message : `The judge could not be started: ${error.message}`;
    showTrouble(words);
  }
}

startSite();
