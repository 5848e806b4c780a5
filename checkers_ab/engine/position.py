"""Conversion of boards and rules for the engine."""

from __future__ import annotations

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.english import English
from checkers_ab.games.checkers.rules import Checkers

Position = tuple[int, int, int, int]
"""The pieces of the side to move that go up, those that go down, and the same of the opponent (see `kernel`)."""


def position_of(board: Board) -> Position:
    """A board as four sets of squares; a king is in both sets of its side."""
    alice = board.alice, board.alice & board.kings
    bill = board.bill & board.kings, board.bill
    return (*alice, *bill) if board.side is Side.MAX else (*bill, *alice)


def has_single_jumps(game: object) -> bool | None:
    """True if one jump is a whole move, False if chains of jumps are; None if the engine doesn't know the game."""
    return {Checkers: True, English: False}.get(type(game))
