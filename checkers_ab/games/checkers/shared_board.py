"""Programs with one board for the whole search, on which moves are not taken back as they should be."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.loose_rules import BETWEEN, BrokenRule, Loose, Play, Route


class SharedBoard:
    """The one board of a search, and the moves made on it that are not taken back yet."""

    def __init__(self, board: Board) -> None:
        self.now = board
        self.made: list[tuple[Board, Route]] = []
        """The board before a move, and the move."""


class Branch(Board):
    """The shared board as it is when a node of the search begins; equal only to itself."""

    __slots__ = ("ply", "shared")

    def __init__(self, board: Board, shared: SharedBoard, ply: int) -> None:
        super().__init__(board.alice, board.bill, board.kings, board.side)
        self.shared = shared
        self.ply = ply

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


def sharing(board: Board) -> Branch:
    """The root of a search on one board."""
    return Branch(board, SharedBoard(board), 0)


TakeBack = Callable[[Board, Board, Route], Board]
"""Takes a move back: the board after that, given the one after the move and the one before it."""


def _not_restored(take_back: TakeBack) -> BrokenRule:
    """A rule by which moves are made on one board, in the order of the search."""

    def play(_: Loose, then: Play, board: Board, move: Route) -> Board:
        if not isinstance(board, Branch):
            return then(board, move)
        shared = board.shared
        while len(shared.made) > board.ply:
            shared.now = take_back(shared.now, *shared.made.pop())
        before = shared.now.with_side(board.side)
        shared.made.append((before, move))
        shared.now = then(before, move)
        return Branch(shared.now, shared, board.ply + 1)

    return BrokenRule(play=play)


def _without_crown(now: Board, before: Board, move: Route) -> Board:
    over = 0
    for hop in pairwise(move):
        over |= BETWEEN[hop]
    back = _put_back(now, before, move, over)
    crowned = (now.kings >> move[-1] & 1) << move[0] & (back.alice | back.bill)
    return Board(back.alice, back.bill, back.kings | crowned, back.side)


def _put_back(now: Board, before: Board, move: Route, over: int) -> Board:
    """The board with what stood on the first square of a move, and on some others, before it."""
    here, there = 1 << move[0], 1 << move[-1]
    left, back = ~(here | there | over), here | over
    return Board(
        now.alice & left | before.alice & back,
        now.bill & left | before.bill & back,
        now.kings & left | before.kings & back,
        before.side,
    )


NOT_RESTORED = _not_restored(lambda now, before, move: now)
"""Moves are not taken back."""
CAPTURED_NOT_RESTORED = _not_restored(lambda now, before, move: _put_back(now, before, move, 0))
"""A piece goes back to where it was, and what it took stays away."""
CROWN_NOT_TAKEN_BACK = _not_restored(_without_crown)
"""A piece goes back, and what it took comes back, but a new king stays a king."""
