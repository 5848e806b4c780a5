// The judge in its worker: questions go there as JSON, and answers come back.

let judge = null; // the worker
let setting = null; // what it starts with, to start it again
let ready = null; // settled when it has started
let asked = 0;
const waiting = new Map(); // by number: what to call with the answer

export class JudgeError extends Error {}

function receive({ data: { id, text, failure } }) {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (failure === undefined) resolve(JSON.parse(text));
  else reject(new JudgeError(`The judge has failed: ${failure}`));
}

function send(message) {
  asked += 1;
  return new Promise((resolve, reject) => {
    waiting.set(asked, { resolve, reject });
    judge.postMessage({ id: asked, ...message });
  });
}

/** Starts the judge. Its script is a blob, so that what the page may not do, it may not either. */
export function startJudge(found) {
  setting = found;
  judge = new Worker(URL.createObjectURL(new Blob([setting.files["worker.js"]], { type: "text/javascript" })), { type: "module" });
  judge.addEventListener("message", receive);
  ready = send(setting);
  return ready;
}

/** Asks the judge; a sentence instead of an answer is thrown. */
export async function request(name, fields = {}) {
  await ready;
  const found = await send({ text: JSON.stringify({ name, ...fields }) });
  if (found.error && name !== "setup") throw new JudgeError(found.error);
  return found;
}

/** Ends what the judge is at, and starts it again. */
export async function restartJudge() {
  judge.terminate();
  for (const { reject } of waiting.values()) reject(new JudgeError("Stopped."));
  waiting.clear();
  await startJudge(setting);
}
