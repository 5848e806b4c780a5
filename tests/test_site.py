"""The site: what the page asks for, the files, the command and its server."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import shutil
import signal
import subprocess
from pathlib import Path
from threading import Thread
from typing import Any
from zipfile import ZipFile

import pytest

from checkers_ab.core.errors import InputError
from checkers_ab.exercise.make import make_exercises
from checkers_ab.exercise.sampling import Recipe, Sampler
from checkers_ab.games.registry import GAMES, make_game
from checkers_ab.page.page import SCRIPTS
from checkers_ab.site.build import LISTING, MARK, SITE_SCRIPTS, build_site, script
from checkers_ab.site.requests import LONGEST_STATE, LONGEST_TRACE, MOST_LINES, REQUESTS, answer
from checkers_ab.site.runtime import read_runtime
from checkers_ab.site.server import SiteServer
from tests.mistaken import Mistaken
from tests.naive import read
from tests.support import PROGRAM, ROOT, refused, run, tree

TEXT = (ROOT / "inputs/assignment.txt").read_text()
TRACE = (ROOT / "expected/assignment.txt").read_text()


def ask(name: str, **fields: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer(json.dumps({"name": name, **fields})))
    return found


def error_of(name: str, **fields: Any) -> str:
    return str(ask(name, **fields)["error"])


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    """A folder that looks like the npm package; what is in its files is never run here."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    contents = {
        "pyodide.mjs": b"export {};\n",
        "pyodide.asm.mjs": b"export default 1;\n",
        "pyodide.asm.wasm": b"\0asm\1\0\0\0" + b"\0" * 1_000,
        "python_stdlib.zip": b"PK\5\6" + b"\0" * 18,
        "pyodide-lock.json": b'{"info": {"python": "3.14"}, "packages": {"numpy": {}}}',
        "package.json": b'{"name": "pyodide"}',
        "pyodide.d.ts": b"types\n",
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return folder


# What the page asks for


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_described_set_up_and_searched(game: str) -> None:
    about = ask("game", game=game)
    kit = make_game(game)
    start = about["examples"][0][1]
    assert start == kit.format_state(kit.game.start())
    assert [letter for letter, _ in about["brushes"]] == [letter for letter, words in kit.brushes.items() if words]
    set_up = ask("setup", game=game, text=start)
    assert (set_up["error"], set_up["text"]) == ("", start)
    assert bool(set_up["picture"]) != bool(set_up["drawn"])
    if game != "amazons":  # 2,176 lines
        solved = ask("solve", game=game, text=start, depth=about["depth"])
        depth = [] if about["depth"] is None else ["--depth", str(about["depth"])]
        assert solved["trace"] == run("solve", "-", "--game", game, *depth, stdin=start).stdout
        assert ask("tree", game=game, text=start, depth=about["depth"])["drawn"].startswith("<svg ")


def test_a_depth_that_is_too_much_for_a_page_is_not_the_usual_one() -> None:
    assert [ask("game", game=game)["depth"] for game in ("checkers", "amazons", "tree")] == [4, 1, None]


def test_the_examples_of_a_game_come_with_it() -> None:
    names = [name for name, _ in ask("game", game="checkers")["examples"]]
    assert names[0] == "start"
    assert "assignment" in names


def test_a_position_that_is_none_is_drawn_with_what_is_wrong() -> None:
    found = ask("setup", game="tictactoe", text="XX.\n...\n...\n")
    assert found["error"] == "Line 1, column 1: X begins, so it has as many cells as O or one more; found +2 more."
    assert found["picture"]["cells"][0] == ["X", "X", "."]
    assert ask("setup", game="tictactoe", text="XX.\n...\n...\n", clear=True)["text"] == "...\n...\n...\n"
    assert ask("setup", game="tree", text="(3 4", clear=True)["error"].startswith("Line 1")
    assert ask("setup", game="checkers", text="")["picture"] is None


def test_warnings_and_games_that_are_over_are_said() -> None:
    assert "far row" in ask("setup", game="checkers", text="+A+O+O+O\n" + TEXT[9:])["notes"][0]
    over = ask("solve", game="tictactoe", text="XXX\nOO.\n...\n")
    assert over["trace"] == "first move: none.\n"
    assert over["verdict"] == "case1: the game is over: X has won. 1 line, first move: none."
    assert "no search to draw" in ask("tree", game="tictactoe", text="XXX\nOO.\n...\n")["note"]


def test_several_cases_have_the_trace_of_the_command() -> None:
    several = (ROOT / "inputs/several-cases.txt").read_text()
    solved = ask("solve", game="checkers", text=several, convention="handout", depth=2)
    command = run("solve", "inputs/several-cases.txt", "--convention", "handout", "--depth", "2")
    assert solved["trace"] == command.stdout
    cases = len(solved["page"]["cases"])
    assert solved["verdict"].endswith(f"lines, {cases} cases.")
    checked = ask("check", game="checkers", text=several, convention="handout", depth=2, trace=solved["trace"])
    assert checked["verdict"] == f"{cases} of {cases} cases are right."
    assert ask("tree", game="checkers", text=several, case=1, depth=2)["deepest"] == 2


def test_a_trace_is_judged_as_by_check(tmp_path: Path) -> None:
    wrong = Mistaken("strict-cut", "kings-count-one").trace(read(TEXT))
    found = ask("check", game="checkers", text=TEXT, trace=wrong)
    assert found["report"] == run("check", "inputs/assignment.txt", "-", stdin=wrong, env={"COLUMNS": "80"}).stdout
    assert sorted(found["mistakes"]) == ["kings-count-one", "strict-cut"]
    assert found["verdict"].endswith("counts a king as one piece, and cuts only when alpha > beta.")
    assert found["page"]["judged"]
    assert not found["valid"]
    assert ask("check", game="checkers", text=TEXT, trace=TRACE)["valid"]
    narrow = ask("check", game="checkers", text=TEXT, trace=wrong, width=40, every=True)["report"]
    assert len(narrow.splitlines()) > len(found["report"].splitlines())


def test_an_exercise_is_that_of_the_command_and_keeps_its_keys_to_itself() -> None:
    (made,) = make_exercises(Sampler(Recipe("checkers", 4)), ["3"])
    recipe = {"game": "checkers", "number": "3", "seed": 4}
    found = ask("exercise", **recipe)
    assert (found["state"], found["exercise"]) == (made.state, made.exercise)
    assert "key" not in json.dumps(found)
    keys = {question.name: question.key for question in made.questions}
    marked = ask("mark", **recipe, answers=keys)
    assert marked["points"] == marked["of"] == len(keys)
    assert ask("mark", **recipe, answers={})["points"] == 0


@pytest.mark.parametrize(
    ("name", "fields", "words"),
    [
        ("solve", {"game": "chess"}, "Unknown game 'chess'"),
        ("solve", {"game": "./nim.py"}, "A game of your own needs the command"),
        ("solve", {"game": "amazons:size=99", "text": ""}, "99"),
        ("solve", {"text": 7}, "Expected a text for text."),
        ("solve", {"text": "O" * (LONGEST_STATE + 1)}, "at most 100,000 characters, and this has 100,001"),
        ("solve", {"depth": 99}, "The depth must be a number from 1 to 12."),
        ("solve", {"depth": "4"}, "The depth must be a number"),
        ("solve", {"evaluation": "luck"}, "Unknown evaluation 'luck'"),
        ("solve", {"convention": "mine"}, "Unknown convention 'mine'"),
        ("solve", {"text": TEXT + "bill to move\n"}, "Case1: Bill is to move"),
        ("solve", {"game": "tree", "text": "((1 2)(3 4))", "depth": 1}, "has no value: search to the leaves"),
        ("check", {"trace": " \n"}, "There is no trace yet"),
        ("check", {"trace": "x" * (LONGEST_TRACE + 1)}, "at most 1,000,000 characters, and this has 1,000,001"),
        ("exercise", {"number": " "}, "Which exercise?"),
        ("exercise", {"number": "1", "seed": -1}, "The seed must be a number"),
        ("exercise", {"number": "1", "depth": 0}, "The depth must be a number"),
        ("exercise", {"number": "1", "game": "skirmish"}, "No exercises about 'skirmish'"),
        ("exercise", {"number": "1", "game": "tree", "wants": "deep"}, "Unknown feature 'deep'"),
        ("mark", {"number": "1", "game": "tree", "answers": {"value": 3}}, "Expected a text for value."),
    ],
)
def test_bad_requests_get_a_sentence(name: str, fields: dict[str, Any], words: str) -> None:
    assert words in error_of(name, **{"game": "checkers", "text": TEXT, **fields})


def test_a_trace_that_is_too_long_for_a_page_is_refused() -> None:
    words = error_of("solve", game="connect4", text=".......\n" * 6, depth=8)
    assert words.startswith(f"The trace has more than {MOST_LINES:,} lines: choose a smaller depth")


def test_features_that_no_tree_has_end_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checkers_ab.site.practice.SECONDS", 0.2)
    words = error_of("exercise", game="tree", number="1", wants="leaves:8,branching:2,depth:3,cuts:9")
    assert words.startswith("No exercise was found: in 0.2 s")


# The files


def test_the_same_runtime_gives_the_same_site(runtime: Path) -> None:
    files = build_site(read_runtime(str(runtime)))
    assert files == build_site(read_runtime(str(runtime)))
    assert MARK.encode() in files["index.html"]
    assert "runtime/package.json" not in files
    assert gzip.decompress(files["runtime/pyodide.asm.wasm.gz"]) == (runtime / "pyodide.asm.wasm").read_bytes()
    assert json.loads(files["runtime/pyodide-lock.json"]) == {"info": {"python": "3.14"}, "packages": {}}
    (runtime / "pyodide.mjs").write_text("export default 2;\n")
    other = build_site(read_runtime(str(runtime)))
    assert other["offline.js"] != files["offline.js"], "browsers must notice another version"


def test_the_site_has_a_pure_wheel_with_all_that_the_page_asks(runtime: Path, tmp_path: Path) -> None:
    files = build_site(read_runtime(str(runtime)))
    (wheel,) = [name for name in files if name.endswith("-py3-none-any.whl")]
    (tmp_path / wheel).write_bytes(files[wheel])
    with ZipFile(tmp_path / wheel) as archive:
        names = archive.namelist()
        assert "checkers_ab/site/requests.py" in names
        assert "checkers_ab/boards/assignment.txt" in names
        assert not [name for name in names if name.endswith((".so", ".pyc"))]
    assert f'"{wheel}"' in files["index.html"].decode()


def test_the_page_forbids_every_other_host(runtime: Path) -> None:
    page = build_site(read_runtime(str(runtime)))["index.html"].decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert "default-src 'none'" in policy
    assert "connect-src 'self';" in policy
    assert not re.search(r"https?:", re.sub(r"http-equiv", "", page))
    elsewhere = build_site(read_runtime("https://example.org/pyodide"))
    assert b"connect-src 'self' https://example.org/pyodide/;" in elsewhere["index.html"]
    assert not [name for name in elsewhere if name.startswith("runtime/")]
    assert b"https://example.org/pyodide/pyodide.asm.wasm" in elsewhere["index.html"]


def test_the_script_is_put_together_from_all_its_modules() -> None:
    folder = ROOT / "checkers_ab/site/script"
    assert sorted(SITE_SCRIPTS) == sorted(path.stem for path in folder.glob("*.js"))
    names = re.findall(r"^(?:async )?(?:function|const|let|class) (\w+)", script(), re.MULTILINE)
    assert sorted(names) == sorted(set(names)), "modules share one scope"
    assert not re.search("^(?:import|export) ", script(), re.MULTILINE)
    for path in folder.glob("*.js"):
        assert len(path.read_text().splitlines()) <= 160
        for imported, home in re.findall(r'^import {([^}]*)} from "./(\w+).js";', path.read_text(), re.MULTILINE):
            where = ROOT / f"checkers_ab/{'page' if home in SCRIPTS else 'site'}/script/{home}.js"
            for name in imported.split(","):
                kinds = "(?:async )?(?:function|const|let|class)"
                assert re.search(rf"^export {kinds} {name.strip()}\b", where.read_text(), re.MULTILINE), (path, name)


def test_every_request_of_the_script_has_an_answer() -> None:
    asked = set(re.findall(r'request\("(\w+)"', script())) | {"solve", "check"}
    assert asked == set(REQUESTS)


# A runtime that is none


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("no-such-folder", "no such folder"),
        ("empty", "pyodide.mjs is missing"),
        ("http://example.org/", "begins with https://"),
        ("ftp://example.org/", "begins with https://"),
        ("https://", "expected the URL of a folder"),
        ("https://example.org/; script-src *", "expected the URL of a folder"),
        ("https://example.org/?version=1", "expected the URL of a folder"),
        ("https://[::1/", "expected the URL of a folder"),
    ],
)
def test_a_runtime_that_is_none_is_refused_and_nothing_written(given: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    refused(run("site", "public", "--runtime", given, cwd=tmp_path), "--runtime", words)
    assert tree(tmp_path) == ["empty"]


@pytest.mark.parametrize("name", ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "pyodide.mjs"])
def test_files_of_a_runtime_that_are_something_else_are_refused(name: str, runtime: Path) -> None:
    (runtime / name).write_bytes(b"")
    with pytest.raises(InputError, match=f"{name} is not what its name says"):
        read_runtime(str(runtime))


def test_a_runtime_of_an_earlier_version_is_taken(runtime: Path) -> None:
    (runtime / "pyodide.asm.mjs").rename(runtime / "pyodide.asm.js")
    assert "runtime/pyodide.asm.js.gz" in read_runtime(str(runtime)).files


# The command


def test_a_site_is_written_and_written_again(runtime: Path, tmp_path: Path) -> None:
    done = run("site", "public", "--runtime", str(runtime), cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    listed = json.loads((tmp_path / "public/site.json").read_text())["files"]
    assert {*listed, "site.json"} == {name for name in tree(tmp_path / "public") if name != "runtime"}
    (tmp_path / "public/notes.txt").write_text("the instructor's own")
    again = run("site", "public", "--runtime", "https://example.org/pyodide/", cwd=tmp_path)
    assert again.returncode == 0
    assert not list((tmp_path / "public/runtime").iterdir()), "the copied runtime is not needed any more"
    assert (tmp_path / "public/notes.txt").exists()


@pytest.mark.parametrize("there", ["mine/index.html", "mine/site.json", "mine"])
def test_a_folder_that_is_not_ours_is_left_alone(there: str, runtime: Path, tmp_path: Path) -> None:
    (tmp_path / there).parent.mkdir(exist_ok=True)
    (tmp_path / there).write_text("mine\n")
    before = tree(tmp_path)
    refused(run("site", "mine", "--runtime", str(runtime), cwd=tmp_path), "mine: expected a new or empty folder")
    assert tree(tmp_path) == before


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    refused(run("site", cwd=tmp_path), "Missing argument 'DIR'")
    refused(run("site", "public", cwd=tmp_path), "the site needs Pyodide", "npm install pyodide")
    refused(run("site", "public", "--port", "8000", cwd=tmp_path), "--open and --port are for --serve")
    refused(run("site", "", "--runtime", "x", cwd=tmp_path), "expected the name of a folder")
    assert tree(tmp_path) == []


def test_node_modules_of_the_current_folder_is_the_usual_runtime(runtime: Path, tmp_path: Path) -> None:
    shutil.copytree(runtime, tmp_path / "node_modules/pyodide")
    assert run("site", "public", cwd=tmp_path).returncode == 0
    assert (tmp_path / "public/runtime/python_stdlib.zip").exists()


@pytest.mark.parametrize("words", [["public"], []], ids=["kept", "not kept"])
def test_the_site_is_served_until_it_is_ended(words: list[str], runtime: Path, tmp_path: Path) -> None:
    call = [PROGRAM, "site", *words, "--serve", "--runtime", str(runtime)]
    process = subprocess.Popen(call, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        said = process.stderr.readline()
        (port,) = re.findall(r"^http://127\.0\.0\.1:(\d+)/ shows ", said)
        assert MARK in fetch(int(port), "/")[1].decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.stderr.close()
    assert bool(words) == (tmp_path / "public").exists()


def test_a_site_that_is_there_is_served_without_a_runtime(runtime: Path, tmp_path: Path) -> None:
    assert run("site", "public", "--runtime", str(runtime), cwd=tmp_path).returncode == 0
    with SiteServer(str(tmp_path / "public"), set()) as taken:
        port = str(taken.server_port)
        refused(run("site", "public", "--serve", "--port", port, cwd=tmp_path), f"port {port}: ", "choose another")


@pytest.mark.parametrize("listing", ["", "[]", '{"files": 5}', '{"files": [5]}', '{"files": ["../index.html"]}'])
def test_a_site_without_a_list_that_can_be_used_is_not_served(runtime: Path, tmp_path: Path, listing: str) -> None:
    assert run("site", "public", "--runtime", str(runtime), cwd=tmp_path).returncode == 0
    (tmp_path / "public" / LISTING).write_text(listing)
    refused(run("site", "public", "--serve", cwd=tmp_path), f"{LISTING} is missing or broken")


# The server


def fetch(port: int, path: str, method: str = "GET", **headers: str) -> tuple[int, bytes, dict[str, str]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, headers=headers)
    found = connection.getresponse()
    body = found.read()
    connection.close()
    return found.status, body, dict(found.getheaders())


@pytest.fixture
def server(tmp_path: Path) -> Any:
    files = {"index.html": b"<p>page</p>", "a.wasm": b"\0asm" * 500, "b.zip": b"PK", "runtime/c.mjs": b"1;\n"}
    for name, content in files.items():
        (tmp_path / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / name).write_bytes(content)
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "site/other.txt").write_text("other")
    with SiteServer(str(tmp_path / "site"), {*files, "gone.js"}) as found:
        Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()


def test_files_are_served_with_their_types(server: SiteServer) -> None:
    port = server.server_port
    for path, kind in {
        "/": "text/html; charset=utf-8",
        "/a.wasm": "application/wasm",
        "/b.zip?x=1": "application/zip",
        "/runtime/c.mjs": "text/javascript; charset=utf-8",
    }.items():
        status, _, headers = fetch(port, path)
        assert (status, headers["Content-Type"]) == (200, kind)
    status, body, headers = fetch(port, "/a.wasm", **{"Accept-Encoding": "gzip, br"})
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == b"\0asm" * 500
    assert fetch(port, "/a.wasm", "HEAD")[1] == b""


def test_nothing_else_is_served(server: SiteServer) -> None:
    for path in ("/other.txt", "/../secret.txt", "/%2e%2e/secret.txt", "//etc/passwd", "/gone.js", "/runtime"):
        status, body, _ = fetch(server.server_port, path)
        assert (status, b"secret" in body) == (404, False), path
    assert server.server_address[0] == "127.0.0.1"
