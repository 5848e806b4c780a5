"""The picture of a position, with coordinates and the last turn marked."""

from __future__ import annotations

from checkers_ab.core.game import Side
from checkers_ab.core.picture import Grid, Piece
from checkers_ab.games.amazons.board import Move, Position, column_and_rank
from checkers_ab.games.amazons.boardfile import square_text

PIECES = {"W": Piece(Side.MAX, "a white queen"), "B": Piece(Side.MIN, "a black queen")}


def picture(position: Position, last: Move | None = None) -> Grid:
    """The rows from the top; origin, target and arrow of the last turn are marked."""
    width, height = position.size
    touched = [(height - 1 - rank, column) for column, rank in map(column_and_rank, last or ())]
    return Grid(
        cells=[[square_text(position, column, rank) for column in range(width)] for rank in reversed(range(height))],
        rows=[str(rank + 1) for rank in reversed(range(height))],
        columns=[chr(ord("a") + column) for column in range(width)],
        columns_below=True,
        pieces=PIECES,
        marks=touched,
        arrow=touched,
    )
