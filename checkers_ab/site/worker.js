// The judge: this package in Pyodide, in a worker of its own. It has the files that the page gives it, and no network.

const TYPES = { wasm: "application/wasm", json: "application/json", zip: "application/zip" };
const scriptOf = (file) => URL.createObjectURL(new Blob([file], { type: "text/javascript" }));
let answer = null;

/** Starts Python with the files of the runtime and of the package, by their names. */
async function start({ files, asm, wheel, base }) {
  self.fetch = async (address) => {
    const name = String(address.url || address).split("/").pop();
    if (!files[name]) throw new TypeError(`${name} is no part of this site`);
    return new Response(files[name], { headers: { "Content-Type": TYPES[name.split(".").pop()] || "text/plain" } });
  };
  const silent = () => {};
  const { default: createPyodideModule } = await import(scriptOf(files[asm]));
  const { loadPyodide } = await import(scriptOf(files["pyodide.mjs"]));
  const python = await loadPyodide({ indexURL: base, createPyodideModule, stdout: silent, stderr: silent });
  python.unpackArchive(await files[wheel].arrayBuffer(), "wheel");
  answer = python.pyimport("checkers_ab.site.requests").answer;
}

self.onmessage = async ({ data: { id, text, ...setting } }) => {
  try {
    if (answer) self.postMessage({ id, text: answer(text) });
    else {
      await start(setting);
      self.postMessage({ id, text: "{}" });
    }
  } catch (error) {
    self.postMessage({ id, failure: String(error.message || error).trim().split("\n").pop() });
  }
};
