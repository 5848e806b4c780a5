"""The picture of a board, with coordinates and a marked move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from checkers_ab.core.game import Side
from checkers_ab.core.picture import Grid, Piece
from checkers_ab.games.checkers.board import Board, Square
from checkers_ab.games.checkers.notation import PIECES as LETTERS
from checkers_ab.games.checkers.notation import row_and_column, square_at

PIECES = {
    "A": Piece(Side.MAX, "Alice's man"),
    "k": Piece(Side.MAX, "Alice's king", crowned=True),
    "B": Piece(Side.MIN, "Bill's man"),
    "K": Piece(Side.MIN, "Bill's king", crowned=True),
}

_NUMBERS = [*"01234567"]


def picture(board: Board, squares: Sequence[Square] = ()) -> Grid:
    """The board with rows and columns numbered from 0, as in the homework."""
    alice, bill, kings = board.alice, board.bill, board.kings
    places = [row_and_column(square) for square in squares]
    return Grid(
        cells=[_row(odd, alice >> first & 15, bill >> first & 15, kings >> first & 15) for odd, first in _ROWS],
        rows=_NUMBERS,
        columns=_NUMBERS,
        pieces=PIECES,
        dark=1,
        marks=places,
        arrow=places,
    )


@cache
def _row(odd: bool, alice: int, bill: int, kings: int) -> tuple[str, ...]:
    """The cells of a row: a letter for a piece, a point for an empty dark square, an empty text for a light one."""
    cells: list[str] = []
    for place in range(4):
        bit = 1 << place
        letter = LETTERS[2 * bool(bill & bit) + bool(kings & bit)] if (alice | bill) & bit else "."
        cells += (letter, "") if odd else ("", letter)
    return tuple(cells)


_ROWS = [(bool(row % 2), square_at(row, 0)) for row in range(8)]
"""For each row: True if it begins with a dark square, and the first of its four bits."""
