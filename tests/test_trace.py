"""The trace: against golden files, against the plain solver, in every convention."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers_ab import (
    ASSIGNMENT,
    HANDOUT,
    Board,
    Checkers,
    Convention,
    ConventionError,
    format_board,
    format_move,
    format_trace,
    parse_board,
    parse_convention,
    solve,
)
from checkers_ab.games.checkers.handout_order import PieceListOrder
from tests import naive
from tests.support import INPUTS, ROOT, boards, run

OPENING = Checkers().start()


def assignment() -> Board:
    return parse_board((ROOT / "inputs/assignment.txt").read_text())


def naive_trace(board: Board, **options: bool | int) -> str:
    solver = naive.Solver(**options)  # type: ignore[arg-type]
    return "\n".join(solver.trace(naive.read(format_board(board)))) + "\n"


def test_the_assignments_board() -> None:
    trace = format_trace(assignment())
    assert trace.count("\n") == 234
    assert trace.endswith("first move: (5,2)=>(3,0).\n")
    digest = "e09bba33494102a86a8256635f1ced25a160fd8d19e67371538e840c8cc1d1e2"
    assert hashlib.sha256(trace.encode()).hexdigest() == digest


def test_the_opening() -> None:
    trace = format_trace(OPENING)
    assert trace.count("\n") == 229
    assert trace.endswith("first move: (5,0)=>(4,1).\n")


def test_the_opening_as_the_handout_has_it() -> None:
    lines = format_trace(OPENING, convention=HANDOUT).split("\n")
    assert len(lines) == 204 + 3
    assert lines[-3:] == ["", "first move: (5,0)=>(4,1).", ""]
    assert lines[0] == "A1:  (5,0)=>(4,1)."
    assert lines[3] == "|-|-|-B4:  (1,0)=>(2,1);  h=0."
    assert "|-|-|-B4:  pruning (1,2)=>(2,1),(3,2)=>(4,3),(3,2)=>(4,1)" in "\n".join(lines)


def test_every_input_has_its_expected_trace_and_no_other_is_there() -> None:
    expected = {path.name for path in (ROOT / "expected").iterdir()}
    assert {path.name for path in INPUTS} == expected, "run make bless, or remove what has no input"
    assert len(INPUTS) >= 12


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_golden_traces(path: Path) -> None:
    written = run(path).stdout.splitlines(keepends=True)
    expected = (ROOT / "expected" / path.name).read_bytes().decode().splitlines(keepends=True)
    for number, (found, wanted) in enumerate(zip(written, expected, strict=False), 1):
        assert found == wanted, f"line {number} of {path.name} differs"
    assert len(written) == len(expected)


@given(boards())
def test_random_boards_line_for_line(board: Board) -> None:
    assert format_trace(board) == naive_trace(board)


@given(boards(most_pieces=6), st.integers(1, 6))
@settings(max_examples=30)
def test_random_boards_at_other_depths(board: Board, depth: int) -> None:
    assert format_trace(board, depth=depth) == naive_trace(board, depth=depth)


@given(boards())
def test_random_boards_as_the_handout_has_them(board: Board) -> None:
    assert format_trace(board, convention=HANDOUT) == naive_trace(board, handout=True)


@given(boards())
def test_random_boards_with_the_strict_cut(board: Board) -> None:
    assert format_trace(board, convention=Convention(cut="gt")) == naive_trace(board, strict=True)


@given(boards())
def test_conventions_agree_on_the_value(board: Board) -> None:
    values = {solve(board, convention=convention).value for convention in (ASSIGNMENT, HANDOUT, Convention(cut="gt"))}
    assert len(values) == 1


def test_no_search_is_shallower_than_a_ply() -> None:
    with pytest.raises(ValueError, match="at least one ply ahead, found depth=0"):
        solve(OPENING, depth=0)


def test_a_convention_made_by_a_program_is_checked_too() -> None:
    with pytest.raises(ConventionError, match="order must be"):
        solve(OPENING, convention=Convention(order="bogus"))
    with pytest.raises(ConventionError, match="cut must be"):
        Convention(cut="bogus")
    assert parse_convention("") == ASSIGNMENT != HANDOUT
    assert repr(ASSIGNMENT).startswith("Convention(order='reading', cut='ge', ")


def test_the_handouts_game_starts_as_checkers_does() -> None:
    board, pieces = PieceListOrder().start()
    assert (board, len(pieces)) == (OPENING, 24)


def test_a_game_that_is_over_is_one_line_in_every_convention() -> None:
    for convention in (ASSIGNMENT, HANDOUT):
        assert format_trace(Board(0, 1, 1), convention=convention) == "first move: none.\n"


STATED = """
order = "handout"
cut = "gt"
infinity = "INFINITY"
after_label = ""
before_h = "   "
between_pruned = " "
blank_before_first_move = true
"""


def test_a_convention_of_ones_own() -> None:
    convention = parse_convention(STATED)
    win = parse_board((ROOT / "inputs/win-at-ply-1.txt").read_text())
    # The piece list makes no difference here, and a strict cut never closes the window at infinity.
    assert format_trace(win, convention=convention) == (
        "A1:(4,3)=>(2,5);   h=INFINITY.\nA1:(4,5)=>(2,3);   h=INFINITY.\n\nfirst move: (4,3)=>(2,5).\n"
    )


def test_minus_infinity_and_the_window_are_spelled_alike() -> None:
    lost = parse_board((ROOT / "inputs/every-move-loses.txt").read_text())
    trace = format_trace(lost, convention=parse_convention('infinity = "99"'))
    assert "h=-99." in trace
    assert "inf" not in trace


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("order = ", "not TOML: Invalid value (at"),
        ('ordr = "reading"', "unknown key 'ordr'; did you mean 'order'?"),
        ("zzz = 1", "unknown key 'zzz'; there are order, cut, infinity, after_label, "),
        ('order = "random"', "order must be 'reading' or 'handout', found 'random'"),
        ('cut = "le"', "cut must be 'ge' or 'gt' or 'never', found 'le'"),
        ("cut = []", "cut must be 'ge' or 'gt' or 'never', found []"),
        ("infinity = 99", "infinity must be a string, found 99"),
        ('infinity = ""', "infinity must not be empty"),
        ('before_h = "\\n"', r"before_h must be printable and on one line, found '\n'"),
        ("blank_before_first_move = 1", "blank_before_first_move must be true or false, found 1"),
    ],
)
def test_a_convention_that_is_none_is_refused(text: str, message: str) -> None:
    with pytest.raises(ConventionError) as error:
        parse_convention(text)
    assert str(error.value).startswith(message)


def test_moves_of_the_result_can_be_written() -> None:
    assert [format_move(move) for move in solve(assignment()).line] == [
        "(5,2)=>(3,0)",
        "(0,1)=>(1,0)",
        "(7,0)=>(6,1)",
        "(0,3)=>(1,2)",
    ]
