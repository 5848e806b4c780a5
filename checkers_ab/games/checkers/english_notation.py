"""Notation of English draughts: squares by number, `11-15` for a step, `15x24x31` for jumps."""

from __future__ import annotations

import re

from checkers_ab.core.errors import MoveError
from checkers_ab.games.checkers import bits
from checkers_ab.games.checkers.board import SQUARES, Board
from checkers_ab.games.checkers.english import English, Route

NUMBERS = {square: number for number, square in enumerate(SQUARES, 1)}
"""The number of each square, from 1 at the top left to 32."""

_WRITTEN = re.compile(r"[0-9]{1,2}(?:(?:\s*[-xX:]\s*|\s+)[0-9]{1,2})+")


def format_route(route: Route) -> str:
    """Formats a move with all squares that it visits."""
    return ("x" if bits.jumped(*route[:2]) else "-").join(str(NUMBERS[square]) for square in route)


def parse_route(board: Board, text: str) -> Route:
    """Parses a legal move; raises MoveError for anything else.

    The squares between the first and the last may be omitted if the move stays unambiguous.
    """
    legal = English().moves(board)
    named = _squares(text)
    if named in legal:
        return named
    meant = [route for route in legal if _leads_over(route, named)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise MoveError(f"name the squares on the way: it may be {_listed(meant)}")
    why = "a jump is mandatory" if _is_missed_jump(board, named) else "that is not legal"
    near = [route for route in legal if route[0] == named[0]] or legal
    raise MoveError(f"{why}; legal are {_listed(near)}" if legal else "the game is over")


def _squares(text: str) -> Route:
    numbers = [int(number) for number in re.findall("[0-9]+", text)] if _WRITTEN.fullmatch(text.strip()) else []
    if not numbers or not all(1 <= number <= len(SQUARES) for number in numbers):
        raise MoveError(f"expected a move such as 11-15 or 15x24, squares from 1 to 32, found {text.strip()!r}")
    return tuple(SQUARES[number - 1] for number in numbers)


def _leads_over(route: Route, named: Route) -> bool:
    """True if a move begins and ends with the named squares, and visits those between in that order."""
    way = iter(route[1:-1])
    return (route[0], route[-1]) == (named[0], named[-1]) and all(square in way for square in named[1:-1])


def _is_missed_jump(board: Board, named: Route) -> bool:
    single = English().checkers
    return bool(single.jumps(board)) and named in single.steps(board)


def _listed(routes: list[Route]) -> str:
    return ", ".join(map(format_route, routes))
