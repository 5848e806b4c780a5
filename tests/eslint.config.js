// The rules for the scripts of the pages: eslint's own, for a browser. Nothing has to be installed besides eslint.
const browser = Object.fromEntries(
  ["clearInterval", "clearTimeout", "document", "Element", "history", "location", "matchMedia", "requestAnimationFrame", "setInterval", "setTimeout", "window"].map((name) => [name, "readonly"]),
);
const more = ["atob", "Blob", "btoa", "caches", "CompressionStream", "DecompressionStream", "DOMParser", "fetch", "Response", "self", "TextDecoder", "URL", "WebAssembly", "Worker"];
const withMore = { ...browser, ...Object.fromEntries(more.map((name) => [name, "readonly"])) };
const rules = {
  "consistent-return": "error",
  eqeqeq: "error",
  "max-lines": ["error", 160],
  "no-const-assign": "error",
  "no-dupe-keys": "error",
  "no-import-assign": "error",
  "no-redeclare": "error",
  "no-undef": "error",
  "no-unreachable": "error",
  "no-unused-vars": "error",
  "no-use-before-define": ["error", { functions: false, variables: false }],
  "no-var": "error",
  "prefer-const": "error",
};

module.exports = [
  { files: ["checkers_ab/page/script/*.js"], languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: browser }, rules },
  { files: ["checkers_ab/site/script/*.js", "checkers_ab/site/worker.js"], languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: withMore }, rules },
  { files: ["checkers_ab/site/offline.js"], languageOptions: { ecmaVersion: 2022, sourceType: "script", globals: { ...withMore, site: "readonly" } }, rules },
  { files: ["checkers_ab/grading/*.js"], languageOptions: { ecmaVersion: 2022, sourceType: "script", globals: browser }, rules },
];
