"""Programs with one board for the whole search, on which moves are not taken back as they should be."""

from __future__ import annotations

from itertools import pairwise

from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.loose_rules import BETWEEN, Loose, Route


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


class NotRestored(Loose):
    """Moves are made on one board in the order of the search, and are not taken back."""

    def play(self, board: Board, move: Route) -> Board:
        if not isinstance(board, Branch):
            return super().play(board, move)
        shared = board.shared
        while len(shared.made) > board.ply:
            shared.now = self.taken_back(shared.now, *shared.made.pop())
        before = shared.now.with_side(board.side)
        shared.made.append((before, move))
        shared.now = super().play(before, move)
        return Branch(shared.now, shared, board.ply + 1)

    def taken_back(self, now: Board, before: Board, move: Route) -> Board:
        """The board after a move was taken back, given the one before it was made."""
        return now


class CapturedNotRestored(NotRestored):
    """A piece goes back to where it was, and what it took stays away."""

    def taken_back(self, now: Board, before: Board, move: Route) -> Board:
        return _put_back(now, before, move, 0)


class CrownNotTakenBack(NotRestored):
    """A piece goes back, and what it took comes back, but a new king stays a king."""

    def taken_back(self, now: Board, before: Board, move: Route) -> Board:
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
