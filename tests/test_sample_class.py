"""The sample class outside of any sandbox: the right and the wrong programs, never the hostile ones."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from checkers_ab import check
from tests.sample_class import ROSTER
from tests.sample_class.making import contents, files_of
from tests.sample_class.roster import HERE
from tests.support import INPUTS, need_program, run_command, tree

CASES = sorted((HERE / "cases").glob("*/*.txt"))
RIGHT = [name for name, student in ROSTER.items() if student.status == "right" and not student.hostile]
NEEDED = {"Python": "python3", "C": "gcc", "Perl": "perl"}


def build(name: str, folder: Path) -> Path:
    """The program of a student who means no harm, built as the plan says."""
    student = ROSTER[name]
    assert not student.hostile
    need_program(NEEDED[student.language])
    need_program("make")
    for file, text in files_of(student).items():
        (folder / file).write_text(text, "utf-8")
    done = run_command("make -s", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder / "hw4"


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_program_is_right_on_every_case_and_every_input(name: str, tmp_path: Path) -> None:
    program = build(name, tmp_path)
    for path in [*CASES, *INPUTS]:
        done = run_command([str(program), str(path), str(tmp_path / "trace.txt")])
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert check(path.read_text(), (tmp_path / "trace.txt").read_text()).valid, path


def test_the_command_writes_the_class_and_leaves_other_files_alone(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.sample_class", str(tmp_path / "class")]
    for _ in range(2):
        done = run_command(command)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert {name for name in tree(tmp_path / "class") if (tmp_path / "class" / name).is_file()} == set(contents())
    (tmp_path / "class/thesis.txt").write_text("mine")
    done = run_command(command)
    assert (done.returncode, done.stdout) == (2, "")
    assert "thesis.txt" in done.stderr
    assert (tmp_path / "class/thesis.txt").read_text() == "mine"
