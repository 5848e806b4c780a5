"""A board as people look at it: with coordinates, and a move marked on it."""

from __future__ import annotations

from collections.abc import Iterable

from checkers_ab.games.checkers.board import Board, Square
from checkers_ab.games.checkers.notation import piece_on, square_at

COLUMNS = "     " + "  ".join(map(str, range(8)))
"""What stands above a drawing."""


def draw_board(board: Board, marked: Iterable[Square] = ()) -> str:
    """Nine lines of text; `.` is an empty dark square, and the marked squares stand in brackets."""
    rows = (f"  {row} {''.join(cells)}".rstrip() for row, cells in enumerate(draw_cells(board, marked)))
    return "\n".join([COLUMNS, *rows])


def draw_numbered(board: Board, marked: Iterable[Square] = ()) -> str:
    """Eight lines, each between the numbers of its first and its last dark square, as English draughts counts them."""
    rows = enumerate(draw_cells(board, marked))
    return "\n".join(f"{4 * row + 1:4} {''.join(cells)}{4 * row + 4:4}" for row, cells in rows)


def draw_cells(board: Board, marked: Iterable[Square] = ()) -> list[list[str]]:
    """The same without coordinates, by row and column: each square as three characters."""
    marks = set(marked)
    return [[_draw_cell(board, row, column, marks) for column in range(8)] for row in range(8)]


def _draw_cell(board: Board, row: int, column: int, marks: set[Square]) -> str:
    if (row + column) % 2 == 0:
        return "   "
    square = square_at(row, column)
    piece = piece_on(board, square).replace("O", ".")
    return f"[{piece}]" if square in marks else f" {piece} "
