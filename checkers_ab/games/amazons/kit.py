"""The kit of the Game of the Amazons."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from checkers_ab.core.errors import MoveError, OptionError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.picture import Grid, Piece
from checkers_ab.games.amazons.board import Move, Position, column_and_rank
from checkers_ab.games.amazons.boardfile import format_position, parse_position, square_text
from checkers_ab.games.amazons.evaluate import mobility, territory
from checkers_ab.games.amazons.notation import SIDES, format_move, parse_move
from checkers_ab.games.amazons.rules import Amazons
from checkers_ab.games.amazons.wire import COURSE

OPTIONS = {
    "size": "the board, 4 to 16 squares a side: 6, or WIDTHxHEIGHT as in 5x4 (default 10)",
    "first": "who moves first, white or black (default white)",
}


def make(**options: str) -> Kit[Position, Move, float]:
    """Makes the kit for some options; raises OptionError for an unknown option or value."""
    for name in options:
        if name not in OPTIONS:
            raise OptionError(f"amazons has no option {name!a}{_nearest(name, OPTIONS)}; it has: {', '.join(OPTIONS)}")
    width, height = _parse_size(options.get("size", "10"))
    return AmazonsKit(Amazons(width=width, height=height, first=_parse_first(options.get("first", "white"))))


class AmazonsKit(Kit[Position, Move, float]):
    """The kit of Amazons on a board of any size."""

    name = "amazons"
    sides = SIDES
    evaluations = {"mobility": mobility, "territory": territory}
    move_pattern = "[a-z][0-9]{1,2}-[a-z][0-9]{1,2}/[a-z][0-9]{1,2}"
    wires = {"course": COURSE}
    brushes = {".": "empty", "W": "a white queen", "B": "a black queen", "*": "burnt by an arrow"}
    format_move = staticmethod(format_move)
    parse_move = staticmethod(parse_move)
    format_state = staticmethod(format_position)

    def __init__(self, rules: Amazons) -> None:
        super().__init__(rules, count_moves=rules.count_moves)
        self.first = rules.first

    def parse_state(self, text: str) -> Position:
        return parse_position(text, first=self.first)

    def picture(self, position: Position, move: Move | None = None) -> Grid:
        return picture(position, move)

    def why_illegal(self, position: Position, text: str) -> str:
        try:
            parse_move(position, text)
        except MoveError as error:
            return str(error)
        return "it is not a legal move here"


def _parse_size(text: str) -> tuple[int, int]:
    written = re.fullmatch("([0-9]{1,4})(?:[xX]([0-9]{1,4}))?", text.strip())
    if not written:
        raise OptionError(f"size must be a number such as 6, or WIDTHxHEIGHT such as 5x4, not {text!a}")
    width, height = written.groups()
    return int(width), int(height or width)


_FIRST = {name.lower(): side for side, name in SIDES.items()}


def _parse_first(text: str) -> Side:
    side = _FIRST.get(text.strip().lower())
    if side is None:
        raise OptionError(f"first must be white or black, not {text!a}{_nearest(text, _FIRST)}")
    return side


def _nearest(name: str, known: Iterable[str]) -> str:
    """A suggestion of the closest known name; empty if there is none."""
    near = get_close_matches(name.lower(), known, 1)
    return f" (did you mean {near[0]}?)" if near else ""


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
