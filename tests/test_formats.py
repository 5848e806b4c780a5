"""Results as course systems read them, and the archive for Gradescope in its own layout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from checkers_ab.grading.feedback import feedback
from checkers_ab.grading.formats import FORMATS, write_format
from checkers_ab.grading.mark import Mark, SubmissionResult, for_students, format_result, parse_result
from checkers_ab.sandbox.workspace import is_root
from tests.sample_class.making import files_of
from tests.sample_class.roster import HERE, ROSTER
from tests.support import ROOT, let_pass, need_program, refused, run

NASTY = "<b>\x00\x1b[1m\ud800 | ``` # [x](y) ]]> & \ufffe"
KINGS = {"name": "kings-count-one", "clause": f"does {NASTY}", "fix": "Don't.", "rule": 22}
RESULT = SubmissionResult(
    name="=1+1\n\x1b\udcff",
    status="graded",
    message="",
    mistakes=(KINGS,),
    marks=(
        Mark(case="one", hidden=False, points=10, most=10, status="right", message="The trace is right."),
        Mark(
            case="two",
            hidden=False,
            points=2.5,
            most=10,
            status="wrong",
            message=f"Line 3: {NASTY}",
            kinds={"wrong-h": 3},
            suspects=((KINGS,), ({**KINGS, "name": "no-crowning"},)),
            finding={
                "kind": "wrong-h",
                "line": 3,
                "message": NASTY,
                "rule": "",
                "expected": "h=1",
                "found": f"{NASTY}\n````\nmore",
            },
            seconds=0.25,
        ),
        Mark(case="three", hidden=True, points=0, most=5, status="time limit", message="secret", log="secret"),
    ),
    box="bubblewrap, limits sampled",
    version="0",
)


def test_a_result_comes_back_from_its_text() -> None:
    assert parse_result(format_result(RESULT)) == RESULT
    assert json.loads(format_result(RESULT))["score"] == 12.5


@pytest.mark.parametrize("name", ["gradescope", "junit"])
def test_students_see_no_times_of_hidden_cases_and_only_points_if_the_plan_says_so(name: str) -> None:
    slow = replace(RESULT, marks=tuple(replace(mark, seconds=7.125 if mark.hidden else 1.0) for mark in RESULT.marks))
    assert "7.125" not in write_format(name, [for_students(slow, points_only=False)], "Homework")
    points = for_students(slow, points_only=True)
    shown = write_format(name, [points], "Homework") + feedback(points, "Homework")
    assert "time limit" not in shown
    assert "secret" not in shown
    assert points.score == slow.score
    assert points.mistakes == (KINGS,), "a public case shows it"
    other = replace(slow, mistakes=(KINGS, {**KINGS, "name": "only-in-a-hidden-case"}))
    assert for_students(other, points_only=True).mistakes == (KINGS,)
    assert for_students(other, points_only=False).mistakes == other.mistakes
    if name == "gradescope":
        assert json.loads(write_format(name, [points], "Homework"))["execution_time"] == 2
    if name == "junit":
        suite = ElementTree.fromstring(write_format(name, [points], "Homework"))[0]
        assert (suite.get("time"), suite[-1].get("time")) == ("2.000", "0.000")


def test_gradescope() -> None:
    data = json.loads(write_format("gradescope", [RESULT], "Homework"))
    assert data["score"] == 12.5
    assert [(test["score"], test["max_score"], test["status"]) for test in data["tests"]] == [
        (10, 10, "passed"),
        (2.5, 10, "failed"),
        (0, 5, "failed"),
    ]
    assert [test["visibility"] for test in data["tests"]] == ["visible", "visible", "after_published"]
    assert "Box: bubblewrap.\n" in data["output"] + "\n"
    assert "secret" not in json.dumps(data)
    assert "three" not in data["output"], "hidden cases are shown later"
    check_gradescope(data)


def check_gradescope(data: dict[str, Any]) -> None:
    """The keys and values that Gradescope's page on results.json lists."""
    top = {"score", "execution_time", "output", "output_format", "test_output_format", "visibility"}
    assert {*data} <= {*top, "stdout_visibility", "extra_data", "tests", "leaderboard"}
    assert isinstance(data["score"], int | float)
    formats = {"text", "html", "simple_format", "md", "ansi"}
    visibilities = {"hidden", "after_due_date", "after_published", "visible"}
    keys = {"score", "max_score", "status", "name", "number", "output", "output_format", "tags", "visibility"}
    for part in (data, *data["tests"]):
        assert part.get("output_format", "text") in formats
        assert part.get("visibility", "visible") in visibilities
        assert "\r" not in part["output"]
    for test in data["tests"]:
        assert {*test} <= {*keys, "extra_data"}
        assert test["status"] in ("passed", "failed")
        assert 0 <= test["score"] <= test["max_score"]


def test_junit_is_xml_whatever_was_printed() -> None:
    text = write_format("junit", [RESULT, RESULT], NASTY)
    root = ElementTree.fromstring(text)
    suite = root.findall("testsuite")[1]
    assert (
        suite.attrib.items() >= {"tests": "3", "failures": "1", "errors": "1", "skipped": "0", "time": "0.250"}.items()
    )
    assert [[child.tag for child in case] for case in suite.findall("testcase")] == [
        ["properties"],
        ["properties", "failure"],
        ["properties", "error"],
    ]
    assert suite.find("properties/property[@name='score']").attrib["value"] == "12.5"  # type: ignore[union-attr]


def test_the_page_is_safe_whatever_was_printed() -> None:
    page = feedback(RESULT, "Homework")
    page.encode("utf-8", "backslashreplace")
    heading, rest = page.split("\n", 1)
    assert heading == "# Homework: =1+1\\\\n\\\\x1b\\\\xff"
    assert "<b>" not in rest.split("`````", 1)[0]
    assert "\n`````\n" in rest, "the fence is longer than any in the text"
    assert "secret" not in page
    assert "- Don't." in page


@pytest.mark.parametrize("name", FORMATS)
def test_one_submission_in_every_format(name: str, tmp_path: Path) -> None:
    need_program("bwrap")
    submission = tmp_path / "zoe"
    submission.mkdir()
    for file, text in files_of(ROSTER["zoe"]).items():
        (submission / file).write_text(text)
    done = run("grade", "one", HERE / "plan.toml", submission, "--format", name, "-o", tmp_path / "out")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert "exit code 3" in (tmp_path / "out").read_text()


# The archive


class Autograder:
    """The archive unpacked as Gradescope lays it out, and set up."""

    def __init__(self, folder: Path, archive: Path) -> None:
        self.base = folder
        for name in ("source", "submission", "results"):
            (folder / name).mkdir(parents=True)
        with zipfile.ZipFile(archive) as upload:
            self.names = upload.namelist()
            for entry in upload.infolist():
                path = Path(upload.extract(entry, folder / "source"))
                path.chmod(entry.external_attr >> 16 & 0o777)
        shutil.copy(folder / "source/run_autograder", folder / "run_autograder")
        let_pass(folder)

    def set_up(self, environment: dict[str, str]) -> None:
        subprocess.run([self.base / "source/setup.sh"], check=True, env=environment, capture_output=True)

    def grade(self, files: dict[str, str], environment: dict[str, str]) -> dict[str, Any]:
        shutil.rmtree(self.base / "submission")
        (self.base / "submission").mkdir()
        for file, text in files.items():
            (self.base / "submission" / file).write_text(text)
        settings = {**environment, "AUTOGRADER": str(self.base)}
        program, place = self.base / "run_autograder", self.base / "submission"
        subprocess.run([program], check=False, env=settings, cwd=place, capture_output=True)
        data: dict[str, Any] = json.loads((self.base / "results/results.json").read_text())
        return data


def without(tool: str, folder: Path) -> dict[str, str]:
    """A PATH on which everything is but one tool; no network is asked for packages."""
    tools = folder / "tools"
    tools.mkdir()
    for place in ("/usr/bin", "/bin", "/usr/sbin", "/sbin"):
        for path in Path(place).iterdir():
            if path.name not in (tool, "apt-get") and not (tools / path.name).is_symlink():
                (tools / path.name).symlink_to(path)
    (tools / "python3").unlink(missing_ok=True)
    (tools / "python3").symlink_to(os.path.realpath(sys.executable))
    return {"PATH": str(tools), "HOME": str(folder)}


@pytest.mark.parametrize("missing", ["nothing", "bwrap"])
def test_the_archive_grades_in_gradescopes_layout(missing: str, archive: Path, tmp_path: Path) -> None:
    need_program("bwrap")
    if missing == "bwrap" and not is_root():
        pytest.skip("only root can run programs as somebody else")
    autograder = Autograder(tmp_path / "autograder", archive)
    assert {"setup.sh", "run_autograder", "plan.json"} < set(autograder.names)
    assert all(name.endswith("-py3-none-any.whl") for name in autograder.names if name.startswith("wheels/"))
    environment = without(missing, tmp_path)
    autograder.set_up(environment)
    box = "bubblewrap" if missing == "nothing" else "another user"
    for student, score in (("ada", 60), ("eli", 20), ("zoe", 0), ("bea", 0)):
        data = autograder.grade(files_of(ROSTER[student]), environment)
        check_gradescope(data)
        assert data["score"] == score, (student, data)
        assert box in data["output"] or student == "bea"
        assert len(data["tests"]) == 6
    assert sorted(os.listdir(tmp_path / "autograder/results")) == ["results.json"]
    base = tmp_path / "autograder"
    secrets = f"{base}/source/plan.json {base}/results/results.json"
    spying = f"for f in {secrets}; do cat $f && exit 9; echo x >> $f && exit 9; done"
    data = autograder.grade({"Makefile": "hw4: ;", "hw4.sh": f"#!/bin/sh\n{spying}\nexit 0\n"}, environment)
    assert {test["name"].partition(": ")[2] for test in data["tests"]} == {"could not be started"}
    files = {"Makefile": "hw4:\n\tcp hw4.sh hw4; chmod +x hw4\n", "hw4.sh": f"#!/bin/sh\n{spying}\nexit 0\n"}
    data = autograder.grade(files, environment)
    assert {test["name"].partition(": ")[2] for test in data["tests"]} == {"wrote nothing"}
    forger = {"checkers_ab.py": "raise SystemExit(9)", "json.py": "raise SystemExit(9)", **files_of(ROSTER["ada"])}
    assert autograder.grade(forger, environment)["score"] == 60, "no module of a submission is ever imported"


def test_pack_overwrites_nothing_but_its_own(archive: Path, tmp_path: Path) -> None:
    shutil.copytree(HERE / "cases", tmp_path / "cases")
    plan = Path(shutil.copy(HERE / "plan.toml", tmp_path))
    text = plan.read_text()
    refused(run("grade", "pack", plan, "-o", plan), "a file of that name exists, and it is no archive of ours")
    assert plan.read_text() == text
    shutil.copy(archive, tmp_path / "upload.zip")
    assert run("grade", "pack", plan, "-o", tmp_path / "upload.zip").returncode == 0
    assert (tmp_path / "upload.zip").read_bytes() == archive.read_bytes(), "the same plan gives the same bytes"


def test_what_is_the_same_for_several_cases_is_said_once() -> None:
    broken = [
        Mark(case=name, hidden=name == "c", points=0, most=1, status="time limit", message="It took long.")
        for name in "abc"
    ]
    result = SubmissionResult(name="quin", status="graded", message="", marks=tuple(broken))
    assert result.status_shown == "time limit"
    page = feedback(result, "Homework")
    assert page.count("It took long.") == 1
    assert "## a, b: time limit" in page


def test_a_result_is_there_even_when_grading_broke(archive: Path, tmp_path: Path) -> None:
    autograder = Autograder(tmp_path / "autograder", archive)
    data = autograder.grade(files_of(ROSTER["ada"]), without("bwrap", tmp_path))  # it was never set up
    assert data["score"] == 0
    assert "could not be graded" in data["output"]


def test_the_wheels_are_what_pip_installs(wheel_folder: Path, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
    target = tmp_path / "installed"
    subprocess.run([*pip, "--find-links", wheel_folder, "--target", target, "checkers-ab"], check=True, cwd=tmp_path)
    assert {"checkers_ab", "click", "jinja2", "markupsafe", "rich"} <= set(os.listdir(target))
    assert not [*target.rglob("*.so")]
    program = [
        sys.executable,
        "-S",
        "-c",
        f"import sys; sys.path.insert(0, {str(target)!r}); import checkers_ab.__main__",
    ]
    done = subprocess.run([*program, "--version"], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "checkers-ab" in done.stdout
    (tmp_path / "plan.toml").write_text(f'[cases]\npublic = ["{ROOT}/inputs/assignment.txt"]\n[traces]\n')
    words = ["grade", "one", "plan.toml", f"{ROOT}/expected/assignment.txt", "--format", "html"]
    done = subprocess.run([*program, *words], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "<td>right</td>" in done.stdout, done.stderr
