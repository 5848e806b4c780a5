"""Marks that can be argued for: what each finding costs, marks from findings that were kept, and regrades."""

from __future__ import annotations

import csv
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from checkers_ab.core.errors import InputError
from checkers_ab.core.people import Person
from checkers_ab.grading.adjust import Adjustments, load_adjustments
from checkers_ab.grading.feedback import feedback, text_feedback
from checkers_ab.grading.feedback_html import feedback_html
from checkers_ab.grading.grade import grade
from checkers_ab.grading.mark import HARDLY, Mark, SubmissionResult, format_result, parse_result, with_points
from checkers_ab.grading.plan import GradingPlan
from checkers_ab.grading.planfile import load_plan
from checkers_ab.grading.submissions import Submission
from checkers_ab.grading.summary import Groups
from tests import near_misses
from tests.support import ROOT, refused, run

COSTS = "[points]\nfirst_move = 0.2\n[points.costs]\nformat = 0.1\nwrong-window = 0.3\n"
TRACE = (ROOT / "expected/assignment.txt").read_text()


def plan_of(folder: Path, more: str = COSTS, *, head: str = "", board: str = "assignment") -> GradingPlan:
    (folder / "cases").mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / f"inputs/{board}.txt", folder / "cases/board.txt")
    (folder / "plan.toml").write_text(f'{head}\n[cases]\npublic = ["cases"]\n[traces]\n{more}')
    return load_plan(str(folder / "plan.toml"))


def mark_of(plan: GradingPlan, folder: Path, trace: str | bytes) -> Mark:
    submission = folder / "ada"
    submission.mkdir(exist_ok=True)
    (submission / "board.txt").write_bytes(trace.encode() if isinstance(trace, str) else trace)
    return grade(plan, Submission("ada", str(submission)), None).marks[0]


# What a finding costs

SLIPS: dict[str, near_misses.Edit] = {**near_misses.ANY_GAME, **near_misses.CHECKERS}


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_of_the_layout_costs_what_the_plan_says_and_no_more(name: str, tmp_path: Path) -> None:
    trace = SLIPS[name](TRACE)
    assert trace != TRACE
    mark = mark_of(plan_of(tmp_path), tmp_path, trace)
    assert (mark.points, mark.how, set(mark.kinds)) == (9, "10 - 1 for format = 9", {"format"})
    assert mark.message.startswith("The trace is right but for its layout. Line ")
    assert mark.suspects == ()


@pytest.mark.parametrize(
    "trace",
    [
        TRACE.encode("utf-16"),
        b"Gel\xf6st:\n" + TRACE.encode(),
        b"Reading input.txt\n" + TRACE.encode() + b"Elapsed: 0.2 s\n\nDone.\n",
        near_misses.ANY_GAME["First Move -"](near_misses.ANY_GAME["comma"](TRACE)).encode(),
    ],
    ids=["UTF-16", "Latin-1", "remarks", "two slips"],
)
def test_remarks_and_several_slips_cost_once(trace: bytes, tmp_path: Path) -> None:
    mark = mark_of(plan_of(tmp_path), tmp_path, trace)
    assert (mark.points, mark.how) == (9, "10 - 1 for format = 9")


def test_a_slip_hides_nothing(tmp_path: Path) -> None:
    wrong = TRACE.replace("alpha=-3", "alpha=-4", 1).replace("first move:", "First Move =")
    mark = mark_of(plan_of(tmp_path), tmp_path, wrong)
    assert (mark.points, mark.how) == (6, "10 - 1 for format - 3 for wrong-window = 6")


@pytest.mark.parametrize(
    ("change", "how"),
    [
        (("h=-3", "h=7"), "2 for the right first move (10 - 10 for wrong-h = 0)"),
        (("A1: (5,2)=>(3,0).", "A1: (5,2)=>(3,9)."), "2 for the right first move ("),
        (("first move: (5,2)=>(3,0)", "first move: (5,2)=>(3,4)"), "10 - 10 for wrong-first-move = 0"),
    ],
)
def test_a_mark_says_how_it_was_reached(change: tuple[str, str], how: str, tmp_path: Path) -> None:
    mark = mark_of(plan_of(tmp_path), tmp_path, TRACE.replace(*change, 1))
    assert mark.how.startswith(how)


def test_what_is_hardly_a_trace_is_told_with_the_rule(tmp_path: Path) -> None:
    mark = mark_of(plan_of(tmp_path), tmp_path, "first move: (5,2)=>(3,0).\n")
    assert (mark.points, mark.how) == (2, f"2 for the right first move (0: {HARDLY})")
    assert "fewer than a quarter of the lines" in mark.how


def test_boards_of_one_file_are_marked_one_by_one(tmp_path: Path) -> None:
    trace = (ROOT / "expected/several-cases.txt").read_text().replace("h=-inf", "h=3", 1)
    mark = mark_of(plan_of(tmp_path, board="several-cases"), tmp_path, trace)
    assert mark.how.startswith(f"{mark.points:g} is the mean of 4 boards: Case 1: 10; ")
    assert "for wrong-h" in mark.how


def strict_cut_trace(folder: Path) -> str:
    """The trace of a program that cuts only when alpha > beta."""
    (folder / "gt.toml").write_text('cut = "gt"\n')
    done = run("solve", ROOT / "inputs/assignment.txt", "--convention", folder / "gt.toml")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_mistake_with_a_price_costs_that_in_place_of_its_findings(tmp_path: Path) -> None:
    trace = strict_cut_trace(tmp_path)
    plain = mark_of(plan_of(tmp_path), tmp_path, trace)
    assert plain.diagnoses == ["strict-cut"]
    assert plain.points == 2
    priced = plan_of(tmp_path, COSTS + "[points.mistakes]\nstrict-cut = 0.2\n")
    assert mark_of(priced, tmp_path, trace).how == "10 - 2 for strict-cut = 8"
    slip = near_misses.ANY_GAME["first move ="](trace)
    assert mark_of(priced, tmp_path, slip).how == "10 - 2 for strict-cut - 1 for format = 7"
    other = plan_of(tmp_path, COSTS + "[points.mistakes]\nkings-count-one = 0.2\n")
    assert mark_of(other, tmp_path, trace).points == 2


def test_points_from_kept_findings_are_those_from_scratch(tmp_path: Path) -> None:
    changes = [("", ""), ("h=-3", "h=7"), ("first move:", "best move:")]
    before, after = plan_of(tmp_path), plan_of(tmp_path / "b", "[points]\neach = 7\n[points.costs]\nwrong-h = 0.5\n")
    assert before.key == after.key
    for change in changes:
        (tmp_path / "ada").mkdir(exist_ok=True)
        (tmp_path / "ada/board.txt").write_text(TRACE.replace(*change, 1))
        kept = parse_result(format_result(grade(before, Submission("ada", str(tmp_path / "ada")), None)))
        fresh = grade(after, Submission("ada", str(tmp_path / "ada")), None)
        assert with_points(after, kept).marks == fresh.marks


# A class whose points change


def class_of_programs(folder: Path) -> tuple[Path, Path, Path]:
    """A plan, a class of two programs that count their runs, and the file that they count in."""
    counter = folder / "counter"
    (folder / "cases").mkdir()
    shutil.copy(ROOT / "inputs/assignment.txt", folder / "cases/board.txt")
    plan = folder / "plan.toml"
    plan.write_text(f'[cases]\npublic = ["cases"]\n[program]\nrun = ["/bin/sh", "hw4.sh"]\n{COSTS}')
    for name, trace in (("ada", TRACE), ("bo", TRACE.replace("first move:", "First Move ="))):
        place = folder / "class" / name
        place.mkdir(parents=True)
        (place / "trace.txt").write_text(trace)
        (place / "hw4.sh").write_text(f"echo {name} >> {counter}\ncat trace.txt\n")
    return plan, folder / "class", counter


def table(results: Path) -> dict[str, str]:
    with open(results / "grades.csv", newline="", encoding="utf-8") as stream:
        return {row["name"]: row["score"] for row in csv.DictReader(stream)}


def test_points_that_change_run_no_program(tmp_path: Path) -> None:
    plan, submissions, counter = class_of_programs(tmp_path)
    trusted = ("--sandbox", "none", "--i-trust-these-programs", "--jobs", "1")
    results = tmp_path / "results"
    call = ("grade", "run", plan, submissions, "-o", results, *trusted)
    assert run(*call).returncode == 0
    assert table(results) == {"ada": "10", "bo": "9"}
    assert len(counter.read_text().split()) == 2

    milder = tmp_path / "milder.toml"
    milder.write_text(plan.read_text().replace("format = 0.1", "format = 0.05"))
    asked = run("grade", "mark", milder, results, "--what-if")
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout.splitlines()[:3] == [
        "                   now   what if",
        "mean               9.5      9.75",
        "median             9.5      9.75",
    ]
    assert "changed                        1" in asked.stdout
    assert table(results) == {"ada": "10", "bo": "9"}, "asking changes nothing"

    assert run("grade", "mark", milder, results).stdout == "2 submissions, 1 with another mark\n"
    assert table(results) == {"ada": "10", "bo": "9.5"}
    assert "Points: 10 - 0.5 for format = 9.5." in (results / "students/bo/feedback.md").read_text()

    plan.write_text(
        plan.read_text().replace("format = 0.1", "format = 0.4").replace("[points]\n", "[points]\neach = 20\n")
    )
    assert "bo: 12 of 20\n" in run(*call).stdout
    assert len(counter.read_text().split()) == 2, "no program has run again"
    fresh = tmp_path / "fresh"
    assert run("grade", "run", plan, submissions, "-o", fresh, *trusted).returncode == 0
    assert (fresh / "grades.csv").read_bytes() == (results / "grades.csv").read_bytes()

    (tmp_path / "adjust.toml").write_text(
        '[[adjust]]\nwho = "bo"\nrun = "again"\nwhy = "The machine was slow."\nby = "Dr. G"\n'
        '[[adjust]]\nwho = "ada"\ncase = "board"\npoints = "-1"\nwhy = "Copied a comment."\nby = "Dr. G"\n'
    )
    before = len(counter.read_text().split())
    marked = run("grade", "mark", plan, results)
    assert (marked.returncode, marked.stdout) == (0, "2 submissions, 1 with another mark\n")
    assert "bo: an adjustment says to run it again: checkers-ab grade run does\n" in marked.stderr
    assert "run again" not in (results / "students/bo/feedback.html").read_text()
    assert table(results) == {"ada": "19", "bo": "12"}
    for _ in range(2):
        done = run(*call)
        assert done.returncode == 0, done.stderr
        assert counter.read_text().split()[before:] == ["bo"], "run again, once"
        assert table(results) == {"ada": "19", "bo": "12"}
    page = (results / "students/ada/feedback.md").read_text()
    assert "## Adjusted\n\n- board: 20 became 19. Copied a comment. (Dr. G)\n" in page
    assert "It was run again. The machine was slow. (Dr. G)" in (results / "students/bo/feedback.html").read_text()

    written = (results / "grades.csv").read_bytes()
    (tmp_path / "adjust.toml").write_text(
        '\n[[adjust]]\nwho = "bob"\ncase = "board"\npoints = 3\nwhy = "x"\nby = "y"\n'
    )
    refused(run(*call), "adjust.toml:2: nobody is called 'bob'; did you mean 'bo'?")
    refused(run("grade", "mark", plan, results), "adjust.toml:2: nobody is called 'bob'")
    assert (results / "grades.csv").read_bytes() == written
    (tmp_path / "adjust.toml").unlink()
    plan.write_text("depth = 3\n" + plan.read_text())
    refused(run("grade", "mark", plan, results), "differs in more than its points", "checkers-ab grade run")
    refused(run("grade", "mark", plan, tmp_path / "class"), "expected a folder with the results")


# Adjustments


def noted(folder: Path, text: str) -> Any:
    (folder / "adjust.toml").write_text(text)
    return load_adjustments(str(folder / "adjust.toml"), ["board"])


NOTE = '[[adjust]]\nwho = "ada"\ncase = "board"\npoints = {points}\nwhy = "So it was agreed."\nby = "Dr. G"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (NOTE.format(points="-1"), ":1: points must be a number from 0, or a change such as"),
        (NOTE.format(points="true"), ":1: points must be a number"),
        (NOTE.format(points='"2"'), ":1: points must be a number"),
        (NOTE.format(points="3").replace("board", "baord"), ":1: no case is called 'baord'; did you mean 'board'?"),
        (NOTE.format(points="3").replace("why", "wy"), ":1: unknown key 'wy'; did you mean 'why'?"),
        (
            "\n\n" + NOTE.format(points="3").replace('"Dr. G"', '""'),
            ":3: expected by = ...: who, why and by are needed",
        ),
        (NOTE.format(points="3") + 'run = "again"\n', ":1: expected either points = ... or run = "),
        (NOTE.format(points="3").replace("points = 3", "run = 'twice'"), ":1: run must be "),
        (NOTE.format(points="3").replace('"ada"', "7"), ":1: who must be a text on one line, found 7"),
        ("who = 3", ":1: expected tables"),
        ("[[adjust", "not TOML"),
        (NOTE.format(points="9" * 5000), ": not TOML: a number has more than 4,300 digits"),
        (NOTE.format(points="0x" + "f" * 5000), ": not TOML: a number has more than 4,300 digits"),
        (NOTE.format(points='"+\u0663"'), ":1: points must be a number"),
    ],
)
def test_a_note_that_cannot_be_used_is_refused_with_its_line(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refusal:
        noted(tmp_path, text)
    assert str(refusal.value).startswith(f"{tmp_path}/adjust.toml")
    assert says in str(refusal.value)


def result_of(name: str = "ada") -> SubmissionResult:
    mark = Mark(case="board", hidden=False, points=4.0, most=10.0, status="wrong", message="x", how="10 - 6 for x = 4")
    return SubmissionResult(name=name, status="graded", message="", marks=(mark,), title="Homework 4")


@pytest.mark.parametrize(("points", "after"), [("8", 8), ('"+2.5"', 6.5), ('"-9"', 0), ("12", 12)])
def test_a_note_changes_the_points_of_one_case(points: str, after: float, tmp_path: Path) -> None:
    people = [Submission("ada_1", "", person=Person("Ada Lovelace", "ada", "17")), Submission("bo", "")]
    adjustments = Adjustments(noted(tmp_path, NOTE.format(points=points)), people)
    result = adjustments.apply(result_of("ada_1"))
    assert result.score == after
    assert result.marks[0].adjusted == {"was": 4.0, "points": after, "why": "So it was agreed.", "by": "Dr. G"}
    assert result.marks[0].how == f"10 - 6 for x = 4; {after:g} by an adjustment"
    assert adjustments.apply(result_of("bo")) == result_of("bo")
    for page in (feedback(result, "H"), feedback_html(result, "H"), text_feedback(result, "H")):
        assert f"4 became {after:g}. So it was agreed. (Dr. G)" in page


@pytest.mark.parametrize("who", ["ada_1", "ADA", "17", "ada lovelace", "Lovelace  Ada"])
def test_people_are_found_by_whatever_is_known_of_them(who: str, tmp_path: Path) -> None:
    people = [Submission("ada_1", "", person=Person("Ada Lovelace", "ada", "17")), Submission("bo", "")]
    notes = noted(tmp_path, NOTE.format(points="8").replace('"ada"', f'"{who}"'))
    assert Adjustments(notes, people).apply(result_of("ada_1")).score == 8


def test_a_note_that_fits_several_is_refused(tmp_path: Path) -> None:
    people = [Submission(f"anna_{number}", "", person=Person("Anna Schmidt")) for number in (1, 2)]
    notes = noted(tmp_path, NOTE.format(points="8").replace('"ada"', '"Anna Schmidt"'))
    with pytest.raises(InputError, match=r"toml:1: 2 submissions fit 'Anna Schmidt': anna_1, anna_2: name one"):
        Adjustments(notes, people)


# Pages


def test_the_pages_of_a_student_say_the_same_in_three_forms(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada/board.txt").write_text(TRACE.replace("h=-3", "h=7", 1))
    result = grade(plan, Submission("ada", str(tmp_path / "ada")), None)
    result = replace(result, owner={"name": "Ada <b>", "late": "late", "attempt": "2026-11-02"})
    page, html, text = feedback(result, "H"), feedback_html(result, "H"), text_feedback(result, "H")
    for form in (page, html, text):
        assert "2 for the right first move (10 - 10 for wrong-h = 0)" in form
        assert "wrong-h" in form
    assert "<svg" in html
    assert "Ada &lt;b&gt;" in html
    assert "handed in 2026-11-02, late" in html
    assert "<script" not in html
    assert max(map(len, text.splitlines())) <= 80


def test_tabs_in_messages_stay(tmp_path: Path) -> None:
    result = replace(result_of(), status="does not build", message="The build failed.", log="x.c:\n\tint y;\n")
    assert "\n\tint y;\n" in feedback(result, "H")
    assert "\n\tint y;</pre>" in feedback_html(result, "H")
    assert "\tint y;" in text_feedback(result, "H")


# Submissions that are the same


def test_copies_of_a_wrong_program_are_a_group_and_right_programs_are_not(tmp_path: Path) -> None:
    (tmp_path / "cases").mkdir()
    shutil.copy(ROOT / "inputs/assignment.txt", tmp_path / "cases/board.txt")
    plan = tmp_path / "plan.toml"
    plan.write_text('[cases]\npublic = ["cases"]\n[program]\nrun = ["/bin/sh", "-c", ". ./*.sh"]\n')
    wrong = TRACE.replace("h=-3", "h=7", 1)
    programs = {
        **{f"right{number}": (f"a{number}.sh", f"# {number}\n", TRACE) for number in range(20)},
        **{f"copy{number}": (f"mine{number}.sh", f"# my own work {number}\n", wrong) for number in range(5)},
        "other": ("hw4.sh", "", TRACE.replace("h=-4", "h=8", 1)),
        "twin1": ("hw4.sh", "# the same\n", TRACE),
        "twin2": ("hw5.sh", "# the same\n", TRACE),
        "slip1": ("hw4.sh", "# 1\n", TRACE.replace("first move:", "best move:")),
        "slip2": ("hw4.sh", "# 2\n", TRACE.replace("first move:", "best move:")),
        "dull1": ("hw4.sh", "# 1\n", "error\n"),
        "dull2": ("hw4.sh", "# 2\n", "error\n"),
    }
    for name, (file, comment, trace) in programs.items():
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / file).write_text(f"{comment}cat <<'END'\n{trace}END\n")
    trusted = ("--sandbox", "none", "--i-trust-these-programs", "--jobs", "1")
    done = run("grade", "run", plan, tmp_path / "class", "-o", tmp_path / "results", *trusted)
    assert done.returncode == 0, done.stderr
    summary = json.loads((tmp_path / "results/summary.json").read_text())
    groups = [(group["what"], [one["name"] for one in group["students"]]) for group in summary["same"]]
    assert groups == [("program", ["twin1", "twin2"]), ("trace", [f"copy{number}" for number in range(5)])]
    assert summary["same"][0]["renamed"]
    assert {row["name"]: row["submissions"] for row in summary["kinds"]}["wrong-h"] == 6
    page = (tmp_path / "results/report.html").read_text()
    assert "Look at the programs before you conclude anything" in page
    assert page.count('<a href="#group-2">[group 2]</a>') == 5
    assert summary["unseen"]


def test_members_of_one_team_are_no_group() -> None:
    mark = Mark(
        case="a", hidden=False, points=0, most=1, status="wrong", message="", kinds={"wrong-h": 1}, trace="t",
        boards=({"hardly": False},),
    )  # fmt: skip
    groups = Groups()
    for name in ("ada", "bo"):
        result = replace(result_of(name), marks=(mark,), owner={"team": "submission_1"}, program="p n")
        groups.add(result, name)
    assert groups.data()["same"] == []
    groups.add(replace(result_of("cy"), marks=(mark,), program="p n"), "cy")
    assert [group["submissions"] for group in groups.data()["same"]] == [3, 3]
