"""The course's wire format: moves as JSON, squares as [row, column] from 1 at a1."""

from __future__ import annotations

import json
from typing import Any

from checkers_ab.core.errors import MoveError
from checkers_ab.core.kit import Wire
from checkers_ab.games.amazons.board import Move, Position, Size, Square, column_and_rank, on_board, square_at
from checkers_ab.games.amazons.notation import first_move, legal_move

KEYS = ("queen-position-current", "queen-position-next", "arrow-position")
"""The names of origin, target and arrow."""


def course_of(square: Square) -> tuple[int, int]:
    """The row and column of a square, from 1 at a1."""
    column, rank = column_and_rank(square)
    return rank + 1, column + 1


def square_of_course(row: int, column: int) -> Square:
    """The square at a row and a column, from 1 at a1."""
    return square_at(column - 1, row - 1)


def format_move(_position: Position, move: Move) -> str:
    """Formats a turn as one line of JSON: three named squares, each [row, column]."""
    return json.dumps({key: course_of(square) for key, square in zip(KEYS, move, strict=True)})


def parse_move(position: Position, text: str) -> Move:
    """Parses a legal turn from a line of JSON; other names are ignored. Raises MoveError."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        example = format_move(position, first_move(position))
        raise MoveError(f"expected one line of JSON such as {example}")
    for key in KEYS:
        if key not in found:
            raise MoveError(f"the move has no {key!r}")
    return legal_move(position, [_square(position.size, key, found[key]) for key in KEYS])


def _square(size: Size, key: str, found: Any) -> Square:
    if isinstance(found, list) and list(map(type, found)) == [int, int]:
        row, column = found
        if on_board(size, column - 1, row - 1):
            return square_of_course(row, column)
    reason = f"{key!r} must be [row, column] with a row from 1 to {size.height} and a column from 1 to {size.width}"
    raise MoveError(f"{reason}, not {json.dumps(found)[:40]}")


COURSE = Wire(format_move=format_move, parse_move=parse_move)
