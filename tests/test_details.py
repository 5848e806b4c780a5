"""Details that a mutation run (`make mutants`) found untested."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from itertools import accumulate
from operator import ge
from pathlib import Path
from typing import Any

import pytest

from checkers_ab import Side, make_game
from checkers_ab.core.deepen import deepen
from checkers_ab.core.errors import InputError
from checkers_ab.core.order import LearnedOrder
from checkers_ab.games.checkers.boardfile import BoardError, parse_boards
from checkers_ab.games.checkers.material import material
from checkers_ab.games.checkers.rules import Checkers
from checkers_ab.grading.judge import FEWEST, judge
from checkers_ab.grading.mark import Mark, SubmissionResult, for_students, format_result, parse_result, with_points
from checkers_ab.grading.plan import GradingPlan, PlannedCase
from checkers_ab.judge.windows import SlippedWindow, find_slips
from checkers_ab.logs.events import Unreadable
from checkers_ab.logs.lines_reader import reader_of
from checkers_ab.sandbox.folders import DEEPEST
from checkers_ab.sandbox.limits import Limits
from checkers_ab.sandbox.unpack import LONGEST_NAME, LONGEST_PATH, safe_parts, unpack
from tests.support import ROOT, run, tree
from tests.test_unpack import zipped
from tests.toys import TreeGame

INF = float("inf")
BOARD = "inputs/win-at-ply-3.txt"


# Orders and deepening


def test_the_best_line_goes_first_then_the_moves_that_cut_most_often() -> None:
    game: Any = TreeGame([[1], [2], [3], [4]])
    cuts = {(Side.MAX, 1): 1, (Side.MAX, 3): 5, (Side.MIN, 2): 9}
    assert list(LearnedOrder(game, {}, cuts).moves(())) == [3, 1, 0, 2]
    assert list(LearnedOrder(game, {(): 2}, cuts).moves(())) == [2, 3, 1, 0]
    assert list(LearnedOrder(game, {(): 0}, {}).moves(())) == [0, 1, 2, 3]


@pytest.mark.parametrize(("board", "own"), [("opening", [8, 21, 81, 179]), ("assignment", [3, 17, 40, 213, 437, 2752])])
def test_a_deepening_learns_from_the_depth_before_and_counts_the_nodes_of_all_and_the_root(
    board: str, own: list[int]
) -> None:
    (case,) = parse_boards((ROOT / f"inputs/{board}.txt").read_text())
    heard: list[Any] = []
    options: Any = {"evaluate": material, "window": (-INF, INF), "seconds": 1e9, "clock": lambda: 0.0}
    deepen(Checkers(), case.state, observer=heard.append, deepest=len(own), **options)
    assert [progress.statistics.nodes for progress in heard] == own
    assert [progress.nodes for progress in heard] == [1 + total for total in accumulate(own)]


# Reading and windows


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("|-B2: pruning ; alpha=1, beta=0.", "expected the pruned moves, separated by commas"),
        ("|-B2: pruning rest; alpha=1, beta=0.", "expected the pruned moves, separated by commas"),
        ("|-B2: pruning (0,1)=>(1,0); alpha=x, beta=0.", "expected '; alpha=..., beta=...' after the pruned moves"),
        ("|-B2: (0,1)=>(1,0); h=?.", "expected h= and a number after the move"),
        ("|-B2: nothing.", "expected a move such as (5,2)=>(3,0)"),
    ],
)
def test_a_line_that_cannot_be_read_has_its_number_ply_and_reason(line: str, reason: str) -> None:
    text = f"A1: (5,2)=>(3,0).\n\n\n\n{line}\nfirst move: (5,2)=>(3,0).\n"
    events = reader_of(make_game("checkers")).read(StringIO(text))
    (found,) = [event for event in events if isinstance(event, Unreadable)]
    assert found == Unreadable(5, 2, line, found.reason, False)
    assert found.reason.startswith(reason.partition("(5")[0])


def test_a_program_that_lowers_alpha_first_looks_at_the_window_after_that() -> None:
    slips = find_slips(("alpha-lowered-first",))
    low = SlippedWindow(slips, 3, 10, ge)
    low.take(5, False, None)
    assert (low.best, low.alpha, low.beta, low.closed) == (5, 3, 10, False)
    low.take(1, False, None)
    assert (low.best, low.alpha, low.beta, low.closed) == (1, 1, 10, False)
    low.take(2, False, None)
    assert (low.best, low.alpha) == (1, 1)
    met = SlippedWindow(slips, 4, 4, ge)
    met.take(5, False, None)
    assert met.closed
    met.take(3, False, None)
    assert not met.closed, "alpha was lowered first"
    high = SlippedWindow(slips, 3, 10, ge)
    high.take(12, True, None)
    assert (high.best, high.alpha, high.beta, high.closed) == (12, 12, 10, True)


def test_explain_names_values_ends_and_windows() -> None:
    leaf = run("explain", BOARD, "4").stdout
    assert "This is the last ply: the position is worth h=3 to Alice.\n" in leaf
    assert "beta falls to 3: Bill can hold Alice to 3 here.\nThe window is now alpha=-inf, beta=3.\n" in leaf
    count = len((ROOT / "expected/win-at-ply-3.txt").read_text().splitlines())
    assert "The first move: (4,7)=>(3,6), worth inf to Alice.\n" in run("explain", BOARD, str(count)).stdout
    cut = run("explain", BOARD, "10").stdout
    assert "so this position is worth 3 or less.\n" in cut


@pytest.mark.parametrize(
    ("rows", "hint"),
    [
        ("O+O+O+O+", "the first row of a board begins with '+': is a row missing before this one?"),
        ("+B+B+B+B\n+O+O+O+O", "this row would fit one row higher or lower: is a row missing or doubled before row 1?"),
        ("+B+B+B+B\n+O+O+x+O", "'+' is for light squares"),
    ],
)
def test_a_row_that_fits_elsewhere_is_told_so(rows: str, hint: str) -> None:
    with pytest.raises(BoardError) as error:
        parse_boards(rows)
    assert hint in error.value.hint


def test_a_row_below_a_whole_board_is_told_to_be_too_much() -> None:
    with pytest.raises(BoardError) as error:
        parse_boards((ROOT / BOARD).read_text() + "O+O+O+O+\n")
    assert error.value.hint == "the board above already has its 8 rows: is this row too much?"


# Marks


def marked(trace: str, points: float = 10.0, board: str = BOARD, **options: Any) -> Mark:
    case = PlannedCase(name="one", hidden=False, text=(ROOT / board).read_text(), points=points)
    plan = GradingPlan(cases=(case,), traces="{case}.txt", **options)
    result = SubmissionResult(name="ada", status="graded", message="", marks=(judge(plan, case, trace)[0],))
    return with_points(plan, result).marks[0]


RIGHT = (ROOT / "expected/win-at-ply-3.txt").read_text()


def test_exact_wants_the_course_s_bytes_and_shows_the_first_line_that_differs() -> None:
    assert marked(RIGHT, check="exact").points == 10
    first, rest = RIGHT.split("\n", 1)
    mark = marked(f"{first}\n{rest.replace('|-B2: ', '|-B2:  ', 1)}", check="exact", costs={"exact": 0.25})
    assert (mark.points, mark.status, mark.kinds) == (7.5, "wrong", {"exact": 1})
    assert mark.message == "The trace is right, but it is not byte for byte the course's."
    assert mark.finding is not None
    assert (mark.finding["line"], mark.finding["kind"]) == (2, "exact")
    assert mark.finding["expected"] == repr(rest.splitlines()[0] + "\n")
    assert mark.finding["found"] == repr(rest.splitlines()[0].replace("B2: ", "B2:  ") + "\n")


def test_points_are_rounded_to_cents() -> None:
    wrong = RIGHT.replace("; h=3.", "; h=4.", 1)
    costs = {"wrong-h": 1 / 3, "wrong-window": 0.0, "unsound-cut": 0.0, "missed-cut": 0.0}
    mark = marked(wrong, points=1.0, costs=costs)
    assert set(mark.kinds) <= set(costs)
    assert mark.points == 0.67
    made = [Mark(case="x", hidden=False, points=0.1, most=0.1, status="right", message="")] * 3
    assert SubmissionResult(name="ada", status="graded", message="", marks=tuple(made)).score == 0.3


@pytest.mark.parametrize("name", ["win-at-ply-3.txt", "man-takes-king.txt"])
def test_a_quarter_of_the_lines_is_a_trace_and_less_is_hardly_one(name: str) -> None:
    lines = (ROOT / "expected" / name).read_text().splitlines(keepends=True)
    board = f"inputs/{name}"
    needed = -(-(len(lines) - 1) // FEWEST)
    moves = [line for line in lines if "pruning" not in line and "first move" not in line]
    costs = dict.fromkeys(
        ("missing", "truncated", "wrong-h", "wrong-window", "missed-cut", "unsound-cut", "illegal-move"), 0.1
    )
    costs |= dict.fromkeys(marked("".join(moves[:needed]), board=board).kinds, 0.1)
    assert marked("".join(moves[:needed]), board=board, costs=costs).points > 0
    assert marked("".join(moves[: needed - 1]), board=board, costs=costs).points == 0


@pytest.mark.parametrize("status", ["exit code 3", "crashed with signal 11", "killed", "time limit", "right"])
def test_what_a_program_chooses_is_not_shown_of_a_hidden_case(status: str) -> None:
    def shown(hidden: bool) -> str:
        return Mark(case="x", hidden=hidden, points=0, most=1, status=status, message="").status_shown

    assert shown(False) == status
    assert shown(True) == ("did not end well" if status[0] in "eck" else status)


def case_mark(hidden: bool, points: float, status: str = "wrong", *mistakes: str) -> Mark:
    suspects = (tuple({"name": name} for name in mistakes),)
    result = Mark(case="x", hidden=hidden, points=points, most=1.0, status=status, message="Line 3", seconds=0.5)
    return replace(result, suspects=suspects)


def result_of(*marks: Mark, **options: Any) -> SubmissionResult:
    return SubmissionResult(name="ada", status="graded", message="", marks=marks, **options)


def test_students_see_no_time_of_a_hidden_case_or_nothing_but_its_points() -> None:
    marks = (
        case_mark(False, 0.5, "wrong", "no-h"),
        case_mark(True, 1.0, "right"),
        case_mark(True, 0.5, "wrong", "secret"),
    )
    whole = result_of(*marks, mistakes=({"name": "no-h"}, {"name": "secret"}))
    timed = for_students(whole, points_only=False)
    assert [mark.seconds for mark in timed.marks] == [0.5, 0, 0]
    assert (timed.diagnoses, timed.marks[2].message, timed.marks[2].diagnoses) == (
        ["no-h", "secret"],
        "Line 3",
        ["secret"],
    )
    shown = for_students(whole, points_only=True)
    assert (shown.diagnoses, shown.marks[0]) == (["no-h"], marks[0])
    bare = [
        (mark.hidden, mark.points, mark.status, mark.message, mark.seconds, mark.suspects) for mark in shown.marks[1:]
    ]
    assert bare == [(True, 1.0, "right", "The trace is right.", 0.0, ()), (True, 0.5, "wrong", "", 0.0, ())]


def test_a_submission_is_shown_by_its_person_and_by_how_its_runs_ended() -> None:
    assert (result_of().shown, result_of(owner={"name": "Ada L."}).shown) == ("ada", "Ada L.")
    late = case_mark(False, 0.0, "time limit")
    crashed = case_mark(False, 0.0, "crashed with signal 11")
    assert result_of(crashed, late, late).status_shown == "time limit"
    assert result_of(late, late, case_mark(False, 0.0)).status_shown == "graded"
    assert replace(result_of(late), status="unreadable").status_shown == "unreadable"
    cents = result_of(case_mark(False, 0.126), case_mark(False, 0.126))
    assert (cents.score, cents.most) == (0.25, 2.0)


def test_a_result_whose_points_are_no_number_is_none() -> None:
    mark = Mark(case="x", hidden=False, points=1.0, most=1.0, status="right", message="")
    text = format_result(SubmissionResult(name="ada", status="graded", message="", marks=(mark,)))
    assert parse_result(text).score == 1
    for name in ("points", "most"):
        data = json.loads(text)
        data["marks"][0][name] = "1"
        with pytest.raises(TypeError, match="points are numbers"):
            parse_result(json.dumps(data))


# Archives


def test_limits_of_an_archive_may_be_reached(tmp_path: Path) -> None:
    (tmp_path / "one.zip").write_bytes(zipped("a.txt", "b.txt", "c.txt"))
    unpack(str(tmp_path / "one.zip"), tmp_path / "one", Limits(files=3))
    assert len(tree(tmp_path / "one")) == 3
    with pytest.raises(InputError, match="more than 2 files"):
        unpack(str(tmp_path / "one.zip"), tmp_path / "two", Limits(files=2))
    assert len(safe_parts("/".join("x" * DEEPEST))) == DEEPEST
    assert safe_parts("x" * LONGEST_NAME) == ["x" * LONGEST_NAME]
    longest = "/".join(["x" * 199] * 10)
    assert safe_parts(longest + "/" * (LONGEST_PATH - len(longest)))
    for name in ("/".join("x" * (DEEPEST + 1)), "x" * (LONGEST_NAME + 1), longest + "//"):
        with pytest.raises(InputError, match="too long"):
            safe_parts(name)


def test_what_macos_adds_is_passed_over_wherever_it_stands(tmp_path: Path) -> None:
    (tmp_path / "one.zip").write_bytes(zipped("__MACOSX/._hw", "hw/deep/main.py", "hw/.DS_Store", "hw/x.txt"))
    unpack(str(tmp_path / "one.zip"), tmp_path / "one", Limits())
    assert tree(tmp_path / "one") == ["deep", "deep/main.py", "x.txt"]
    (tmp_path / "folder/__MACOSX").mkdir(parents=True)
    for name in ("main.py", ".DS_Store", "__MACOSX/._main.py"):
        (tmp_path / "folder" / name).touch()
    unpack(str(tmp_path / "folder"), tmp_path / "two", Limits())
    assert tree(tmp_path / "two") == ["main.py"]


def test_a_first_file_two_folders_deep_needs_no_entries_for_its_folders(tmp_path: Path) -> None:
    (tmp_path / "one.zip").write_bytes(zipped("a/b/c.txt", "d.txt"))
    unpack(str(tmp_path / "one.zip"), tmp_path / "one", Limits())
    assert tree(tmp_path / "one") == ["a", "a/b", "a/b/c.txt", "d.txt"]
