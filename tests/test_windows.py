"""The commands without the names that Windows has not: the same output as with them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from checkers_ab.cli.main import COMMANDS
from tests.support import ROOT, run

PROGRAM = [sys.executable, str(ROOT / "tests/as_windows.py")]
BOARD = "inputs/win-at-ply-3.txt"
TRACE = "expected/win-at-ply-3.txt"
BOT = f"program:{sys.executable} -c 'print(input and \"a3\", flush=True); input()'"
RANDOM = ("--max", "random", "--min", "random")


def run_there(*words: str, cwd: Path = ROOT, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The program without the names that Windows has not."""
    return subprocess.run(
        [*PROGRAM, *words],
        cwd=cwd,
        input=stdin,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_the_names_are_gone() -> None:
    shown = "hasattr(os, 'killpg'), hasattr(signal, 'SIGHUP')"
    code = f"import as_windows; as_windows.take_away(); import os, signal; print({shown})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT / "tests", capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


@pytest.mark.parametrize(
    "words",
    [
        (BOARD,),
        ("solve", BOARD, "--depth", "3"),
        ("check", BOARD, TRACE),
        ("explain", BOARD, "10"),
        ("view", BOARD, "-o", "-"),
        ("tree", BOARD),
        ("board", BOARD),
        ("convert", BOARD, "--to", "fen"),
        ("play", "tictactoe", *RANDOM),
        ("play", "tictactoe", "--max", BOT, "--min", "random"),
        ("match", "tictactoe", *RANDOM, "--games", "2"),
        ("match", "tictactoe", "--max", BOT, "--min", "random", "--games", "1"),
        ("perft", "checkers", "--depth", "3"),
        ("coverage", BOARD),
        ("games",),
    ],
    ids=" ".join,
)
def test_a_command_does_the_same(words: tuple[str, ...]) -> None:
    there, here = run_there(*words), run(*words)
    assert (there.returncode, there.stderr) == (here.returncode, here.stderr)
    assert there.stdout == here.stdout
    assert here.returncode == 0


def test_boards_are_generated(tmp_path: Path) -> None:
    done = run_there("generate", str(tmp_path / "new"), "--count", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert list((tmp_path / "new").rglob("*.txt"))


def test_analyze_finds_the_same_move() -> None:
    done = run_there("analyze", BOARD, "--depth", "4", "--json")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_program_is_tried(tmp_path: Path) -> None:
    words = ("try", "--boards", str(ROOT / BOARD)) if "--boards" in run("try", "--help").stdout else ("try",)
    done = run_there(*words, sys.executable, "-m", "checkers_ab", "{input}", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "right" in done.stdout


@pytest.mark.skipif("exercise" not in COMMANDS, reason="there is no such command")
def test_an_exercise_is_made(tmp_path: Path) -> None:
    assert "Traceback" not in run_there("exercise", str(ROOT / BOARD), cwd=tmp_path).stderr


def test_files_are_written_whole_and_traces_graded(tmp_path: Path) -> None:
    done = run_there("solve", BOARD, "-o", str(tmp_path / "trace.txt"))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "trace.txt").read_text() == (ROOT / TRACE).read_text()
    (tmp_path / "class/ada").mkdir(parents=True)
    (tmp_path / "class/ada/win.txt").write_text((ROOT / TRACE).read_text())
    (tmp_path / "win.txt").write_text((ROOT / BOARD).read_text())
    (tmp_path / "plan.toml").write_text('[cases]\npublic = ["win.txt"]\n[traces]\nfile = "{case}.txt"\n')
    graded = run_there("grade", "run", "plan.toml", "class", "-o", "results", "--jobs", "1", cwd=tmp_path)
    assert "ada: 10 of 10\n1 of 1 graded" in graded.stdout, graded.stderr
    assert graded.returncode == 0
    assert (tmp_path / "results/grades.csv").exists()
