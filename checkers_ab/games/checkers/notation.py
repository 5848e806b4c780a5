"""Squares, moves and boards as text. Rows and columns count from 0 at the top left; dark squares have an odd sum."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.games.checkers.board import MOVES, SQUARES, Board, Square

if TYPE_CHECKING:
    from collections.abc import Callable

    from checkers_ab.games.checkers.board import Move

LIGHT, EMPTY = "+", "O"
PIECES = "AkBK"
"""Alice's man and king, Bill's man and king."""


def square_at(row: int, column: int) -> Square:
    """The dark square at a row and a column, both 0 to 7."""
    return Square(4 * row + column // 2 + row // 2)


def row_and_column(square: Square) -> tuple[int, int]:
    """Where a dark square lies."""
    rows, place = divmod(square, 9)
    row = 2 * rows + place // 4
    return row, 2 * (place % 4) + (row + 1) % 2


_SQUARES = {square: "({},{})".format(*row_and_column(square)) for square in SQUARES}

_MOVES = {
    move: f"{_SQUARES[move[0]]}=>{_SQUARES[move[1]]}" for by_origin in MOVES.values() for move in by_origin.values()
}

format_square: Callable[[Square], str] = _SQUARES.__getitem__
"""A square as the trace writes it, `(5,2)`."""

format_move: Callable[[Move], str] = _MOVES.__getitem__
"""A step or a jump as the trace writes it, `(5,2)=>(3,0)`."""


def parse_move(text: str) -> Move:
    """A step or a jump written as `format_move` writes it; ValueError for anything else."""
    for move, written in _MOVES.items():
        if written == text:
            return move
    raise ValueError(f"expected a move such as (5,2)=>(3,0), found {text!r}")


def format_board(board: Board) -> str:
    """Eight lines of eight characters, each with its line end; whose move it is does not show."""
    rows = [[LIGHT] * 8 for _ in range(8)]
    for square in SQUARES:
        row, column = row_and_column(square)
        rows[row][column] = piece_on(board, square)
    return "".join("".join(row) + "\n" for row in rows)


def piece_on(board: Board, square: Square) -> str:
    """The letter for what stands on a dark square."""
    bit = 1 << square
    if not (board.alice | board.bill) & bit:
        return EMPTY
    return PIECES[2 * bool(board.bill & bit) + bool(board.kings & bit)]
