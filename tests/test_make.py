"""The Makefile's work on folders of boards."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT, run_command


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The Makefile, the boards and the environment of these tests in a folder of their own."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for folder in ("inputs", "expected"):
        (tmp_path / folder).mkdir()
        for name in ("assignment", "opening", "win-at-ply-1"):
            shutil.copy(ROOT / folder / f"{name}.txt", tmp_path / folder)
    (tmp_path / "checkers_ab").symlink_to(ROOT / "checkers_ab")
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parent.parent)
    return tmp_path


def make(project: Path, *args: str) -> subprocess.CompletedProcess[str]:
    # The environment is ready as it is: -o keeps make from setting it up for this copy.
    return run_command(["make", "--no-print-directory", "-o", ".venv/.runs", "-o", ".venv/.ready", *args], cwd=project)


def test_make_alone_says_what_there_is() -> None:
    help_text = run_command(["make"]).stdout
    for target in ("demo", "test", "lint", "docs", "traces", "diff", "bless", "bench", "clean"):
        assert f"make {target}" in help_text


def test_demo_prints_the_trace_and_what_to_try_next(project: Path) -> None:
    done = make(project, "demo")
    command, trace = done.stdout.split("\n", 1)
    assert command == ".venv/bin/checkers-ab inputs/assignment.txt"
    assert trace == (ROOT / "expected/assignment.txt").read_text()
    assert [line for line in done.stderr.splitlines() if "checkers-ab" in line] == [
        "step through it in a browser:        .venv/bin/checkers-ab view inputs/assignment.txt --open",
        "what is wrong with your program:     .venv/bin/checkers-ab try ./your-program",
    ]


def test_demo_installs_no_development_tools(project: Path) -> None:
    plan = run_command(["make", "--dry-run", "--assume-new", "pyproject.toml", "demo"], cwd=project).stdout
    assert "--editable .\n" in plan
    assert "[dev]" not in plan
    assert "[dev]" in run_command(["make", "--dry-run", "--assume-new", "pyproject.toml", "test"], cwd=project).stdout


def test_traces_are_written_once_and_again_only_when_something_changed(project: Path) -> None:
    assert make(project, "-j2", "traces").returncode == 0
    assert {path.name for path in (project / "build/traces").iterdir()} == {
        path.name for path in (project / "inputs").iterdir()
    }
    assert "checkers-ab" not in make(project, "-j2", "traces").stdout
    (project / "inputs/opening.txt").touch()
    again = make(project, "traces").stdout.splitlines()
    assert [line for line in again if "checkers-ab" in line] == [
        ".venv/bin/checkers-ab inputs/opening.txt --output build/traces/opening.txt"
    ]


def test_diff_is_clean_and_fails_on_any_difference(project: Path) -> None:
    assert make(project, "diff").returncode == 0
    expected = project / "expected/opening.txt"
    expected.write_text(expected.read_text().replace("A1: ", "A1:  ", 1))
    changed = make(project, "diff")
    assert changed.returncode != 0
    assert "-A1:  (5,0)=>(4,1).\n+A1: (5,0)=>(4,1)." in changed.stdout
    assert make(project, "bless").returncode == 0
    assert make(project, "diff").returncode == 0
    (project / "expected/orphan.txt").touch()
    assert "orphan.txt" in make(project, "diff").stdout


def test_folders_of_ones_own(project: Path) -> None:
    (project / "mine").mkdir()
    shutil.copy(project / "inputs/win-at-ply-1.txt", project / "mine/opening.txt")
    assert make(project, "traces").returncode == 0
    folders = ("INPUTS=mine", "EXPECTED=mine-expected")
    assert make(project, "bless", *folders).returncode == 0
    assert (project / "mine-expected/opening.txt").read_text() == (project / "expected/win-at-ply-1.txt").read_text()
    assert make(project, "diff", *folders).returncode == 0
    assert make(project, "diff").returncode == 0


def test_a_folder_without_boards_is_an_error(project: Path) -> None:
    make(project, "traces")
    for target in ("traces", "diff", "bless"):
        done = make(project, target, "INPUTS=nowhere", "EXPECTED=new")
        assert done.returncode != 0
        assert "no board files: nowhere/*.txt" in done.stderr
    assert not (project / "new").exists()


def test_the_trace_of_a_board_that_is_gone_goes_too(project: Path) -> None:
    make(project, "traces")
    (project / "inputs/opening.txt").unlink()
    assert "opening.txt" in make(project, "diff").stdout
    assert not (project / "build/traces/opening.txt").exists()


def test_a_bad_board_fails_and_leaves_no_trace(project: Path) -> None:
    (project / "inputs/opening.txt").write_text("nothing\n")
    assert make(project, "traces").returncode != 0
    assert not (project / "build/traces/opening.txt").exists()


def test_clean_leaves_the_environment(project: Path) -> None:
    make(project, "traces")
    assert make(project, "clean").returncode == 0
    assert not (project / "build").exists()
    assert (project / ".venv").exists()
