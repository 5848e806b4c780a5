"""The Game of the Amazons for the commands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import partial
from math import inf

from checkers_ab.core.errors import OptionError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.games.amazons.board import Move, Position
from checkers_ab.games.amazons.boardfile import format_position, parse_position
from checkers_ab.games.amazons.drawing import draw_position
from checkers_ab.games.amazons.evaluate import mobility, territory
from checkers_ab.games.amazons.notation import SIDES, format_move, parse_move
from checkers_ab.games.amazons.rules import Amazons
from checkers_ab.games.amazons.wire import COURSE

OPTIONS = {
    "size": "the board, 4 to 16 squares a side: 6, or WIDTHxHEIGHT as in 5x4 (default 10)",
    "first": "who moves first, white or black (default white)",
}


def make(**options: str) -> Kit[Position, Move, float]:
    """The game with these options; OptionError for one that it does not have, or a value that is none of its."""
    for name in options:
        if name not in OPTIONS:
            raise OptionError(f"amazons has no option {name!a}{_nearest(name, OPTIONS)}; it has: {', '.join(OPTIONS)}")
    width, height = _parse_size(options.get("size", "10"))
    game = Amazons(width=width, height=height, first=_parse_first(options.get("first", "white")))
    return Kit(
        name="amazons",
        game=game,
        window=(-inf, inf),
        evaluations={"mobility": mobility, "territory": territory},
        sides=SIDES,
        format_move=format_move,
        parse_move=parse_move,
        format_state=format_position,
        parse_state=partial(parse_position, first=game.first),
        draw=draw_position,
        count_moves=game.count_moves,
        wires={"course": COURSE},
    )


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
    """The known name that was perhaps meant, as a question."""
    near = get_close_matches(name.lower(), known, 1)
    return f" (did you mean {near[0]}?)" if near else ""
