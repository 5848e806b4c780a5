"""The rules of the homework taken apart, so that a mixin can break one of them and leave the rest to others.

Moves are routes: the squares that a piece visits, also such as the homework does not have.
"""

from __future__ import annotations

from functools import cache
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


class Loose:
    """The rules of the homework, one method for each thing that a program may get wrong, as `core.game.Game`."""

    crowned_at_once = True
    """False if a man on the far row waits for its crown."""

    def start(self) -> Board:
        return Checkers().start()

    def to_move(self, board: Board) -> Side:
        return board.side

    def moves(self, board: Board) -> list[Route]:
        return self.chosen(board, self.jumps(board), self.steps(board))

    def chosen(self, board: Board, jumps: list[Route], steps: list[Route]) -> list[Route]:
        """The legal ones of all jumps and steps that there are."""
        return jumps or steps

    # Who goes where

    def sight(self, board: Board) -> tuple[int, int]:
        """The pieces of the side to move that go up, and those that go down."""
        ups, downs, _, _ = Checkers.sight(Checkers(), board)
        return ups, downs

    def jumpers(self, board: Board) -> tuple[int, int]:
        """The pieces of the side to move that jump up, and those that jump down."""
        return self.sight(board)

    def jumpable(self, board: Board) -> int:
        """The pieces that the side to move may jump over."""
        return board.bill if board.side is Side.MAX else board.alice

    def steps(self, board: Board) -> list[Route]:
        return [*STEPS[bits.steps(*self.sight(board), empty_squares(board))]]

    def hops(self, board: Board) -> list[Move]:
        """The single jumps."""
        over, empty = self.jumpable(board), empty_squares(board)
        return [*JUMPS[bits.jumps(*self.jumpers(board), over, empty)]]

    # Jumps that go on

    def jumps(self, board: Board) -> list[Route]:
        return [route for hop in self.hops(board) for route in self._chains(board, hop, new=False, over=0)]

    def goes_on(self, crowned: bool, new: bool) -> bool:
        """True if a piece jumps again, after a jump that has crowned it, or when it is `new` as a king in this move."""
        return False

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

    def play(self, board: Board, move: Route) -> Board:
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
            kings |= there & self.crowning(Side.MAX) if self.crowned_at_once else 0
        if board.bill & here:
            bill |= there
            kings |= there & self.crowning(Side.MIN) if self.crowned_at_once else 0
        return Board(alice, bill, kings, board.side)

    def taken(self, board: Board, between: int) -> int:
        """The ones of some squares jumped over that a jump clears."""
        return between

    def crowning(self, owner: Side) -> int:
        """The squares on which a man becomes a king."""
        return TOP_ROW if owner is Side.MAX else BOTTOM_ROW

    def utility(self, board: Board) -> Value | None:
        if not board.alice:
            return -INF
        if not board.bill:
            return INF
        if self.moves(board):
            return None
        return -INF if board.side is Side.MAX else INF


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


def breaking(game: Any, *mixins: Any) -> Any:
    """A game that breaks more rules than another: that of `Checkers`, one made here, or one around such a game."""
    for mixin in mixins:
        if isinstance(game, GameWrapper):
            return type(game)(breaking(game.game, *mixins))
        base: Any = type(game) if isinstance(game, Loose) else Loose
        broken = _combined(mixin, base)()
        broken.__dict__.update(vars(game))
        game = broken
    return game


def innermost(game: Any) -> Any:
    """The game that other games stand around."""
    while isinstance(game, GameWrapper):
        game = game.game
    return game


@cache
def _combined(mixin: Any, base: Any) -> Any:
    """The class with a mixin in front."""
    return base if issubclass(base, mixin) else type(f"{mixin.__name__}{base.__name__}", (mixin, base), {})
