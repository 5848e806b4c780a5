"""The diagnosis of whole files: mistakes alone and in pairs, fitted evaluations, and no story where none is true."""

from __future__ import annotations

import pytest

from checkers_ab import Board, check, make_game, parse_boards
from checkers_ab.core.setting import Setting
from checkers_ab.core.steps import HookCaller
from checkers_ab.games.checkers.weights import features
from checkers_ab.judge.check import Judge
from checkers_ab.judge.mistakes import catalogue
from checkers_ab.judge.program import Program
from checkers_ab.logs.lines import TraceWriter
from checkers_ab.logs.solve import format_trace as kit_trace
from tests.students import ALONE, KIT, PAGE, PAIRS, STUDENTS, UNKNOWN, judged, row, some_boards, student, told
from tests.support import ROOT


@pytest.mark.parametrize("names", STUDENTS, ids="+".join)
def test_the_docs_say_what_a_program_is_told_on_the_boards_of_inputs(names: tuple[str, ...]) -> None:
    told_row = row(names)
    assert told_row in PAGE.read_text(encoding="utf-8"), "run make docs"
    if len(names) == 1:
        wrong, *_ = told_row.split(" | ")[1:]
        assert int(wrong), "no input tells this mistake from the truth"
        assert f"| `{names[0]}`" in told_row[1:]


def hash_of(name: str) -> int:
    return sum(map(ord, name))


NOT_COMBINED = ("board-not-restored", "h-of-the-parent")
"""Of the board before the last move there are two: as the node began, and with what its other moves have left."""


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair != NOT_COMBINED][:5], ids="+".join)
def test_a_pair_is_named_as_that_pair_or_as_what_the_file_shows_of_it(pair: tuple[str, str]) -> None:
    boards = some_boards(hash_of("".join(pair)))
    report = judged(boards, student(*pair))
    names = tuple(sorted(pair, key=ALONE.index))
    if report.valid or names in told(report):
        return
    alone = [judged(boards, student(name)) for name in pair]
    shows_less = any(len(found) == 1 for found in told(report)) or any(one.valid for one in alone)
    assert shows_less, told(report)


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_mistake_that_nobody_has_catalogued_is_told_no_story(name: str) -> None:
    report = judged(some_boards(3), UNKNOWN[name])
    assert report.valid or told(report) == []


@pytest.mark.parametrize(
    ("weights", "name", "clause"),
    [
        ((1, 3, -1, -3), "evaluation:king=3", "counts a king as 3 pieces in h"),
        ((1, 2, -1, -1), "evaluation:bill-king=1", "counts Bill's kings as 1 in h"),
        ((1, 2, 0, 0), "evaluation:bill-man=0,bill-king=0", "counts only Alice's pieces in h"),
        ((1, 1, -1, -1), "kings-count-one", "counts a king as one piece"),
        ((-1, -2, 1, 2), "h-from-bills-side", "computes h from Bill's side"),
    ],
)
def test_an_evaluation_is_fitted(weights: tuple[int, ...], name: str, clause: str) -> None:
    def evaluate(board: Board) -> int:
        return sum(weight * count for weight, count in zip(weights, features(board), strict=True))

    report = judged(some_boards(5), lambda board: kit_trace(Setting(KIT, evaluation=evaluate), board))
    assert told(report) == [(name,)]
    assert report.diagnosis is not None
    assert clause in report.diagnosis.sentence


def test_a_fitted_evaluation_goes_with_another_mistake() -> None:
    def trace(board: Board) -> str:
        text = kit_trace(Setting(KIT, evaluation=_kings_three), board)
        return text.replace("A", "#").replace("B", "A").replace("#", "B")

    assert {frozenset(names) for names in told(judged(some_boards(6), trace))} == {
        frozenset({"evaluation:king=3", "letters-exchanged"})
    }


def _kings_three(board: Board) -> int:
    man, king, bill_man, bill_king = features(board)
    return man + 3 * king - bill_man - 3 * bill_king


def test_a_case_that_refutes_a_mistake_withdraws_it() -> None:
    boards = some_boards(8)
    wrong = student("kings-count-one")
    right = student()
    traces = {board: wrong(board) if place == 0 else right(board) for place, board in enumerate(boards)}
    if all(wrong(board) == right(board) for board in boards[1:]):
        pytest.fail("choose boards that show the mistake")
    assert told(judged(boards, traces.__getitem__)) == []


def test_the_nearest_set_is_told_where_none_explains_all() -> None:
    boards = some_boards(9)
    traces = [student("one-ply-less")(board) for board in boards]
    broken = [*traces[:-1], UNKNOWN["counts moves"](boards[-1])]
    report = judged(boards, dict(zip(boards, broken, strict=True)).__getitem__)
    assert told(report) == []
    assert report.nearest is not None
    assert report.nearest.mistakes == ("one-ply-less",)
    assert report.nearest.case == "case10"


GARBLED = [
    ("(2 (-1 5) ((3 3) 4))", "|-MIN2: pruning 2", "|9MIN2: pruning 2"),
    ("((1 1)(1 1))", "|-MIN2: pruning", "first move: 1.\n|-MIN2: pruning"),
    ("((3 12 8)(2 4 6)(14 5 2))", "first move", "The first move"),
]


@pytest.mark.parametrize(("tree", "right", "wrong"), GARBLED)
def test_what_is_there_but_garbled_is_not_told_to_be_left_out(tree: str, right: str, wrong: str) -> None:
    game = make_game("tree")
    trace = kit_trace(Setting(game), game.parse_states(tree)[0].state)
    assert right in trace
    report = check(tree, trace.replace(right, wrong, 1), game="tree")
    assert not report.valid
    assert told(report) == []


def test_a_root_with_fresh_windows_below_may_be_cut_where_it_has_won() -> None:
    board = next(case.state for case in parse_boards((ROOT / "inputs/win-at-ply-3.txt").read_text()))
    model = next(
        one
        for one in catalogue(KIT)["root-window-fresh"].variants(Judge(Setting(KIT)).models[0])
        if "first" in one.window[0]
    )
    lines = list[str]()
    writer = TraceWriter(lines.append, KIT)
    writer.first_move(Program(model, board, HookCaller(writer)).answer)
    report = judged([board], lambda _: "".join(lines))
    assert not report.valid
    assert ("root-window-fresh",) in told(report)
