"""A board as people look at it: with coordinates, and a move marked on it."""

from __future__ import annotations

from collections.abc import Iterable

from checkers_ab.checkers.board import Board, Square
from checkers_ab.checkers.notation import piece_on, square_at


def draw_board(board: Board, marked: Iterable[Square] = ()) -> str:
    """Ten lines of text; `.` is an empty dark square, and the marked squares stand in brackets."""
    marks = set(marked)
    columns = "     " + "  ".join(str(column) for column in range(8))
    return "\n".join([columns, *(f"  {row} {_draw_row(board, row, marks)}" for row in range(8))])


def _draw_row(board: Board, row: int, marks: set[Square]) -> str:
    cells = []
    for column in range(8):
        if (row + column) % 2 == 0:
            cells.append("   ")
            continue
        square = square_at(row, column)
        piece = piece_on(board, square).replace("O", ".")
        cells.append(f"[{piece}]" if square in marks else f" {piece} ")
    return "".join(cells).rstrip()
