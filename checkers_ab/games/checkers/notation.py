"""Notation of squares, moves and boards.

Rows and columns count from 0 at the top left. A square is dark if row + column is odd.
"""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.games.checkers.board import MOVES, SQUARES, Board, Square

if TYPE_CHECKING:
    from collections.abc import Callable

    from checkers_ab.games.checkers.board import Move

Path = tuple[tuple[int, int], ...]
"""The coordinates of a move as written, two or more."""

LIGHT, EMPTY = "+", "O"
PIECES = "AkBK"
"""Alice's man and king, Bill's man and king."""


def square_at(row: int, column: int) -> Square:
    """The dark square at a row and a column, both 0 to 7."""
    return Square(4 * row + column // 2 + row // 2)


def row_and_column(square: Square) -> tuple[int, int]:
    """The row and column of a dark square."""
    rows, place = divmod(square, 9)
    row = 2 * rows + place // 4
    return row, 2 * (place % 4) + (row + 1) % 2


_SQUARES = {square: "({},{})".format(*row_and_column(square)) for square in SQUARES}


class _Written(dict["Move", str]):
    """Moves as they are written. Steps and jumps are kept, longer routes are put together each time."""

    def __missing__(self, route: Move) -> str:
        text = "=>".join(map(_SQUARES.__getitem__, route))
        if len(route) == 2:
            self[route] = text
        return text


_MOVES = _Written()

format_square: Callable[[Square], str] = _SQUARES.__getitem__
"""Formats a square for traces, `(5,2)`."""

format_move: Callable[[Move], str] = _MOVES.__getitem__
"""A step or a jump as the trace writes it, `(5,2)=>(3,0)`; a route of any squares in the same way."""


_PLACE = r"\(\s*+-?[0-9]{1,4}\s*+,\s*+-?[0-9]{1,4}\s*+\)"
MOVE_PATTERN = rf"{_PLACE}(?:\s*+=>\s*+{_PLACE})+"
"""A regular expression for the text of a move, also with squares off the board."""


def coordinates(text: str) -> Path:
    """Parses the rows and columns of a text that matches MOVE_PATTERN."""
    bare = "".join(text.split())  # what is a blank to a pattern need not be one to `int`
    found = [int(number) for number in bare.replace("(", ",").replace(")", ",").replace("=>", ",").split(",") if number]
    return tuple(zip(found[::2], found[1::2], strict=True))


_NAMED = "[a-hA-H][1-8]"
_NEAR_PLACE = f"(?:{_PLACE}|{_NAMED})"
_ARROW = r"\s*+(?:=>|-?->|\u2192|[tT][oO])\s*+"
NEAR_MOVE_PATTERN = f"{_NEAR_PLACE}(?:{_ARROW}{_NEAR_PLACE})+"
"""Moves with another arrow, or with squares such as c3: columns are a to h, rows 1 to 8 from the bottom."""
LONE_MOVE_PATTERN = rf"{_NEAR_PLACE}\s++{_NEAR_PLACE}"
"""Moves with a blank for the arrow."""


def near_coordinates(text: str) -> tuple[Path, list[tuple[str, str, str]]]:
    """The rows and columns of a text that fits one of these patterns, and its slips (see `Kit.near_move`)."""
    import re  # few traces need it

    path: list[tuple[int, int]] = []
    slips: list[tuple[str, str, str]] = []
    end = None
    for place in re.finditer(_NEAR_PLACE, text):
        if end is not None and (arrow := text[end : place.start()].strip()) != "=>":
            slips.append((arrow.lower() or "blank", arrow or " ", "=>"))
        end = place.end()
        if place[0][0] == "(":
            path += coordinates(place[0])
        else:
            row, column = 8 - int(place[0][1]), ord(place[0][0].lower()) - ord("a")
            path.append((row, column))
            slips.append(("square", place[0], f"({row},{column})"))
    return tuple(path), slips


def squares_of(path: Path) -> Move | None:
    """The two dark squares of a path; None if a square is not dark, or there are more than two."""
    if len(path) != 2 or any(not (0 <= row < 8 and 0 <= column < 8 and (row + column) % 2) for row, column in path):
        return None
    origin, target = path
    return square_at(*origin), square_at(*target)


def format_path(path: Path) -> str:
    """Formats coordinates for traces, also for squares off the board."""
    return "=>".join(f"({row},{column})" for row, column in path)


def parse_move(text: str) -> Move:
    """Parses a step or a jump as `format_move` writes it; raises ValueError."""
    for by_origin in MOVES.values():
        for move in by_origin.values():
            if format_move(move) == text:
                return move
    raise ValueError(f"expected a move such as (5,2)=>(3,0), found {text!r}")


def format_board(board: Board) -> str:
    """Formats a board as eight lines of eight characters, each with its line end; without the side to move."""
    rows = [[LIGHT] * 8 for _ in range(8)]
    for square in SQUARES:
        row, column = row_and_column(square)
        rows[row][column] = piece_on(board, square)
    return "".join("".join(row) + "\n" for row in rows)


def piece_on(board: Board, square: Square) -> str:
    """The letter of the piece on a dark square, or of an empty square."""
    bit = 1 << square
    if not (board.alice | board.bill) & bit:
        return EMPTY
    return PIECES[2 * bool(board.bill & bit) + bool(board.kings & bit)]
