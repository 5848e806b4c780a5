"""The position: queens, empty squares, and the side to move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, NewType, cast

from checkers_ab.core.game import Side
from checkers_ab.games.amazons import bits

Square = NewType("Square", int)
"""A square, by its bit number (see `bits`), which is the same on boards of every size."""

Move = tuple[Square, Square, Square]
"""A turn: origin and target of the queen, and the target of her arrow."""


class Size(NamedTuple):
    """The number of columns and rows of a board."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


class Position:
    """A position; treat it as immutable. Positions are equal if all their fields are.

    `white`, `black` and `empty` are sets of squares, as bits (see `bits`); all other squares are burnt.
    """

    __slots__ = ("black", "empty", "side", "size", "white")

    def __init__(self, size: Size, white: int, black: int, empty: int, side: Side) -> None:
        self.size: Final = size
        self.white: Final = white
        self.black: Final = black
        self.empty: Final = empty
        self.side: Final = side

    @property
    def own(self) -> int:
        """The queens of the side to move."""
        return self.white if self.side is Side.MAX else self.black

    @property
    def enemy(self) -> int:
        """The queens of the opponent."""
        return self.black if self.side is Side.MAX else self.white

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int, int, Side, Size]:
        return (self.white, self.black, self.empty, self.side, self.size)

    def __repr__(self) -> str:
        sets = f"white={self.white:#x}, black={self.black:#x}, empty={self.empty:#x}"
        return f"Position({self.size}, {sets}, side={self.side})"


def square_at(column: int, rank: int) -> Square:
    """The square at a column and a rank, which count from 0 at a1."""
    return Square(bits.bit_at(column, rank))


def column_and_rank(square: Square) -> tuple[int, int]:
    """The column and rank of a square, from 0 at a1."""
    rank, offset = divmod(square, bits.ROW)
    return bits.LARGEST - 1 - offset, rank


def on_board(size: Size, column: int, rank: int) -> bool:
    """True if a board has this column and this rank, counted from 0."""
    return 0 <= column < size.width and 0 <= rank < size.height


squares_in = cast("Callable[[int], list[Square]]", bits.in_reading_order)
"""The squares of a set in reading order: from the top row down, each row from the left."""
