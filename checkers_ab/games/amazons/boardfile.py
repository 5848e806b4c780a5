"""Reading and writing positions: rows of `.` `W` `B` `*` from the top, below an optional `white to move`."""

from __future__ import annotations

from checkers_ab.core.errors import StateError
from checkers_ab.core.game import Side
from checkers_ab.games.amazons.bits import LARGEST
from checkers_ab.games.amazons.board import Position, Size, square_at
from checkers_ab.games.amazons.rules import SMALLEST

EMPTY, WHITE, BLACK, BURNT = ".WB*"
HEADINGS = {Side.MAX: "white to move", Side.MIN: "black to move"}

_HINTS = {
    "w": "a white queen is a capital W",
    "b": "a black queen is a capital B",
    "o": "an empty square is a full stop",
    "-": "an empty square is a full stop",
    "x": "a square that an arrow has burnt is *",
    " ": "nothing stands between the squares of a row",
}


def format_position(position: Position) -> str:
    """Formats the heading and all rows, each line with its line end."""
    width, height = position.size
    rows = ["".join(square_text(position, column, rank) for column in range(width)) for rank in range(height)]
    return "".join(f"{line}\n" for line in [HEADINGS[position.side], *reversed(rows)])


def square_text(position: Position, column: int, rank: int) -> str:
    """The letter of a square: empty, a queen, or burnt."""
    bit = 1 << square_at(column, rank)
    for squares, letter in ((position.white, WHITE), (position.black, BLACK), (position.empty, EMPTY)):
        if squares & bit:
            return letter
    return BURNT


def parse_position(text: str, *, first: Side = Side.MAX) -> Position:
    """Parses a position of any size, 3 to 16 squares wide and high, with at least one queen on each side.

    Without a heading `first` is to move if the number of arrows on the board is even, else the opponent. Blank lines
    around the heading and the rows, blanks around a line and a byte order mark are ignored. Raises StateError for
    anything else.
    """
    side, rows = _headed_rows(text)
    width, height = len(rows[0][2]), len(rows)
    squares = dict.fromkeys((EMPTY, WHITE, BLACK, BURNT), 0)
    for rank, row in zip(reversed(range(height)), rows, strict=True):
        _check_row(row, width)
        for column, letter in enumerate(row[2]):
            squares[letter] |= 1 << square_at(column, rank)
    line, start, _ = rows[0]
    for letter, name in ((WHITE, "White"), (BLACK, "Black")):
        if not squares[letter]:
            raise StateError(line, start, f"{name} has no queen on this board", f"a queen of this side is {letter}")
    if side is None:
        side = first if squares[BURNT].bit_count() % 2 == 0 else first.opponent
    return Position(Size(width, height), squares[WHITE], squares[BLACK], squares[EMPTY], side)


_Line = tuple[int, int, str]
"""The line number, the column where the text begins, and the text."""


def _headed_rows(text: str) -> tuple[Side | None, list[_Line]]:
    """The side in the heading, and the rows; their number is checked, not their letters."""
    side: Side | None = None
    rows: list[_Line] = []
    lines = _lines(text)
    for line, column, found in lines:
        if found.lower().endswith("move"):
            if side is not None or rows:
                raise StateError(line, column, "whose move it is stands once, above the board")
            side = _side(line, column, found)
        else:
            if rows and line != rows[-1][0] + 1:
                raise StateError(line, column, "no blank line may stand inside a board", "is this a second board?")
            rows.append((line, column, found))
    if not rows:
        hint = "a board is rows of . W B * from the top row down"
        raise StateError(lines[-1][0] + 1 if lines else 1, 1, "expected a board, found the end of the text", hint)
    if len(rows) > LARGEST:
        raise StateError(*rows[LARGEST][:2], f"a board has at most {LARGEST} rows, this one has {len(rows)}")
    if len(rows) < SMALLEST:
        raise StateError(rows[-1][0] + 1, 1, f"a board has at least {SMALLEST} rows, this one ends after {len(rows)}")
    return side, rows


def _lines(text: str) -> list[_Line]:
    """The lines that are not blank."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    stripped = [line.strip(" \t") for line in lines]
    return [
        (number, line.index(found) + 1, found)
        for number, (line, found) in enumerate(zip(lines, stripped, strict=True), 1)
        if found
    ]


def _side(line: int, column: int, found: str) -> Side:
    for side, heading in HEADINGS.items():
        if found.lower().split() == heading.split():
            return side
    either = " or ".join(repr(heading) for heading in HEADINGS.values())
    raise StateError(line, column, f"expected {either}, found {found[:40]!a}")


def _check_row(row: _Line, width: int) -> None:
    line, start, found = row
    for column, letter in enumerate(found[: LARGEST + 1], start):
        if letter not in (EMPTY, WHITE, BLACK, BURNT):
            hint = _HINTS.get(letter.lower(), "")
            raise StateError(line, column, f"a square must be one of . W B *, found {letter!a}", hint)
    if not SMALLEST <= len(found) <= LARGEST:
        place = start + min(len(found), LARGEST)
        raise StateError(line, place, f"a row has {SMALLEST} to {LARGEST} squares, this one has {len(found)}")
    if len(found) != width:
        place = start + min(len(found), width)
        raise StateError(line, place, f"the first row has {width} squares, this one has {len(found)}")
