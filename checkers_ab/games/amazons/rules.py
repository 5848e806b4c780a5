"""The rules of the Amazons: move a queen, then shoot an arrow from her square. A side without a move has lost."""

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
    """The Game of the Amazons as a `core.game.Game`; White is MAX, Black is MIN.

    The board is `width` by `height`, 3 to 16 each. `white` and `black` are the initial squares of the queens; the
    default is four on each side (see `usual_queens`). `first` moves first. Raises OptionError for an impossible size or
    impossible queens. Positions of any size are accepted.
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
            vacated = empty | 1 << origin  # the arrow may pass or hit the square that the queen left
            for target in squares_in(bits.reach(origin, empty)):
                found += [(origin, target, arrow) for arrow in squares_in(bits.reach(target, vacated))]
        return found

    def count_moves(self, position: Position) -> int:
        """The number of legal turns, much faster than `len(moves(position))`."""
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
        """An infinity with the sign of the winner if no queen of the side to move can move.

        A queen that can move can also shoot: at the square that she left.
        """
        if bits.neighbourhood(position.own) & position.empty:
            return None
        return -inf if position.side is Side.MAX else inf


def usual_queens(size: Size, side: Side) -> list[Square]:
    """The default squares of the four queens of a side: two on its first row, two on the left and right edge.

    Each is (n - 1) // 3 squares from the corner along an edge of n squares: the usual start on 10x10, 8x8, 6x6, 5x5,
    4x4 and 5x4, and the same pattern for all other sizes from 4x4. Raises OptionError for smaller boards.
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
