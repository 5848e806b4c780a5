"""The rules of the Amazons: move a queen, shoot an arrow from where she stands; who cannot has lost."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from checkers_ab.core.errors import OptionError
from checkers_ab.core.game import Side
from checkers_ab.games.amazons import bits
from checkers_ab.games.amazons.board import Move, Position, Size, Square, square_at, squares_in

SMALLEST = 3
"""The fewest rows and columns that a board may have."""

_SMALLEST_WITH_A_START = 4


class Amazons:
    """The Game of the Amazons as `core.game.Game`; White is MAX, Black is MIN.

    The board is `width` by `height`, 3 to 16 each. `white` and `black` are the squares of the queens at the start;
    without them it is the usual four a side (see `usual_queens`). `first` moves first. OptionError for a size or
    queens that can't be. Positions of another size than the start's are as good.
    """

    def __init__(
        self,
        *,
        width: int = 10,
        height: int = 10,
        white: Iterable[Square] | None = None,
        black: Iterable[Square] | None = None,
        first: Side = Side.MAX,
    ) -> None:
        if not (SMALLEST <= width <= bits.LARGEST and SMALLEST <= height <= bits.LARGEST):
            limits = f"{SMALLEST} to {bits.LARGEST}"
            raise OptionError(f"a board is {limits} squares wide and {limits} high, not {width}x{height}")
        size = Size(width, height)
        board = bits.board_of(width, height)
        whites = _set_of(usual_queens(size, Side.MAX) if white is None else white)
        blacks = _set_of(usual_queens(size, Side.MIN) if black is None else black)
        if not whites or not blacks or whites & blacks or (whites | blacks) & ~board:
            raise OptionError("each side needs queens, each on a square of the board of her own")
        self.first = first
        self._start = Position(size, whites, blacks, board ^ whites ^ blacks, first)

    def start(self) -> Position:
        return self._start

    def to_move(self, position: Position) -> Side:
        return position.side

    def moves(self, position: Position) -> list[Move]:
        """The legal turns: by origin, then by target, then by arrow, each in reading order."""
        empty = position.empty
        found: list[Move] = []
        for origin in squares_in(position.own):
            vacated = empty | 1 << origin  # the arrow may fly through the square that the queen left, or into it
            for target in squares_in(bits.reach(origin, empty)):
                found += [(origin, target, arrow) for arrow in squares_in(bits.reach(target, vacated))]
        return found

    def count_moves(self, position: Position) -> int:
        """As many as `moves` has, many times as fast."""
        return bits.count_turns(position.own, position.empty)

    def play(self, position: Position, move: Move) -> Position:
        """The position after a legal turn."""
        origin, target, arrow = move
        step = 1 << origin ^ 1 << target
        empty = position.empty ^ step ^ 1 << arrow
        if position.side is Side.MAX:
            return Position(position.size, position.white ^ step, position.black, empty, Side.MIN)
        return Position(position.size, position.white, position.black ^ step, empty, Side.MAX)

    def utility(self, position: Position) -> float | None:
        """Infinity with the sign of the winner once the side to move cannot: a queen that can move can shoot back."""
        if bits.neighbourhood(position.own) & position.empty:
            return None
        return -inf if position.side is Side.MAX else inf


def usual_queens(size: Size, side: Side) -> list[Square]:
    """Four queens, each a third of the way along an edge from its corner: two on the side's own row, two beside it.

    That is (n - 1) // 3 squares along an edge of n: the usual starts on 10x10, 8x8, 6x6, 5x5, 4x4 and 5x4, and the
    same pattern for all other sizes from 4x4 on. OptionError for smaller ones.
    """
    width, height = size
    if min(size) < _SMALLEST_WITH_A_START:
        raise OptionError(f"there is no usual start on a board of {size}; the smallest that has one is 4x4")
    along, up = (width - 1) // 3, (height - 1) // 3
    places = [(0, up), (along, 0), (width - 1 - along, 0), (width - 1, up)]
    if side is Side.MIN:
        places = [(column, height - 1 - rank) for column, rank in places]
    return [square_at(column, rank) for column, rank in places]


def _set_of(squares: Iterable[Square]) -> int:
    return sum(1 << square for square in set(squares))
