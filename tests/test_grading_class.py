"""The sample class in bubblewrap, with everything hostile: its marks, and what students and graders read."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from pathlib import Path

import pytest

from tests.browser import Browser
from tests.grading_classes import grades, result_of, sample_plan
from tests.sample_class.archives import ARCHIVES
from tests.sample_class.making import make_class
from tests.sample_class.roster import ROSTER
from tests.support import need_program, run, tree


class Graded:
    """The sample class with everything hostile, graded once for all tests here."""

    def __init__(self, folder: Path, hostile: Path) -> None:
        need_program("bwrap")
        for tool in ("gcc", "perl"):
            need_program(tool)
        self.folder = folder
        self.plan = sample_plan(folder)
        self.submissions, self.results = folder / "class", folder / "results"
        make_class(self.submissions)
        shutil.copytree(hostile, self.submissions, dirs_exist_ok=True)
        self.before = self.contents()
        self.done = run("grade", "run", self.plan, self.submissions, "-o", self.results, "--format", "junit")
        self.left = still_there(hostile_processes())

    def contents(self) -> dict[str, bytes]:
        """All files of the class, and of the plan with its cases."""
        places = (self.submissions, self.folder / "cases", self.plan)
        files = (path for place in places for path in (place, *place.rglob("*")))
        return {os.fsdecode(path): path.read_bytes() for path in files if path.is_file()}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory, hostile: Path) -> Graded:
    return Graded(tmp_path_factory.mktemp("graded"), hostile)


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
    assert len(ARCHIVES) == 9
    for file in ARCHIVES:
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
    assert graded.contents() == graded.before
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


def test_the_class_in_a_browser(graded: Graded, browser: Browser) -> None:
    for width in (1280, 400):
        browser.look(width=width)
        browser.open(graded.results / "report.html")
        assert browser.messages == []
        assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
    assert browser.run("return document.querySelectorAll('#students th [href]').length") == len(grades(graded.results))
    links = browser.run("return [...document.querySelectorAll('#students th [href]')].map(a => a.href)")
    browser.driver.get(links[1])
    assert "points" in browser.run("return document.body.innerText")
