"""The commands without the names that Windows has not: the same output as with them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.support import ROOT, run

PROGRAM = [sys.executable, str(ROOT / "tests/as_windows.py")]
BOARD = "inputs/win-at-ply-3.txt"
TRACE = "expected/win-at-ply-3.txt"
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


@pytest.mark.parametrize(
    "words",
    [
        (BOARD,),
        ("check", BOARD, TRACE),
        ("view", BOARD, "-o", "-"),
        ("tree", BOARD),
        ("board", BOARD),
        ("play", "tictactoe", *RANDOM),
        ("match", "tictactoe", *RANDOM, "--games", "2", "--jobs", "2"),
        ("perft", "checkers", "--depth", "3"),
        ("coverage", BOARD),
        ("games",),
        ("explain", BOARD, "10", "--trace", TRACE),
    ],
    ids=" ".join,
)
def test_a_command_does_the_same(words: tuple[str, ...]) -> None:
    there, here = run_there(*words), run(*words)
    assert (there.returncode, there.stderr) == (here.returncode, here.stderr)
    assert there.stdout == here.stdout
    assert here.returncode == 0


@pytest.mark.parametrize(
    "words", [("generate", "new", "--count", "1", "--pictures"), ("exercise", "new", "--count", "1")]
)
def test_a_command_writes_the_same_files(words: tuple[str, ...], tmp_path: Path) -> None:
    folders = [tmp_path / "there", tmp_path / "here"]
    for folder, running in zip(folders, (run_there, run), strict=True):
        folder.mkdir()
        done = running(*words, cwd=folder)
        assert (done.returncode, done.stderr) == (0, "")
    there, here = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in folders
    )
    assert there == here


def test_exercises_are_marked(tmp_path: Path) -> None:
    assert run("exercise", "week", "--count", "2", "--seed", "5", cwd=tmp_path).returncode == 0
    marked = [running("exercise", "mark", "week", "week/answers.csv", cwd=tmp_path) for running in (run_there, run)]
    assert marked[0].stdout == marked[1].stdout != ""
    assert (marked[0].returncode, marked[0].stderr) == (marked[1].returncode, marked[1].stderr)


def test_a_program_is_tried(tmp_path: Path) -> None:
    done = run_there("try", sys.executable, "-m", "checkers_ab", "{input}", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "right" in done.stdout


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    done = run_there("solve", BOARD, "-o", str(tmp_path / "trace.txt"))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "trace.txt").read_bytes() == (ROOT / TRACE).read_bytes()


def test_traces_are_graded_and_marked_again(tmp_path: Path) -> None:
    trace = (ROOT / TRACE).read_bytes()
    (tmp_path / "class/ada").mkdir(parents=True)
    (tmp_path / "class/ada/win.txt").write_bytes(trace)
    with ZipFile(tmp_path / "class/bo.zip", "w") as archive:
        archive.writestr("homework/win.txt", trace.replace(b"h=3", b"h=4"))
    with ZipFile(tmp_path / "class/cy.zip", "w") as archive:
        archive.writestr("C:/win.txt", trace)
    (tmp_path / "win.txt").write_bytes((ROOT / BOARD).read_bytes())
    (tmp_path / "plan.toml").write_text('[cases]\npublic = ["win.txt"]\n[traces]\nfile = "{case}.txt"\n')
    grade = ("grade", "run", "plan.toml", "class", "-o", "results", "--format", "junit")
    graded = run_there(*grade, "--jobs", "2", cwd=tmp_path)
    assert sorted(graded.stdout.splitlines()[:3]) == ["ada: 10 of 10", "bo: 0 of 10", "cy: 0 of 10, unreadable"], (
        graded.stderr
    )
    assert graded.returncode == 1  # one can't be read
    assert "is no file" in (tmp_path / "results/students/cy/feedback.md").read_text()
    (tmp_path / "class/bo.zip").unlink()
    (tmp_path / "class/bo").mkdir()
    (tmp_path / "class/bo/win.txt").write_bytes(trace)
    again = run_there(*grade, "--jobs", "1", cwd=tmp_path)
    assert "bo: 10 of 10" in again.stdout, again.stderr
    marked = run_there("grade", "mark", "plan.toml", "results", cwd=tmp_path)
    assert (marked.returncode, marked.stderr) == (0, ""), marked.stdout
