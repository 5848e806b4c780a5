"""The rules of the homework taken apart, so that one of them can be broken and the rest be left to others.

Moves are routes: the squares that a piece visits, also such as the homework does not have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.order import GameWrapper
from checkers_ab.games.checkers import bits
from checkers_ab.games.checkers.bits import BOTTOM_ROW, TOP_ROW
from checkers_ab.games.checkers.board import SQUARES, Board, Move, Square
from checkers_ab.games.checkers.notation import row_and_column, square_at
from checkers_ab.games.checkers.rules import INF, JUMPS, STEPS, Checkers, Value

Route = tuple[Square, ...]
"""The squares that a piece visits in one move, its origin first."""
Pieces = tuple[int, int]
"""The pieces that go up, and those that go down."""
Play = Callable[[Board, Route], Board]
CHECKERS = Checkers()

WAYS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""Rows down and columns right of one step: up-left, up-right, down-left, down-right."""


def _line(square: Square, down: int, right: int) -> list[Square]:
    """The squares from one to the edge, in one direction."""
    row, column = row_and_column(square)
    steps = range(1, 8)
    places = [(row + down * step, column + right * step) for step in steps]
    return [square_at(*place) for place in places if min(place) >= 0 and max(place) < 8]


LINES = {(square, way): _line(square, *WAYS[way]) for square in SQUARES for way in range(4)}
"""The squares before a piece, by its square and way."""

BETWEEN = {
    (square, line[end]): sum(1 << passed for passed in line[:end])
    for (square, _), line in LINES.items()
    for end in range(len(line))
}
"""The bits of the squares between two squares of a diagonal."""


@dataclass(frozen=True, kw_only=True, eq=False)
class BrokenRule:
    """A rule that a program gets wrong: functions that change what the game makes of a board by its other rules."""

    crowned_at_once: bool = True
    """False if a man on the far row waits for its crown."""
    seen: Callable[[Loose, Board], Board] | None = None
    """Changes the board whose moves are listed."""
    chosen: Callable[[Board, list[Route], list[Route], list[Route]], list[Route]] | None = None
    """The legal ones of all jumps and steps, given those, too, that the other rules choose."""
    sight: Callable[[Board, Pieces], Pieces] | None = None
    jumpers: Callable[[Board, Pieces], Pieces] | None = None
    jumpable: Callable[[Board, int], int] | None = None
    steps: Callable[[Loose, Board, list[Route]], list[Route]] | None = None
    hops: Callable[[Loose, Board, list[Move]], list[Move]] | None = None
    goes_on: Callable[[bool, bool, bool], bool] | None = None
    """True if a piece jumps again (see `Loose.goes_on`), given the answer of the other rules."""
    taken: Callable[[Board, int], int] | None = None
    crowning: Callable[[Side, int], int] | None = None
    play: Callable[[Loose, Play, Board, Route], Board] | None = None
    """Plays a move, given the way to play it by the other rules."""
    utility: Callable[[Board, Value], Value] | None = None
    """Changes the value of a game that is over."""


class Loose:
    """The rules of the homework but for some that are broken, the last one asked last, as `core.game.Game`."""

    def __init__(self, *broken: BrokenRule) -> None:
        self.broken = broken
        # Looked up once, for they run on each board.
        self.crowned_at_once = all(rule.crowned_at_once for rule in broken)
        self._seen = [rule.seen for rule in reversed(broken) if rule.seen]
        self._chosen = [rule.chosen for rule in broken if rule.chosen]
        self._sight = [rule.sight for rule in broken if rule.sight]
        self._jumpers = [rule.jumpers for rule in broken if rule.jumpers]
        self._jumpable = [rule.jumpable for rule in broken if rule.jumpable]
        self._steps = [rule.steps for rule in broken if rule.steps]
        self._hops = [rule.hops for rule in broken if rule.hops]
        self._goes_on = [rule.goes_on for rule in broken if rule.goes_on]
        self._taken = [rule.taken for rule in broken if rule.taken]
        self._crowning = [rule.crowning for rule in broken if rule.crowning]
        self._utility = [rule.utility for rule in broken if rule.utility]
        self.play: Play = self._moved
        for rule in broken:
            if rule.play:
                self.play = partial(rule.play, self, self.play)
        self._crowning_alice, self._crowning_bill = map(self._crowning_of, Side)

    def start(self) -> Board:
        return CHECKERS.start()

    def to_move(self, board: Board) -> Side:
        return board.side

    def moves(self, board: Board) -> list[Route]:
        for change in self._seen:
            board = change(self, board)
        jumps, steps = self.jumps(board), self.steps(board)
        found = jumps or steps
        for choose in self._chosen:
            found = choose(board, jumps, steps, found)
        return found

    # Who goes where

    def sight(self, board: Board) -> Pieces:
        """The pieces of the side to move that go up, and those that go down."""
        ups, downs, _, _ = CHECKERS.sight(board)
        pieces = ups, downs
        for change in self._sight:
            pieces = change(board, pieces)
        return pieces

    def jumpers(self, board: Board) -> Pieces:
        """The pieces of the side to move that jump up, and those that jump down."""
        pieces = self.sight(board)
        for change in self._jumpers:
            pieces = change(board, pieces)
        return pieces

    def jumpable(self, board: Board) -> int:
        """The pieces that the side to move may jump over."""
        pieces = board.bill if board.side is Side.MAX else board.alice
        for change in self._jumpable:
            pieces = change(board, pieces)
        return pieces

    def steps(self, board: Board) -> list[Route]:
        found: list[Route] = [*STEPS[bits.steps(*self.sight(board), empty_squares(board))]]
        for change in self._steps:
            found = change(self, board, found)
        return found

    def hops(self, board: Board) -> list[Move]:
        """The single jumps."""
        over, empty = self.jumpable(board), empty_squares(board)
        found = [*JUMPS[bits.jumps(*self.jumpers(board), over, empty)]]
        for change in self._hops:
            found = change(self, board, found)
        return found

    # Jumps that go on

    def jumps(self, board: Board) -> list[Route]:
        return [route for hop in self.hops(board) for route in self._chains(board, hop, new=False, over=0)]

    def goes_on(self, crowned: bool, new: bool) -> bool:
        """True if a piece jumps again, after a jump that has crowned it, or when it is `new` as a king in this move."""
        goes_on = False
        for change in self._goes_on:
            goes_on = change(crowned, new, goes_on)
        return goes_on

    def _chains(self, board: Board, hop: Move, new: bool, over: int) -> list[Route]:
        """The whole moves that go on with a jump, given the bits jumped over before; no piece is jumped twice."""
        origin, target = hop
        after = self.hop(board, hop)
        crowned = bool(after.kings >> target & 1) and not board.kings >> origin & 1
        over |= BETWEEN[hop] & (board.alice | board.bill)
        new |= crowned
        further = self.hops(after) if self.goes_on(crowned, new) else []
        longer = [jump for jump in further if jump[0] == target and not BETWEEN[jump] & over]
        return [(origin, *route) for jump in longer for route in self._chains(after, jump, new, over)] or [hop]

    # After a move

    def _moved(self, board: Board, move: Route) -> Board:
        side = board.side
        for hop in pairwise(move):
            board = self.hop(board, hop)
        return board.with_side(side.opponent)

    def hop(self, board: Board, hop: Move) -> Board:
        """The board after a step or a single jump, with the same side to move: what stands on its origin has moved."""
        origin, target = hop
        here, there = 1 << origin, 1 << target
        away = ~(here | there | self.taken(board, BETWEEN[hop]))
        alice, bill, kings = board.alice & away, board.bill & away, board.kings & away
        if board.kings & here:
            kings |= there
        if board.alice & here:
            alice |= there
            kings |= there & self._crowning_alice if self.crowned_at_once else 0
        if board.bill & here:
            bill |= there
            kings |= there & self._crowning_bill if self.crowned_at_once else 0
        return Board(alice, bill, kings, board.side)

    def taken(self, board: Board, between: int) -> int:
        """The ones of some squares jumped over that a jump clears."""
        for change in self._taken:
            between = change(board, between)
        return between

    def crowning(self, owner: Side) -> int:
        """The squares on which a man becomes a king."""
        return self._crowning_alice if owner is Side.MAX else self._crowning_bill

    def _crowning_of(self, owner: Side) -> int:
        squares = TOP_ROW if owner is Side.MAX else BOTTOM_ROW
        for change in self._crowning:
            squares = change(owner, squares)
        return squares

    def utility(self, board: Board) -> Value | None:
        if not board.alice:
            value = -INF
        elif not board.bill:
            value = INF
        elif self.moves(board):
            return None
        else:
            value = -INF if board.side is Side.MAX else INF
        for change in self._utility:
            value = change(board, value)
        return value


def empty_squares(board: Board) -> int:
    """The bits of the dark squares on which nothing stands."""
    return bits.BOARD & ~(board.alice | board.bill)


def free_squares(squares: list[Square], empty: int) -> list[Square]:
    """The first squares, up to one on which something stands."""
    for place, square in enumerate(squares):
        if not empty >> square & 1:
            return squares[:place]
    return squares


def own(board: Board) -> int:
    """The pieces of the side to move."""
    return board.alice if board.side is Side.MAX else board.bill


def breaking(game: Any, *rules: BrokenRule) -> Any:
    """A game that breaks more rules than another: that of `Checkers`, one made here, or one around such a game."""
    if isinstance(game, GameWrapper):
        return type(game)(breaking(game.game, *rules))
    broken = game.broken if isinstance(game, Loose) else ()
    return _loose(*dict.fromkeys((*broken, *rules)))


_loose = lru_cache(maxsize=1_000)(Loose)
"""The games that a diagnosis asks for again and again."""
