"""The course's wire format: squares as [row, column] from 1 at a1, moves as JSON, the board as a list of integers.

All conversions of coordinates are here: `course_*` is what the server speaks, `top_down_*` is a board of rows
from the top, both counted from 0. Both are for boards of any size; the course's has 10 rows and columns.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from checkers_ab.core.errors import MoveError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Wire
from checkers_ab.games.amazons.board import STANDARD, Move, Position, Size, Square, column_and_rank, on_board, square_at
from checkers_ab.games.amazons.boardfile import BLACK, BURNT, EMPTY, WHITE, square_text
from checkers_ab.games.amazons.notation import first_move, legal_move

KEYS = ("queen-position-current", "queen-position-next", "arrow-position")
"""The names of origin, target and arrow."""

CODES = (EMPTY, BLACK, WHITE, BURNT)
"""What the integers 0 to 3 of a board stand for."""


def course_of(square: Square) -> tuple[int, int]:
    """Row and column of a square, counted from 1 at a1."""
    column, rank = column_and_rank(square)
    return rank + 1, column + 1


def square_of_course(row: int, column: int) -> Square:
    """The square at a row and a column, counted from 1 at a1."""
    return square_at(column - 1, row - 1)


def top_down_of(square: Square, height: int = 10) -> tuple[int, int]:
    """Row from the top and column from the left of a square, counted from 0."""
    column, rank = column_and_rank(square)
    return height - 1 - rank, column


def square_of_top_down(row: int, column: int, height: int = 10) -> Square:
    """The square at a row from the top and a column from the left, counted from 0."""
    return square_at(column, height - 1 - row)


def format_board(position: Position) -> list[int]:
    """The board with an unused row and column 0: 121 integers on 10x10, a square's at row * 11 + column."""
    width, height = position.size
    board = [0] * ((width + 1) * (height + 1))
    for rank in range(height):
        for column in range(width):
            code = CODES.index(square_text(position, column, rank))
            board[(rank + 1) * (width + 1) + column + 1] = code
    return board


def parse_board(board: Sequence[int], side: Side, *, size: Size = STANDARD) -> Position:
    """The position that such a list of integers says; what is in its row and column 0 does not matter.

    ValueError if it has another length, or a square another number than 0, 1, 2 or 3.
    """
    width, height = size
    length = (width + 1) * (height + 1)
    if len(board) != length:
        raise ValueError(f"a board of {size} is {length} integers, not {len(board)}")
    squares = [0, 0, 0, 0]
    for rank in range(height):
        for column in range(width):
            index = (rank + 1) * (width + 1) + column + 1
            if board[index] not in range(len(CODES)):
                raise ValueError(f"integer {index} of a board must be 0, 1, 2 or 3, not {board[index]!r}")
            squares[board[index]] |= 1 << square_at(column, rank)
    empty, black, white, _ = squares
    return Position(size, white, black, empty, side)


def format_move(_position: Position, move: Move) -> str:
    """A turn as one line of JSON: three named squares, each [row, column]."""
    return json.dumps({key: course_of(square) for key, square in zip(KEYS, move, strict=True)})


def parse_move(position: Position, text: str) -> Move:
    """A legal turn from such a line, which may hold more names; MoveError for anything else."""
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
