"""The sample class outside of any sandbox: the right and the wrong programs, never the hostile ones."""

from __future__ import annotations

import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from checkers_ab import CaseReport, check, make_game
from checkers_ab.judge.mistakes import catalogue
from tests.sample_class import ROSTER, make_class
from tests.sample_class.archives import ARCHIVES
from tests.sample_class.making import ForeignError, contents, files_of
from tests.sample_class.roster import HERE, Edit
from tests.support import INPUTS, need_program, run_command

CASES = sorted((HERE / "cases").glob("*/*.txt"))
RIGHT = [name for name, student in ROSTER.items() if student.status == "right" and not student.hostile]
WRONG = [name for name, student in ROSTER.items() if student.diagnosis]
NEEDED = {"Python": "python3", "C": "gcc", "Perl": "perl"}
STATUSES = {
    "right",
    "wrong",
    "time limit",
    "memory limit",
    "output limit",
    "process limit",
    "crashed with signal 11",
    "exit code 3",
    "wrote nothing",
    "does not build",
}


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


def verdicts(path: Path, trace: str) -> list[CaseReport]:
    """The verdicts on a trace for a board file."""
    return check(path.read_text("utf-8"), trace).cases


def judge(program: Path, path: Path) -> list[CaseReport]:
    """The verdicts on the trace that a program writes."""
    trace = program.with_name("trace.txt")
    done = run_command([str(program), str(path), str(trace)])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return verdicts(path, trace.read_text("utf-8"))


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_program_is_right_on_every_case_and_every_input(name: str, tmp_path: Path) -> None:
    program = build(name, tmp_path)
    for path in [*CASES, *INPUTS]:
        assert all(verdict.valid for verdict in judge(program, path)), path


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_program_is_refused_and_its_mistake_named(name: str, tmp_path: Path) -> None:
    program = build(name, tmp_path)
    for path in CASES:
        wrong = [verdict for verdict in judge(program, path) if not verdict.valid]
        assert bool(wrong) == (path.stem not in ROSTER[name].lucky), path
        assert all((ROSTER[name].diagnosis,) in verdict.suspects for verdict in wrong), path


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_is_no_trace_is_wrong_without_a_diagnosis(path: Path) -> None:
    for verdict in verdicts(path, "could not connect: Connection refused\nwrote /tmp/result.json\nnothing else\n"):
        assert not verdict.valid
        assert not verdict.suspects


def test_right_programs_in_three_languages_try_moves_in_three_orders(tmp_path: Path) -> None:
    traces = set()
    for name in RIGHT:
        (tmp_path / name).mkdir()
        program = build(name, tmp_path / name)
        judge(program, HERE / "cases/public/blocked.txt")
        traces.add(program.with_name("trace.txt").read_text().replace("  ", " "))
    assert len(traces) == len({ROSTER[name].language for name in RIGHT}) == 3


def test_the_c_solver_compiles_without_a_warning(tmp_path: Path) -> None:
    source = HERE / "solvers/solver.c"
    options = ["-O2", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"]
    done = run_command([need_program("gcc"), *options, "-o", str(tmp_path / "hw4"), str(source)])
    assert done.returncode == 0, done.stderr


def test_an_edit_applies_exactly_once() -> None:
    assert Edit("b", "x").apply("abc") == "axc"
    for text in ("ac", "abcb"):
        with pytest.raises(AssertionError):
            Edit("b", "x").apply(text)


def test_every_wrong_program_has_a_misconception_of_its_own_in_three_languages() -> None:
    names = [ROSTER[name].diagnosis for name in WRONG]
    assert len(names) == len(set(names)) >= 9
    assert set(names) <= set(catalogue(make_game("checkers")))
    assert {ROSTER[name].language for name in WRONG} == set(NEEDED)
    assert {student.status for student in ROSTER.values()} == STATUSES


def test_a_class_is_written_once_and_stays_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    make_class(folder, port=1)
    times = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    make_class(folder, port=1)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == times
    assert {path.name.split(".")[0] for path in folder.iterdir()} == set(ROSTER)
    assert "PORT = 1\n" in (folder / "wes/connects.py").read_text()
    assert sorted(zipfile.ZipFile(folder / "bo.zip").namelist()) == ["Makefile", "solver.c"]
    with tarfile.open(folder / "ida.tar.gz") as archive:
        assert sorted(archive.getnames()) == ["ida-hw4", "ida-hw4/Makefile", "ida-hw4/solver.c"]


def test_without_a_port_nobody_connects() -> None:
    assert not [path for path in contents() if path.startswith("wes")]


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ForeignError):
        make_class(tmp_path)
    done = run_command([sys.executable, "-m", "tests.sample_class", str(tmp_path)])
    assert (done.returncode, done.stdout) == (2, "")
    assert "thesis.txt" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_the_command_writes_the_class(tmp_path: Path) -> None:
    done = run_command([sys.executable, "-m", "tests.sample_class", str(tmp_path / "class")])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    found = {path.relative_to(tmp_path / "class").as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert found == set(contents())
    done = run_command([sys.executable, "-m", "tests.sample_class"])
    assert done.returncode == 2
    assert "usage" in done.stderr


def test_the_hostile_archives_are_what_they_say(hostile: Path) -> None:
    names = {path.name for path in hostile.iterdir()}
    assert set(ARCHIVES) < names
    assert any(name.startswith("=1+1") and "\n" in name for name in names)

    def members(name: str) -> list[zipfile.ZipInfo]:
        with zipfile.ZipFile(hostile / name) as archive:
            return archive.infolist()

    assert "../climbed.txt" in [member.filename for member in members("climbing.zip")]
    assert sum(member.file_size for member in members("bomb.zip")) > 2**30
    assert len(members("crowded.zip")) == 100_000
    assert [member.filename for member in members("nested.zip")] == ["hw4.zip"]
    assert all(member.flag_bits & 1 for member in members("encrypted.zip"))
    with pytest.raises(zipfile.BadZipFile):
        members("broken.zip")
    for name in ("symlink.tar.gz", "hardlink.tar.gz"):
        with tarfile.open(hostile / name) as archive:
            assert [member.linkname for member in archive if member.issym() or member.islnk()] == [
                "../..",
                "../../plan.toml",
            ]
    with tarfile.open(hostile / "tar-bomb.tar.gz") as archive:
        bomb = archive.next()
        assert bomb is not None
        assert bomb.size > 2**30
    assert max(path.stat().st_size for path in hostile.iterdir()) < 16_000_000


def test_the_plan_names_the_cases() -> None:
    plan = tomllib.loads((HERE / "plan.toml").read_text("utf-8"))
    folders = [HERE / folder for folder in plan["cases"]["public"] + plan["cases"]["hidden"]]
    assert sorted(path for folder in folders for path in folder.glob("*.txt")) == CASES
    assert len(CASES) == 6
