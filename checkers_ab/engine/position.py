"""Boards and games as the engine sees them."""

from __future__ import annotations

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.english import English
from checkers_ab.games.checkers.rules import Checkers

Position = tuple[int, int, int, int]
"""The pieces of the side to move that go up, those that go down, and the same of the other side (see `kernel`)."""


def position_of(board: Board) -> Position:
    """A board as four sets of squares; a king is in both of its side's."""
    alice = board.alice, board.alice & board.kings
    bill = board.bill & board.kings, board.bill
    return (*alice, *bill) if board.side is Side.MAX else (*bill, *alice)


def is_single(game: object) -> bool | None:
    """Whether one jump is a whole move in a game of checkers; None for any other game."""
    return {Checkers: True, English: False}.get(type(game))
