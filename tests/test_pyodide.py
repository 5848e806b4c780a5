"""The package inside Pyodide: its commands, and the requests of the page, do the same there as here."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from checkers_ab.cli.main import main
from checkers_ab.site.requests import answer
from tests.mistaken import Mistaken
from tests.naive import read
from tests.runtime import need_runtime
from tests.support import ROOT, need_program, run, run_command, tree

BOARD = (ROOT / "inputs/assignment.txt").read_text()
TRACE = (ROOT / "expected/assignment.txt").read_text()
WRONG = Mistaken("strict-cut").trace(read(BOARD))
COMMANDS: list[tuple[list[str], str]] = [
    (["board.txt"], ""),
    (["-"], BOARD),
    (["solve", "--game", "tree", "((3 12 8)(2 4 6))"], ""),
    (["solve", "no-such-file.txt"], ""),
    (["check", "board.txt", "trace.txt"], ""),
    (["check", "board.txt", "-"], WRONG),
    (["check", "board.txt", "-", "--exact"], TRACE.replace("\n", "\r\n", 1)),
    (["explain", "board.txt", "10"], ""),
    (["tree", "board.txt", "--plies", "3"], ""),
    (["tree", "board.txt", "--svg", "made/tree.svg"], ""),
    (["view", "board.txt", "-o", "made/page.html"], ""),
    (["exercise", "made/week3", "--count", "2"], ""),
    (["exercise", "mark", "made/week3", "made/week3/answers.csv"], ""),
    (["board", "board.txt"], ""),
    (["rule", "26"], ""),
]
SETTING = {"game": "checkers", "text": BOARD, "convention": "assignment"}
PRACTICE = {"game": "tree", "number": "1", "seed": 3}
REQUESTS: list[dict[str, Any]] = [
    {"name": "games"},
    {"name": "exercises"},
    {"name": "game", "game": "skirmish"},
    {"name": "setup", "game": "connect4", "text": ".......\n" * 6, "row": 0, "column": 3, "letter": "R"},
    {"name": "solve", **SETTING},
    {"name": "tree", **SETTING},
    {"name": "check", **SETTING, "trace": WRONG},
    {"name": "exercise", **PRACTICE},
    {"name": "mark", **PRACTICE, "answers": {"value": "1", "trace": "nonsense"}},
]
LACKING = (
    *("curses", "fcntl", "grp", "pwd", "resource", "syslog", "termios", "tty", "pty", "msvcrt", "winreg"),
    *("_posixsubprocess", "_multiprocessing", "multiprocessing", "_socket", "socket", "ssl", "lzma", "sqlite3"),
    *("subprocess", "concurrent.futures", "click", "rich", "jinja2", "markupsafe"),
)
"""Modules that a browser has not, or the page does without."""


def folder_with_files(path: Path) -> Path:
    (path / "made").mkdir(parents=True)
    (path / "board.txt").write_text(BOARD)
    (path / "trace.txt").write_text(TRACE)
    return path


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory, wheel_folder: Path) -> dict[str, Any]:
    """The answers to commands and requests in Pyodide, all in one start of it."""
    runtime, node = need_runtime(), need_program("node")
    folder = folder_with_files(tmp_path_factory.mktemp("there"))
    jobs = json.dumps({"commands": COMMANDS, "requests": [json.dumps(request) for request in REQUESTS]})
    given, found = (tmp_path_factory.mktemp("jobs") / name for name in ("jobs.json", "done.json"))
    given.write_text(jobs)
    call: list[str | Path] = [node, ROOT / "tests/in_pyodide.mjs", runtime, wheel_folder, folder, given, found]
    done = subprocess.run(call, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return {**json.loads(found.read_text()), "folder": folder}


def test_the_commands_do_the_same_in_pyodide(there: dict[str, Any], tmp_path: Path) -> None:
    here = folder_with_files(tmp_path / "here")
    for (words, stdin), (code, out, error) in zip(COMMANDS, there["commands"], strict=True):
        done = run(*words, stdin=stdin, cwd=here, env={"COLUMNS": "80"})
        assert (code, error) == (done.returncode, done.stderr), words
        assert out == done.stdout, words
    made = tree(here)
    assert tree(there["folder"]) == made
    for name in ("made/tree.svg", "made/page.html", "made/week3/exercises.json", "made/week3/moodle.xml"):
        assert (there["folder"] / name).read_bytes() == (here / name).read_bytes()


def test_the_requests_of_the_page_are_answered_alike_in_pyodide(there: dict[str, Any]) -> None:
    for request, found in zip(REQUESTS, there["answers"], strict=True):
        assert json.loads(found) == json.loads(answer(json.dumps(request))), request["name"]


def test_the_requests_need_nothing_that_a_browser_has_not() -> None:
    code = f"""
import sys
for name in {LACKING!r}:
    sys.modules[name] = None
import threading
def refuse(*_): raise RuntimeError("can't start new thread")
threading.Thread.start = refuse
from checkers_ab.site.requests import answer
for request in sys.stdin.read().split("\\n"):
    print(answer(request))
"""
    requests = [json.dumps(request) for request in REQUESTS]
    done = run_command([sys.executable, "-c", code], stdin="\n".join(requests))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [answer(request) for request in requests]


@pytest.mark.parametrize(("words", "stdin"), COMMANDS[:8] + COMMANDS[-2:], ids=lambda part: " ".join(part)[:40])
def test_streams_that_are_no_files_are_fine(
    words: list[str], stdin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder_with_files(tmp_path / "here"))
    monkeypatch.setenv("COLUMNS", "80")
    streams = [io.StringIO(stdin), io.StringIO(), io.StringIO()]
    monkeypatch.setattr(sys, "argv", ["checkers-ab", *words])
    for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
        monkeypatch.setattr(sys, name, stream)
    code = main()
    done = run(*words, stdin=stdin, cwd=tmp_path / "here", env={"COLUMNS": "80"})
    assert (code, streams[1].getvalue(), streams[2].getvalue()) == (done.returncode, done.stdout, done.stderr)
