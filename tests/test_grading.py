"""Grading end to end: traces that are handed in as files, the results that are written, and what can't be graded."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from checkers_ab.grading.mark import parse_result
from tests.grading_classes import grades, result_of, small_class, traces_plan
from tests.sample_class.archives import SHELL_NAME
from tests.support import PROGRAM, ROOT, let_pass, need_program, refused, run, run_command, tree


def test_formats_that_are_asked_for_later_are_written(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    call = ("grade", "run", plan, submissions, "-o", tmp_path / "results")
    assert run(*call).returncode == 0
    again = run(*call, "--format", "text", "--format", "gradescope")
    assert (again.returncode, "ada: 20 of 20 (as before)\n" in again.stdout) == (0, True)
    ada = tmp_path / "results/students/ada"
    assert "20 of 20 points\n" in (ada / "feedback.txt").read_text()
    assert json.loads((ada / "gradescope.json").read_text())["score"] == 20


def test_files_of_an_earlier_result_are_removed(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    shutil.copytree(submissions / "ada", submissions / "bo")
    call = ("grade", "run", plan, submissions, "-o", tmp_path / "results")
    assert run(*call, "--format", "text", "--format", "junit").returncode == 0
    (submissions / "ada/traces/first.txt").unlink()
    (tmp_path / "results/students/ada/.result.json.tmp").touch()
    shutil.rmtree(submissions / "bo")
    again = run(*call)
    assert "also has pages of 1 not in this class: bo\n" in again.stderr
    assert tree(tmp_path / "results") == [
        *(".checkers-ab-results", "class.json", "grades.csv", "report.html", "students"),
        *("students/ada", "students/ada/feedback.html", "students/ada/feedback.md", "students/ada/result.json"),
        *("students/bo", "students/bo/feedback.html", "students/bo/feedback.md", "students/bo/feedback.txt"),
        *("students/bo/junit.xml", "students/bo/result.json", "summary.json"),
    ]


def test_what_was_stopped_at_once_can_be_continued(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    (tmp_path / "results").mkdir()
    (tmp_path / "results/.checkers-ab-results").touch()
    assert run("grade", "run", plan, submissions, "-o", tmp_path / "results").returncode == 0


# Traces that are handed in as files


def test_traces_are_judged_without_a_box(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    shutil.copytree(submissions / "ada", submissions / "bo")
    (submissions / "bo/traces/first.txt").unlink()
    with open(submissions / "bo/traces/second.txt", "w") as stream:
        stream.write("\N{REPLACEMENT CHARACTER}" * 2_000_000)
    done = run("grade", "run", plan, submissions, "-o", tmp_path / "results", env={"PATH": os.path.dirname(PROGRAM)})
    assert done.returncode == 0
    assert done.stderr.startswith("the cases of this plan can't show ")
    table = grades(tmp_path / "results")
    assert (table["ada"]["score"], table["bo"]["score"]) == ("20", "0")
    statuses = [mark["status"] for mark in result_of(tmp_path / "results", "bo")["marks"]]
    assert statuses == ["no trace", "output limit"]
    assert "no program was run" in (tmp_path / "results/report.html").read_text()


GARBAGE = {
    "a word": "first\n",
    "an unreadable answer": "A1: ?\nfirst move: ?\n",
    "only labels": re.sub(r"(?m): .*$", ": ?", (ROOT / "expected/assignment.txt").read_text()),
    "many words": "x\n" * 10_001,
    "first moves and blank lines": "A1: (5,2)=>(3,0); h=-3.\nA1: (5,2)=>(3,4); h=-4.\n"
    + "\n" * 2000
    + "first move: (5,2)=>(3,4).\n",
    "only first moves": "A1: (5,2)=>(3,0); h=-3.\nA1: (5,2)=>(3,4); h=-4.\nfirst move: (5,2)=>(3,4).\n",
}


@pytest.mark.parametrize("trace", GARBAGE.values(), ids=GARBAGE)
def test_what_is_hardly_a_trace_earns_nothing(trace: str, tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    with open(plan, "a") as stream:
        stream.write("[points.costs]\nformat = 0.1\nwrong-h = 0.1\nwrong-first-move = 0.1\n")
    (submissions / "ada/traces/second.txt").write_text(trace)
    result = parse_result(run("grade", "one", plan, submissions / "ada", "--format", "json").stdout)
    assert [mark.points for mark in result.marks] == [10, 0]


def test_a_judge_does_not_read_garbage_to_its_end(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    (submissions / "ada/traces/second.txt").write_text("x\n" * 1_500_000)
    result = parse_result(run("grade", "one", plan, submissions / "ada", "--format", "json").stdout)
    assert result.marks[1].points == 0
    assert result.marks[1].kinds["format"] == 100_000


def test_a_stray_line_costs_what_the_plan_says(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    with open(plan, "a") as stream:
        stream.write("[points]\neach = 1000\n[points.costs]\nformat = 0.1\n")
    trace = submissions / "ada/traces/second.txt"
    trace.write_text("reading the board\n" + trace.read_text())
    assert run("grade", "run", plan, submissions, "-o", tmp_path / "results", "--format", "junit").returncode == 0
    row = grades(tmp_path / "results")["ada"]
    assert (row["score"], row["max"], row["second"]) == ("1900", "2000", "900")
    assert 'value="1900"' in (tmp_path / "results/junit.xml").read_text()


@pytest.mark.parametrize(("old", "new"), [('"case": "first"', '"case": "frist"'), ('"points": 10.0', '"points": NaN')])
def test_a_result_that_was_edited_is_made_again(old: str, new: str, tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    call = ("grade", "run", plan, submissions, "-o", tmp_path / "results")
    assert run(*call).returncode == 0
    result = tmp_path / "results/students/ada/result.json"
    result.write_text(result.read_text().replace(old, new))
    assert run(*call).stdout.startswith("ada: 20 of 20\n")


# What can't be graded


def test_a_right_trace_in_other_bytes_earns_no_less_than_its_first_move(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path, 'check = "exact"')
    with open(plan, "a") as stream:
        stream.write("[points]\nfirst_move = 0.2\n")
    trace = submissions / "ada/traces/second.txt"
    trace.write_bytes(trace.read_bytes().replace(b"\n", b"\r\n"))
    result = parse_result(run("grade", "one", plan, submissions / "ada", "--format", "json").stdout)
    assert result.marks[1].points == 2


def test_bad_calls_are_refused_and_nothing_is_written(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    results = tmp_path / "results"
    refused(run("grade", "run", plan, tmp_path / "gone", "-o", results), "no such file")
    refused(run("grade", "run", plan, plan, "-o", results), "expected a folder with one folder, zip or tar each")
    (tmp_path / "empty").mkdir()
    refused(run("grade", "run", plan, tmp_path / "empty", "-o", results), "no submission in it")
    refused(run("grade", "run", tmp_path / "no.toml", submissions, "-o", results), "no such file")
    assert not results.exists()
    refused(run("grade", "run", plan, submissions, "-o", plan), "expected a folder for the results, found a file")
    refused(run("grade", "run", plan, submissions, "-o", submissions / "x"), "outside of the submissions")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/thesis.tex").touch()
    refused(run("grade", "run", plan, submissions, "-o", tmp_path / "other"), "expected a new folder, an empty one")
    refused(run("grade", "one", plan, tmp_path / "gone"), "no such file")
    refused(run("grade", "frobnicate"), "No such command 'frobnicate'; there are init, look, run, mark, one, pack")
    refused(run("grade", "runn"), "did you mean 'run'?")
    refused(run("grade", "pack", plan, "-o", tmp_path / "nowhere/x.zip"), "there is no folder ")
    refused(
        run("grade", "run", plan, submissions, "-o", results, "--dask", "nowhere://127.0.0.1:1"),
        "no dask scheduler answers",
    )


def test_a_missing_bubblewrap_is_said_with_what_to_do(tmp_path: Path) -> None:
    plan, submissions = small_class(tmp_path, "ada")
    nowhere = {"PATH": os.path.dirname(PROGRAM)}
    results = tmp_path / "results"
    refused(
        run("grade", "run", plan, submissions, "-o", results, env=nowhere),
        "bubblewrap is not installed",
        "apt-get install",
    )
    refused(run("grade", "run", plan, submissions, "-o", results, "--sandbox", "none"), "--i-trust-these-programs")
    assert not results.exists()
    trusted = run("grade", "run", plan, submissions, "-o", results, "--sandbox", "none", "--i-trust-these-programs")
    assert (trusted.returncode, grades(results)["ada"]["score"]) == (0, "60")
    assert result_of(results, "ada")["box"].startswith("none, ")


def program_plan(folder: Path, script: str, *more: str) -> tuple[Path, Path]:
    """A plan with a hidden case in a folder elsewhere, and a class of one shell script."""
    (folder / "course/hidden").mkdir(parents=True)
    shutil.copy(ROOT / "inputs/win-at-ply-1.txt", folder / "course/hidden/chase.txt")
    (folder / "plans").mkdir()
    lines = ["[cases]", 'hidden = ["../course/hidden"]', "[program]", 'run = ["/bin/sh", "hw4.sh"]', *more]
    (folder / "plans/plan.toml").write_text("\n".join(lines) + "\n")
    (folder / "class/ada").mkdir(parents=True)
    (folder / "class/ada/hw4.sh").write_text(script)
    let_pass(folder)
    return folder / "plans/plan.toml", folder / "class"


def test_hidden_cases_stay_hidden_where_a_folder_above_them_is_bound(tmp_path: Path) -> None:
    need_program("bwrap")
    course = tmp_path / "course"
    plan, submissions = program_plan(tmp_path, f"ls {course}/* >&2; exit 75", "[box]", f'bind = ["{course}"]')
    results = tmp_path / "results"
    assert run("grade", "run", plan, submissions, "-o", results).returncode == 0
    (mark,) = result_of(results, "ada")["marks"]
    assert (mark["status"], mark["log"]) == ("exit code 75", "")
    page = (results / "students/ada/feedback.md").read_text()
    assert "75" not in page, "a number of the program's choice could give the board away"
    assert "| chase (hidden) | 0 | 10 | did not end well |" in page
    plan.write_text(plan.read_text().replace(f'"{course}"]', f'"{course}/hidden"]'))
    refused(run("grade", "run", plan, submissions, "-o", results), "where its cases, submissions or results lie")


def test_no_module_of_a_submission_is_ever_imported(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    shutil.copytree(submissions / "ada/traces", submissions / "traces")
    for name in ("multiprocessing", "json", "checkers_ab"):
        (submissions / f"{name}.py").write_text("raise SystemExit(3)\n")
    done = run("grade", "one", plan, ".", cwd=submissions)
    assert (done.returncode, "**20 of 20 points**" in done.stdout) == (0, True), done.stderr


def test_a_strict_umask_shuts_no_program_out_and_holds_for_the_results(tmp_path: Path) -> None:
    need_program("bwrap")
    plan, submissions = small_class(tmp_path, "ada")
    words = f"umask 077; exec checkers-ab grade run {plan} {submissions} -o {tmp_path}/results"
    done = run_command(words)
    assert "ada: 60 of 60" in done.stdout, done.stderr
    assert (tmp_path / "results/grades.csv").stat().st_mode & 0o777 == 0o600


def test_a_full_disk_is_nobodys_fault(tmp_path: Path) -> None:
    need_program("bwrap")
    small = tmp_path / "small"
    with small_disk(small, "3m"):
        plan, submissions = program_plan(tmp_path, "echo x")
        call = ("grade", "run", plan, submissions, "-o", tmp_path / "results")
        (submissions / "ada/data").write_bytes(bytes(4_000_000))
        full = run(*call, env={"TMPDIR": str(small)})
        assert (full.returncode, "ada: not graded" in full.stdout) == (1, True), full
        assert "ada: no space left on device" in full.stderr
    assert "ada: 0 of 10" in run(*call).stdout


def test_a_box_that_fails_on_the_way_is_no_mark(tmp_path: Path) -> None:
    plan, submissions = program_plan(tmp_path, "echo x")
    bwrap, tools, once = need_program("bwrap"), tmp_path / "tools", tmp_path / "once"
    tools.mkdir()
    once.mkdir()
    once.chmod(0o777)
    # It makes one box, as is tried at first, and then no more.
    (tools / "bwrap").write_text(f'#!/bin/sh\nmkdir {once}/box || exit 1\nexec {bwrap} "$@"\n')
    (tools / "bwrap").chmod(0o755)
    let_pass(tools)
    path = {"PATH": f"{tools}:{os.environ['PATH']}"}
    impatient = "from checkers_ab.sandbox import box; box.RETRIES = (0.01, 0.01)"
    program = f"{impatient}; from checkers_ab.cli.main import main; raise SystemExit(main())"
    call = [sys.executable, "-c", program, "grade", "one", str(plan), str(submissions / "ada")]
    found = run_command(call, env=path)
    assert (found.returncode, found.stdout) == (1, "")
    assert "ada: could not be graded: the box failed: " in found.stderr
    found = run_command(call, env=path)
    assert found.returncode == 2
    assert "bubblewrap can't make a box here: " in found.stderr


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    import fcntl

    plan, submissions = traces_plan(tmp_path)
    results = tmp_path / "results"
    assert run("grade", "run", plan, submissions, "-o", results).returncode == 0
    with open(results / ".checkers-ab-results", "a") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        refused(run("grade", "run", plan, submissions, "-o", results), "another run is writing its results there")


def test_a_full_disk_is_said_and_what_is_written_stays(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    results = tmp_path / "results"
    with small_disk(results, "256k"):
        assert run("grade", "run", plan, submissions, "-o", results, cwd=tmp_path).returncode == 0
        with open(results / "ballast", "wb") as stream:
            try:
                stream.write(bytes(400_000))
            except OSError:
                pass
        before = (results / "students/ada/result.json").read_bytes()
        refused(
            run("grade", "run", plan, submissions, "-o", results, "--redo", "ada"),
            "can't write the results: no space left",
        )
        assert (results / "students/ada/result.json").read_bytes() == before


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[None]:
    """A file system of its own at a new folder; where none can be made, the test is skipped."""
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", place], check=False)
    if made.returncode:
        pytest.skip("only root can make a small disk, and not everywhere")
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


def test_a_name_that_is_no_archive_is_in_the_table_too(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    (submissions / "bo.rar").write_bytes(b"Rar!\x1a\x07")
    done = run("grade", "run", plan, submissions, "-o", tmp_path / "results")
    assert done.returncode == 1
    assert "bo.rar: The submission can't be read: this is neither a folder, a zip nor a tar" in done.stderr
    assert grades(tmp_path / "results")["bo.rar"]["status"] == "unreadable"


def test_make_grade_grades_the_folder_that_is_named(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    folders = (f"SUBMISSIONS={submissions}", f"PLAN={plan}", f"RESULTS={tmp_path / 'results'}", "JOBS=1")
    done = subprocess.run(
        ["make", "-o", ".venv/.ready", "grade", *folders], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "ada: 20 of 20" in done.stdout


def test_the_shell_never_sees_a_name() -> None:
    assert "$(touch pwned)" in SHELL_NAME
    folders = (ROOT / "checkers_ab/grading", ROOT / "checkers_ab/sandbox")
    sources = [path.read_text() for folder in folders for path in folder.rglob("*.py")]
    assert not any("shell=True" in text or "os.system" in text for text in sources)
