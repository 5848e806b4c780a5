"""Text and back, over whole domains."""

from __future__ import annotations

import pytest
from hypothesis import given

from checkers_ab import Board, format_board, format_move, parse_board, parse_move
from checkers_ab.games.checkers.board import MOVES, SQUARES
from checkers_ab.games.checkers.notation import format_square, row_and_column, square_at
from tests.support import boards


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
