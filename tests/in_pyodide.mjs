// Runs commands of checkers-ab in Pyodide: node in_pyodide.mjs RUNTIME WHEELS FOLDER JOBS DONE
//
// A job is a list of words and a text for stdin; its exit code and what it printed come back. Streams are no files there.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, wheels, folder, jobs, done] = process.argv.slice(2).map((path) => resolve(path));
async function main() {
  const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
  const python = await loadPyodide();
  for (const name of readdirSync(wheels)) python.unpackArchive(new Uint8Array(readFileSync(join(wheels, name))), "wheel");
  python.FS.mkdir("/work");
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/work");
  python.globals.set("jobs", readFileSync(jobs, "utf8"));
  const found = python.runPython(`
import io, json, os, sys

sys.path.insert(0, os.getcwd())  # the wheels were unpacked there
os.chdir("/work")
os.environ["COLUMNS"] = "80"
given = json.loads(jobs)


def run(words, stdin=""):
    from checkers_ab.cli.main import main

    kept = sys.argv, sys.stdin, sys.stdout, sys.stderr
    sys.argv, sys.stdin, sys.stdout, sys.stderr = ["checkers-ab", *words], io.StringIO(stdin), io.StringIO(), io.StringIO()
    try:
        code = main()
    except SystemExit as error:
        code = error.code
    finally:
        printed = [sys.stdout.getvalue(), sys.stderr.getvalue()]
        sys.argv, sys.stdin, sys.stdout, sys.stderr = kept
    return [code or 0, *printed]


commands = [run(*job) for job in given["commands"]]
from checkers_ab.site.requests import answer

json.dumps({"commands": commands, "answers": [answer(text) for text in given["requests"]]})
`);
  writeFileSync(done, found);
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`); // without it node shows a line of the runtime, which is all of it
  process.exitCode = 1;
});
