// The rules for the scripts of the pages: eslint's own, for a browser. Nothing has to be installed besides eslint.
const browser = Object.fromEntries(
  ["clearInterval", "clearTimeout", "document", "Element", "history", "location", "matchMedia", "requestAnimationFrame", "setInterval", "setTimeout", "window"].map((name) => [name, "readonly"]),
);
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
  { files: ["checkers_ab/grading/*.js"], languageOptions: { ecmaVersion: 2022, sourceType: "script", globals: browser }, rules },
];
