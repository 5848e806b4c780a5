"""A board as people look at it: with coordinates, and the last turn marked on it."""

from __future__ import annotations

from checkers_ab.games.amazons.board import Move, Position, square_at
from checkers_ab.games.amazons.boardfile import square_text


def draw_position(position: Position, last: Move | None = None) -> str:
    """A line for each row and one for the columns; origin, target and arrow of the last turn stand in brackets."""
    width, height = position.size
    marks = set(last or ())
    lines = []
    for rank in reversed(range(height)):
        cells = []
        for column in range(width):
            letter = square_text(position, column, rank)
            cells.append(f"[{letter}]" if square_at(column, rank) in marks else f" {letter} ")
        lines.append(f"{rank + 1:>3} {''.join(cells)}".rstrip())
    columns = "  ".join(chr(ord("a") + column) for column in range(width))
    return "\n".join([*lines, f"     {columns}"])
