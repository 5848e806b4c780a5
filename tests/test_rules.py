"""The rules and the notation of checkers."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from checkers_ab import Board, Checkers, format_board, format_move, parse_board, parse_move
from checkers_ab.core.game import Side
from checkers_ab.games.checkers import rules
from checkers_ab.games.checkers.board import MOVES, SQUARES
from checkers_ab.games.checkers.material import material
from checkers_ab.games.checkers.notation import format_square, row_and_column, square_at
from checkers_ab.games.checkers.rules import INF
from tests import naive
from tests.support import ROOT, boards, draw, random_board

GAME = Checkers()


def moves(board: Board) -> list[str]:
    return [format_move(move) for move in GAME.moves(board)]


def test_the_game_starts_with_the_board_of_the_opening() -> None:
    assert format_board(GAME.start()) == (ROOT / "inputs/opening.txt").read_text()


MEN_AND_KINGS = """
    +O+O+O+O
    O+O+O+O+
    +O+O+O+O
    O+B+O+O+
    +O+O+O+k
    O+O+O+O+
    +A+O+O+O
    O+O+O+K+
"""
CHOICE = """
    +O+O+O+O
    O+O+O+O+
    +O+O+O+O
    O+B+B+O+
    +O+k+O+O
    O+B+B+O+
    +O+O+O+O
    O+O+O+O+
"""


@pytest.mark.parametrize(
    ("text", "side", "expected"),
    [
        (MEN_AND_KINGS, Side.MAX, ["(4,7)=>(3,6)", "(4,7)=>(5,6)", "(6,1)=>(5,0)", "(6,1)=>(5,2)"]),
        (MEN_AND_KINGS, Side.MIN, ["(3,2)=>(4,1)", "(3,2)=>(4,3)", "(7,6)=>(6,5)", "(7,6)=>(6,7)"]),
        (CHOICE, Side.MAX, ["(4,3)=>(2,1)", "(4,3)=>(2,5)", "(4,3)=>(6,1)", "(4,3)=>(6,5)"]),
        (CHOICE.replace("k", "A"), Side.MAX, ["(4,3)=>(2,1)", "(4,3)=>(2,5)"]),
        (CHOICE.replace("B", "A").replace("k", "B"), Side.MIN, ["(4,3)=>(6,1)", "(4,3)=>(6,5)"]),
    ],
)
def test_men_go_forward_and_kings_every_way_in_reading_order_and_who_can_jump_must(
    text: str, side: Side, expected: list[str]
) -> None:
    assert moves(draw(text, side)) == expected


def test_an_uncrowned_man_on_its_far_row_has_no_moves() -> None:
    board = draw("""
        +A+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
        +O+O+O+O
        O+O+O+O+
        +O+O+O+O
        B+O+O+O+
    """)
    assert moves(board) == moves(board.with_side(Side.MIN)) == []
    assert (GAME.utility(board), GAME.utility(board.with_side(Side.MIN))) == (-INF, INF)


def test_who_has_no_piece_has_lost_and_alice_is_looked_at_first() -> None:
    king = 1 << 20
    assert GAME.utility(Board(0, king, king)) == -INF
    assert GAME.utility(Board(king, 0, king, Side.MIN)) == INF
    assert GAME.utility(Board(0, 0, 0)) == -INF


BLOCKED = """
    +O+O+O+O
    O+O+O+O+
    +O+O+O+O
    B+O+O+O+
    +A+O+O+O
    A+A+O+O+
    +O+O+O+O
    O+O+O+O+
"""


def test_who_cannot_move_has_lost() -> None:
    assert GAME.utility(draw(BLOCKED, Side.MIN)) == INF
    upside_down = BLOCKED.split()
    mirrored = "\n".join(row[::-1] for row in reversed(upside_down)).translate(str.maketrans("AB", "BA"))
    assert GAME.utility(draw(mirrored)) == -INF
    assert GAME.utility(draw(BLOCKED)) is None, "it is Alice's move, and she has one"


@given(boards())
def test_moves_and_endings_are_those_of_a_plain_generator(board: Board) -> None:
    for side in Side:
        board = board.with_side(side)
        plain = naive.read(format_board(board))
        alice = side is Side.MAX
        assert moves(board) == [naive.move_text(move) for move in sorted(naive.all_moves(plain, alice))]
        assert GAME.utility(board) == naive.outcome(plain, alice)
        assert material(board) == naive.heuristic(plain)
        for move, plain_move in zip(GAME.moves(board), sorted(naive.all_moves(plain, alice)), strict=True):
            child = GAME.play(board, move)
            assert format_board(child).split() == ["".join(row) for row in naive.play(plain, plain_move)]
            assert child.side is side.opponent
            assert not child.kings & ~(child.alice | child.bill), "a taken king leaves no crown behind"


def test_lists_of_moves_are_kept_only_up_to_a_limit_and_stay_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_LISTS", 8)
    rules.STEPS.clear()
    rules.JUMPS.clear()
    chance = random.Random(7)
    for _ in range(300):
        board = random_board(chance, 10)
        plain = naive.read(format_board(board))
        expected = [naive.move_text(move) for move in sorted(naive.all_moves(plain, board.side is Side.MAX))]
        assert moves(board) == moves(board) == expected
        GAME.moves(board).clear()  # a list of the caller's own
        assert moves(board) == expected
    assert max(len(rules.STEPS), len(rules.JUMPS)) <= rules.MOST_LISTS


def test_boards_are_equal_by_what_stands_on_them() -> None:
    assert draw(BLOCKED) == draw(BLOCKED)
    assert hash(draw(BLOCKED)) == hash(draw(BLOCKED))
    assert draw(BLOCKED) != draw(BLOCKED, Side.MIN)
    assert draw(BLOCKED) != "a board"
    assert repr(Board(1, 2, 0)) == "Board(alice=0x1, bill=0x2, kings=0x0, side=Side.MAX)"


# Text and back, over whole domains


def test_the_32_dark_squares_in_reading_order() -> None:
    dark = [(row, column) for row in range(8) for column in range(8) if (row + column) % 2]
    assert [row_and_column(square) for square in SQUARES] == dark
    assert [square_at(row, column) for row, column in dark] == SQUARES
    assert [format_square(square) for square in SQUARES] == [f"({row},{column})" for row, column in dark]


def test_every_step_and_jump_of_the_board_has_its_text() -> None:
    inside = range(8)
    texts = {
        f"({row},{column})=>({row + down},{column + right})"
        for row in inside
        for column in inside
        for length in (1, 2)
        for down in (-length, length)
        for right in (-length, length)
        if (row + column) % 2 and row + down in inside and column + right in inside
    }
    moves = [move for by_origin in MOVES.values() for move in by_origin.values()]
    assert {format_move(move) for move in moves} == texts
    assert len(moves) == len(texts) == 170
    assert all(parse_move(format_move(move)) == move for move in moves)


@pytest.mark.parametrize("text", ["", "(5,2)", "(5,2)=>(5,4)", "(5,2) => (4,3)", "(5,8)=>(4,7)", "(0,0)=>(1,1)"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected a move such as \(5,2\)=>\(3,0\), found"):
        parse_move(text)


@given(boards())
def test_a_board_survives_being_written_and_read(board: Board) -> None:
    assert parse_board(format_board(board)) == board
