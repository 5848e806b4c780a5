"""Notation of squares and moves: `d1` counts from a1 at the bottom left, `d1-d7/g7` is queen, target and arrow."""

from __future__ import annotations

import re

from checkers_ab.core.errors import MoveError
from checkers_ab.core.game import Side
from checkers_ab.core.text import shorten
from checkers_ab.games.amazons.bits import reach
from checkers_ab.games.amazons.board import (
    Move,
    Position,
    Size,
    Square,
    column_and_rank,
    on_board,
    square_at,
    squares_in,
)

SIDES = {Side.MAX: "White", Side.MIN: "Black"}

_SQUARE = re.compile("([a-z])([1-9][0-9]?)", re.ASCII)
_MOVE = re.compile("([a-z][0-9]+)(?:-([a-z][0-9]+)(?:[/x,]([a-z][0-9]+))?)?", re.ASCII)


def format_square(square: Square) -> str:
    """Formats a square as `d1`."""
    column, rank = column_and_rank(square)
    return f"{chr(ord('a') + column)}{rank + 1}"


def parse_square(text: str, size: Size) -> Square:
    """Parses a square of a board of this size, as `format_square` writes it; raises MoveError."""
    written = _SQUARE.fullmatch(text)
    column, rank = (ord(written[1]) - ord("a"), int(written[2]) - 1) if written else (-1, -1)
    if not on_board(size, column, rank):
        last = format_square(square_at(size.width - 1, size.height - 1))
        raise MoveError(f"{text!a} is no square of this board, which has a1 to {last}")
    return square_at(column, rank)


def format_move(move: Move) -> str:
    """Formats a turn as `d1-d7/g7`."""
    origin, target, arrow = map(format_square, move)
    return f"{origin}-{target}/{arrow}"


def parse_move(position: Position, text: str) -> Move:
    """Parses a legal turn such as `d1-d7/g7`, `d1-d7xg7` or `d1-d7,g7`, in lower or upper case.

    Raises MoveError for anything else, with the legal squares to continue from the last legal one.
    """
    written = _MOVE.fullmatch(text.strip().lower())
    if not written:
        raise MoveError(f"expected a move such as {example(position)}, found {shorten(text, 40)!a}")
    squares = [parse_square(square, position.size) for square in written.groups() if square]
    return legal_move(position, squares)


def legal_move(position: Position, squares: list[Square]) -> Move:
    """Makes a turn of origin, target and arrow; raises MoveError, with the legal squares, if it is not legal."""
    expect_move(position)
    origin, *later = squares
    if not position.own >> origin & 1:
        raise MoveError(_no_queen(position, origin))
    targets = reach(origin, position.empty)
    if not targets:
        able = [queen for queen in squares_in(position.own) if reach(queen, position.empty)]
        raise MoveError(f"the queen on {format_square(origin)} can't move; those that can: {_listed(able)}")
    if not later or not targets >> later[0] & 1:
        whole = "" if later else ", and then shoots an arrow"
        reason = f"from {format_square(origin)} the queen reaches {_listed(squares_in(targets))}{whole}"
        raise MoveError(reason + _instead_of(later[:1]))
    target, *last = later
    arrows = reach(target, position.empty | 1 << origin)
    if not last or not arrows >> last[0] & 1:
        reason = f"from {format_square(target)} the arrow reaches {_listed(squares_in(arrows))}"
        raise MoveError(reason + _instead_of(last))
    return origin, target, last[0]


def expect_move(position: Position) -> None:
    """Raises MoveError if the side to move has no move."""
    if not any(reach(queen, position.empty) for queen in squares_in(position.own)):
        raise MoveError(f"the game is over: {SIDES[position.side]} has no move")


def example(position: Position) -> str:
    """The first legal turn as text, for messages; raises MoveError if there is none."""
    return format_move(first_move(position))


def first_move(position: Position) -> Move:
    """The first legal turn; raises MoveError if there is none."""
    expect_move(position)
    origin = next(queen for queen in squares_in(position.own) if reach(queen, position.empty))
    target = squares_in(reach(origin, position.empty))[0]
    return origin, target, squares_in(reach(target, position.empty | 1 << origin))[0]


def _no_queen(position: Position, square: Square) -> str:
    own, other = SIDES[position.side], SIDES[position.side.opponent]
    found = f"the queen on {format_square(square)} is {other}'s" if position.enemy >> square & 1 else ""
    found = found or f"no queen stands on {format_square(square)}"
    return f"{found}; {own}'s: {_listed(squares_in(position.own))}"


def _instead_of(found: list[Square]) -> str:
    return f", not {format_square(found[0])}" if found else ""


def _listed(squares: list[Square]) -> str:
    return " ".join(map(format_square, squares))
