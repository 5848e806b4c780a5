"""A class end to end: the sample class in bubblewrap, stopped and continued, and the results that are written."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from checkers_ab.grading import cluster as dask_cluster
from checkers_ab.grading.mark import parse_result
from checkers_ab.grading.planfile import load_plan
from checkers_ab.grading.submissions import Submission
from checkers_ab.grading.workers import Task
from checkers_ab.sandbox.processes import children_of, usable_cores
from tests.browser import started_browser
from tests.sample_class.archives import SHELL_NAME, hostile_archives
from tests.sample_class.making import make_class
from tests.sample_class.roster import HERE, ROSTER
from tests.support import PROGRAM, ROOT, let_pass, need_program, refused, run, run_command, tree, wait_until


def plan_with(folder: Path, *changes: tuple[str, str]) -> Path:
    """The sample plan in a folder of its own, with a shorter time limit and some changes."""
    shutil.copytree(HERE / "cases", folder / "cases")
    text = (HERE / "plan.toml").read_text()
    for old, new in (("time = 5", "time = 1.5"), *changes):
        assert old in text
        text = text.replace(old, new)
    (folder / "plan.toml").write_text(text)
    return folder / "plan.toml"


def grades(results: Path) -> dict[str, dict[str, str]]:
    with open(results / "grades.csv", newline="", encoding="utf-8") as stream:
        return {row["name"]: row for row in csv.DictReader(stream)}


def result_of(results: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((results / "students" / name / "result.json").read_text())
    return found


class Graded:
    """The sample class with everything hostile, graded once for all tests here."""

    def __init__(self, folder: Path) -> None:
        need_program("bwrap")
        for tool in ("gcc", "perl"):
            need_program(tool)
        self.folder = folder
        self.plan = plan_with(folder)
        self.submissions, self.results = folder / "class", folder / "results"
        self.connections: list[object] = []
        with socket.create_server(("127.0.0.1", 0)) as server:
            threading.Thread(target=self._listen, args=(server,), daemon=True).start()
            make_class(self.submissions, port=server.getsockname()[1])
            self.reasons = hostile_archives(self.submissions)
            self.before = self.contents()
            self.done = run("grade", "run", self.plan, self.submissions, "-o", self.results, "--format", "junit")
            self.left = still_there(hostile_processes())

    def _listen(self, server: socket.socket) -> None:
        try:
            while True:
                self.connections.append(server.accept())
        except OSError:
            return  # it is closed

    def contents(self) -> dict[str, bytes]:
        """All files of the class, and of the plan with its cases."""
        places = (self.submissions, self.folder / "cases", self.plan)
        files = (path for place in places for path in (place, *place.rglob("*")))
        return {os.fsdecode(path): path.read_bytes() for path in files if path.is_file()}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    return Graded(tmp_path_factory.mktemp("graded"))


# Marks


def test_every_submission_has_the_mark_and_the_diagnosis_it_should_have(graded: Graded) -> None:
    table = grades(graded.results)
    for name, student in ROSTER.items():
        result = result_of(graded.results, name)
        statuses = {mark["case"]: mark["status"] for mark in result["marks"]}
        expected = {case: "right" if case in student.lucky else student.status for case in statuses}
        assert statuses == expected, name
        for mark in result["marks"]:
            if mark["status"] == "right":
                assert mark["points"] == mark["most"] == 10
            elif student.diagnosis:
                assert mark["suspects"][0][0]["name"] == student.diagnosis, (name, mark["case"])
                assert mark["points"] in ((0, 2, 7) if mark["case"] != "two-boards" else (0, 1, 2, 6, 7)), (name, mark)
            else:
                assert (mark["points"], mark["suspects"]) == (0, []), name
        assert table[name]["diagnosis"] == (student.diagnosis or "")
        assert float(table[name]["score"]) == result["score"] == sum(mark["points"] for mark in result["marks"])


def test_what_could_not_be_read_has_no_points_and_is_said(graded: Graded) -> None:
    assert graded.done.returncode == 1
    assert "Traceback" not in graded.done.stderr
    table = grades(graded.results)
    refused_ones = [name for name, reason in graded.reasons.items() if reason]
    assert len(refused_ones) == 9
    for file in refused_ones:
        name = file.split(".")[0]
        assert (table[name]["score"], table[name]["status"]) == ("0", "unreadable")
        assert f"{name}: The submission can't be read: " in graded.done.stderr
    count = len(table)
    assert f"{count - 9} of {count} graded: " in graded.done.stdout
    assert count == len(ROSTER) + 11


def test_odd_names_are_graded_and_harm_nothing(graded: Graded) -> None:
    table = grades(graded.results)
    odd = [row for name, row in table.items() if "1+1" in name or "\\xff" in name]
    assert [row["score"] for row in odd] == ["60", "60"]
    assert [name for name in table if name.startswith("'=1+1")]
    assert not any(name.startswith("=") for name in table)
    assert not list(graded.folder.rglob("pwned"))
    names = os.listdir(graded.results / "students")
    assert all(re.fullmatch(r"[\w.@+-]+", name) for name in names)


def test_the_hostile_are_contained(graded: Graded) -> None:
    assert graded.connections == []
    assert graded.contents() == graded.before
    assert result_of(graded.results, "vic")["score"] == 0
    assert set(tree(graded.results)) == {
        *("grades.csv", "summary.json", "report.html", "junit.xml", "class.json", "students", ".checkers-ab-results"),
        *(f"students/{name}" for name in os.listdir(graded.results / "students")),
        *(
            f"students/{name}/{file}"
            for name in os.listdir(graded.results / "students")
            for file in ("result.json", "feedback.md", "feedback.html", "junit.xml")
        ),
    }
    assert graded.left == set()


def hostile_processes() -> set[str]:
    """All living programs that were made to stay, to fork or to run for a minute."""
    programs = (b"stays.py", b"forks.py", b"endless.py")
    return {
        pid for pid in os.listdir("/proc") if pid.isdigit() and any(name in _command_line(pid) for name in programs)
    }


def still_there(processes: set[str]) -> set[str]:
    """Those that last; other tests have such programs, too, but their boxes soon end."""
    for _ in range(200):
        processes &= hostile_processes()
        if not processes:
            break
        time.sleep(0.1)
    return processes


def _command_line(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()  # empty for one that is dead
    except OSError:
        return b""


def test_a_second_run_grades_nothing_again(graded: Graded) -> None:
    written = {path: path.stat().st_mtime_ns for path in graded.results.rglob("result.json")}
    table = (graded.results / "grades.csv").read_bytes()
    again = run("grade", "run", graded.plan, graded.submissions, "-o", graded.results, "--format", "junit")
    assert again.returncode == 1
    assert again.stdout.count("(as before)") == len(written)
    assert {path: path.stat().st_mtime_ns for path in graded.results.rglob("result.json")} == written
    assert (graded.results / "grades.csv").read_bytes() == table


# What students and graders read


def test_the_page_of_a_student_says_what_is_wrong_and_what_to_do(graded: Graded) -> None:
    page = (graded.results / "students/eli/feedback.md").read_text()
    assert page.startswith("# Sample class: eli\n\n**20 of 60 points**\n")
    assert "- Count each king twice in h. (rule 22)" in page
    assert "**This is exactly the trace of a program that counts a king as one piece.**" in page
    assert "| last-man | 10 | 10 | right |" in page
    public, hidden = page.split("\n## chase", 1)
    assert "  7  .     .     .     .\n" in public
    assert "  7  .     .     .     .\n" not in hidden, "a hidden board is not shown"
    assert "This case is hidden. What was found: wrong-h" in hidden
    assert "unterminated comment" in (graded.results / "students/bea/feedback.md").read_text()
    assert (
        "The program took more than 1.5 seconds of the processor"
        in (graded.results / "students/quin/feedback.md").read_text()
    )


def test_the_summary_adds_up(graded: Graded) -> None:
    summary = json.loads((graded.results / "summary.json").read_text())
    table = grades(graded.results)
    assert (summary["submissions"], summary["not_graded"]) == (len(table), 9)
    assert sum(each["count"] for each in summary["histogram"]) == len(table)
    assert summary["box"].startswith("bubblewrap, ")
    assert {case["name"] for case in summary["cases"]} == {
        "blocked",
        "last-man",
        "two-boards",
        "chase",
        "crowning",
        "long-fight",
    }
    lost = [case["lost"] for case in summary["cases"]]
    assert lost == sorted(lost, reverse=True)
    assert sum(lost) == pytest.approx(60 * len(table) - sum(float(row["score"]) for row in table.values()))
    assert {mistake["name"]: mistake["submissions"] for mistake in summary["mistakes"]} == {
        student.diagnosis: 1 for student in ROSTER.values() if student.diagnosis
    }


def test_the_class_in_a_browser(graded: Graded, tmp_path: Path) -> None:
    with started_browser(tmp_path / "profile") as browser:
        for width in (1280, 400):
            browser.look(width=width)
            browser.open(graded.results / "report.html")
            assert browser.messages == []
            assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
        assert browser.run("return document.querySelectorAll('#students th [href]').length") == len(
            grades(graded.results)
        )
        links = browser.run("return [...document.querySelectorAll('#students th [href]')].map(a => a.href)")
        browser.driver.get(links[1])
        assert "points" in browser.run("return document.body.innerText")


# Stopped and continued


def small_class(folder: Path, *names: str) -> tuple[Path, Path]:
    """A plan and a class of right and wrong programs without a hostile one."""
    make_class(folder / "all")
    (folder / "class").mkdir()
    for name in names or ("ada", "bo.zip", "cyd", "dee", "eli", "gus", "hal", "kim", "lou", "mia", "ned", "pia"):
        (folder / "all" / name).rename(folder / "class" / name)
    return plan_with(folder), folder / "class"


def wait_for_results(results: Path, count: int) -> None:
    wait_until(lambda: len(list(results.glob("students/*/result.json"))) >= count, "results")


class Undisturbed:
    """A class that was graded at one go."""

    def __init__(self, folder: Path) -> None:
        need_program("bwrap")
        self.plan, self.submissions = small_class(folder)
        self.results = folder / "results"
        assert run("grade", "run", self.plan, self.submissions, "-o", self.results).returncode == 0


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    return Undisturbed(tmp_path_factory.mktemp("undisturbed"))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_stopped_in_the_middle_and_continued(number: signal.Signals, undisturbed: Undisturbed, tmp_path: Path) -> None:
    plan, submissions, whole = undisturbed.plan, undisturbed.submissions, undisturbed.results
    ended = tmp_path / "ended"
    with subprocess.Popen(
        [PROGRAM, "grade", "run", plan, submissions, "-o", ended, "--jobs", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        wait_for_results(ended, 4)
        process.send_signal(number)
        process.wait(timeout=60)
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
    assert not (ended / "grades.csv").exists()
    finished = {path: path.stat().st_mtime_ns for path in ended.glob("students/*/result.json")}
    assert 4 <= len(finished) < 12
    done = run("grade", "run", plan, submissions, "-o", ended)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("(as before)") == len(finished)
    assert {path: path.stat().st_mtime_ns for path in finished} == finished
    assert (ended / "grades.csv").read_bytes() == (whole / "grades.csv").read_bytes()
    assert sorted(tree(ended)) == sorted(tree(whole)), "nothing half-written is left"


def test_a_worker_that_dies_loses_nothing(undisturbed: Undisturbed, tmp_path: Path) -> None:
    plan, submissions = undisturbed.plan, undisturbed.submissions
    with subprocess.Popen(
        [PROGRAM, "grade", "run", plan, submissions, "-o", tmp_path / "results", "--jobs", "2"],
        stdout=subprocess.DEVNULL,
    ) as process:
        wait_for_results(tmp_path / "results", 2)
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
        assert process.wait(timeout=60) == 0
    assert grades(tmp_path / "results") == grades(undisturbed.results)


@pytest.mark.parametrize("more", [0, 1])
def test_with_as_many_jobs_as_cores_each_has_its_own(undisturbed: Undisturbed, tmp_path: Path, more: int) -> None:
    cores = set(usable_cores())
    call = ("grade", "run", undisturbed.plan, undisturbed.submissions, "-o", tmp_path / "results")
    with subprocess.Popen([PROGRAM, *call, "--jobs", str(len(cores) + more)], stdout=subprocess.DEVNULL) as process:
        wait_for_results(tmp_path / "results", 2)
        found = [os.sched_getaffinity(worker) for worker in workers_of(process.pid)]
        process.kill()
    assert len(found) == len(cores) + more
    assert sorted(map(sorted, found)) == ([sorted(cores)] * len(found) if more else [[core] for core in sorted(cores)])


def workers_of(pid: int) -> list[int]:
    """The processes that were forked, without those that run another program."""
    words = Path(f"/proc/{pid}/cmdline").read_bytes()
    return [child for child in children_of(pid) if Path(f"/proc/{child}/cmdline").read_bytes() == words]


def test_a_worker_that_hangs_keeps_neither_the_others_nor_the_results(undisturbed: Undisturbed, tmp_path: Path) -> None:
    """When the first process is killed: each worker watches it, and none has its lock."""
    call = ("grade", "run", undisturbed.plan, undisturbed.submissions, "-o", tmp_path / "results")
    with subprocess.Popen([PROGRAM, *call, "--jobs", "2"], stdout=subprocess.DEVNULL) as process:
        wait_for_results(tmp_path / "results", 2)
        first, last = sorted(workers_of(process.pid))
        for worker in (first, last):
            assert not sockets_of(worker) & sockets_of(process.pid), "no worker has an end of its own pipe or another's"
        os.kill(last, signal.SIGSTOP)
        try:
            process.kill()
            process.wait()
            wait_until(lambda: not is_alive(first), "the end of the other worker")
            assert run(*call).returncode == 0
        finally:
            os.kill(last, signal.SIGKILL)


def sockets_of(pid: int) -> set[str]:
    links = (os.readlink(path) for path in Path(f"/proc/{pid}/fd").iterdir() if path.is_symlink())
    return {link for link in links if link.startswith("socket:")}


def is_alive(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def test_only_what_has_changed_is_graded_again(tmp_path: Path) -> None:
    need_program("bwrap")
    plan, submissions = small_class(tmp_path, "ada", "cyd", "eli")
    call = ("grade", "run", plan, submissions, "-o", tmp_path / "results")
    assert "as before" not in run(*call).stdout
    with open(submissions / "ada/solver.py", "a") as stream:
        stream.write("# handed in again\n")
    again = run(*call).stdout.splitlines()
    assert sorted(again)[1:] == [
        "ada: 60 of 60",
        "cyd: 60 of 60 (as before)",
        "eli: 20 of 60, kings-count-one (as before)",
    ]
    redone = run(*call, "--redo", "cyd").stdout
    assert ("cyd: 60 of 60\n" in redone, redone.count("as before")) == (True, 2)
    refused(run(*call, "--redo", "cid"), "no submission is called 'cid'")
    plan.write_text(plan.read_text().replace("each = 10", "each = 20"))
    assert "ada: 120 of 120\n" in run(*call).stdout
    (tmp_path / "results/students/eli/result.json").write_text("{ half of it")
    assert run(*call).stdout.count("as before") == 2


def test_formats_that_are_asked_for_later_are_written(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    call = ("grade", "run", plan, submissions, "-o", tmp_path / "results")
    assert run(*call).returncode == 0
    again = run(*call, "--format", "autolab", "--format", "gradescope")
    assert (again.returncode, "ada: 20 of 20 (as before)\n" in again.stdout) == (0, True)
    ada = tmp_path / "results/students/ada"
    assert json.loads((ada / "autolab.json").read_text()) == {"scores": {"first": 10.0, "second": 10.0}}
    assert json.loads((ada / "gradescope.json").read_text())["score"] == 20


def test_files_of_an_earlier_result_are_removed(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    shutil.copytree(submissions / "ada", submissions / "bo")
    call = ("grade", "run", plan, submissions, "-o", tmp_path / "results")
    assert run(*call, "--format", "autolab", "--format", "junit").returncode == 0
    (submissions / "ada/traces/first.txt").unlink()
    (tmp_path / "results/students/ada/.result.json.tmp").touch()
    shutil.rmtree(submissions / "bo")
    again = run(*call)
    assert "also has pages of 1 not in this class: bo\n" in again.stderr
    assert tree(tmp_path / "results") == [
        *(".checkers-ab-results", "class.json", "grades.csv", "report.html", "students"),
        *("students/ada", "students/ada/feedback.html", "students/ada/feedback.md", "students/ada/result.json"),
        *("students/bo", "students/bo/autolab.json", "students/bo/feedback.html", "students/bo/feedback.md"),
        *("students/bo/junit.xml", "students/bo/result.json", "summary.json"),
    ]


def test_what_was_stopped_at_once_can_be_continued(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    (tmp_path / "results").mkdir()
    (tmp_path / "results/.checkers-ab-results").touch()
    assert run("grade", "run", plan, submissions, "-o", tmp_path / "results").returncode == 0


# Traces that are handed in as files


def traces_plan(folder: Path, *more: str) -> tuple[Path, Path]:
    (folder / "cases").mkdir()
    for name, board in (("first", "win-at-ply-1"), ("second", "assignment")):
        shutil.copy(ROOT / f"inputs/{board}.txt", folder / f"cases/{name}.txt")
    text = '[cases]\npublic = ["cases"]\n[traces]\nfile = "traces/{case}.txt"\n'
    (folder / "plan.toml").write_text("\n".join([*more, text]))
    ada = folder / "class/ada/traces"
    ada.mkdir(parents=True)
    shutil.copy(ROOT / "expected/win-at-ply-1.txt", ada / "first.txt")
    shutil.copy(ROOT / "expected/assignment.txt", ada / "second.txt")
    return folder / "plan.toml", folder / "class"


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


@pytest.mark.parametrize(
    ("change", "points", "status"),
    [
        (lambda text: text, 10, "right"),
        (lambda text: text.replace("A1: ", "A1:  ", 1), 4, "wrong"),
        (lambda text: text.replace("\n", "\r\n"), 4, "wrong"),
        (lambda text: text.removesuffix("\n"), 4, "wrong"),
        (lambda text: text.replace("\n", "\n\n"), 4, "wrong"),
        (lambda text: text.replace("alpha=-3", "alpha=-4", 1), 4, "wrong"),
        (lambda text: text.replace("h=-3", "h=7", 1), 2, "wrong"),
        (lambda text: text.replace("h=-3", "h=7", 1).replace("move: (5,2)=>(3,0)", "move: (5,2)=>(3,4)"), 0, "wrong"),
    ],
)
def test_points_follow_the_plan(change: Any, points: float, status: str, tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path, 'check = "exact"')
    with open(plan, "a") as stream:
        stream.write("[points]\nfirst_move = 0.2\n[points.costs]\nwrong-window = 0.3\nexact = 0.6\n")
    trace = submissions / "ada/traces/second.txt"
    trace.write_bytes(change(trace.read_text()).encode())
    done = run("grade", "one", plan, submissions / "ada", "--format", "json")
    assert done.returncode == 0, done.stderr
    result = parse_result(done.stdout)
    assert [(mark.points, mark.status) for mark in result.marks] == [(10, "right"), (points, status)]


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


def test_a_file_with_several_boards_is_right_by_its_share(tmp_path: Path) -> None:
    plan, submissions = traces_plan(tmp_path)
    shutil.copy(ROOT / "inputs/several-cases.txt", tmp_path / "cases/second.txt")
    trace = (ROOT / "expected/several-cases.txt").read_text()
    (submissions / "ada/traces/second.txt").write_text(trace.replace("h=-inf", "h=3", 1))
    result = parse_result(run("grade", "one", plan, submissions / "ada", "--format", "json").stdout)
    assert result.marks[1].points == 7.5
    assert ": Line 85, wrong-h: This move ends the game" in result.marks[1].message


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
        run("grade", "run", plan, submissions, "-o", results, "--dask", "tcp://127.0.0.1:1"),
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
    found = run("grade", "one", plan, submissions / "ada", env=path)
    assert (found.returncode, found.stdout) == (1, "")
    assert "ada: could not be graded: the box failed: " in found.stderr
    found = run("grade", "one", plan, submissions / "ada", env=path)
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


# Elsewhere


@pytest.fixture
def cluster() -> Iterator[Any]:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as started:
        yield started


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_of_which_a_worker_is_killed_gives_the_same_grades(
    cluster: Any, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    plan, submissions = undisturbed.plan, undisturbed.submissions
    there = tmp_path / "there"
    call = [PROGRAM, "grade", "run", plan, submissions, "-o", there, "--dask", cluster.scheduler_address]
    with subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        wait_for_results(there, 2)
        os.kill(cluster.workers[0].process.pid, signal.SIGKILL)
        assert process.stderr is not None
        errors = process.stderr.read()
        assert process.wait(timeout=120) == 0, errors
    assert (there / "grades.csv").read_bytes() == (undisturbed.results / "grades.csv").read_bytes()
    assert sys.platform != "linux" or b"Traceback" not in errors


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_marks_as_one_machine_does(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, submissions = traces_plan(tmp_path)
    ada = submissions / "ada"
    shutil.make_archive(str(submissions / "bo"), "zip", ada)
    shutil.copytree(ada, submissions / "cyd")
    (submissions / "cyd/a'b\n").touch()
    (submissions / "dee").mkdir()
    (submissions / "eli").mkdir()
    shutil.copy(submissions / "bo.zip", submissions / "eli/traces.zip")
    here, there = tmp_path / "here", tmp_path / "there"
    address = cluster.scheduler_address
    assert run("grade", "run", plan, submissions, "-o", here).returncode == 1
    assert run("grade", "run", plan, submissions, "-o", there, "--dask", address).returncode == 1
    assert (there / "grades.csv").read_bytes() == (here / "grades.csv").read_bytes()
    assert [row["score"] for row in grades(there).values()] == ["20", "20", "20", "0", "20"]
    for page in ("report.html", "students/ada/feedback.html"):
        assert (there / page).read_bytes() == (here / page).read_bytes()

    monkeypatch.setattr(dask_cluster, "program_key", lambda: "that of another version")
    task = Task(Submission("ada", str(ada)), "")
    ((_, answer),) = dask_cluster.grade_on_cluster(address, load_plan(str(plan)), "auto", (), iter([task]))
    assert answer == "the worker runs another version of checkers-ab", "after it was tried elsewhere"
