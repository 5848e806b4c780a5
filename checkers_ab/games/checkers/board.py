"""The board: who stands where, and whose move it is."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING, NewType
from checkers_ab.core.game import Side
from checkers_ab.games.checkers import bits

if TYPE_CHECKING:
    from typing import Final

Square = NewType("Square", int)
"""A dark square, by the number of its bit (see `bits`)."""

Move = tuple[Square, Square]
"""From where to where; a jump is told by its length."""

SQUARES = [Square(bit) for bit in range(35) if bits.BOARD >> bit & 1]
"""All dark squares in reading order."""

_DARK = frozenset(SQUARES)

MOVES: dict[int, dict[int, Move]] = {
    distance: {
        1 << origin: (origin, Square(origin + distance))
        for origin in SQUARES
        if origin + distance in _DARK and (abs(distance) < 8 or origin + distance // 2 in _DARK)
    }
    for distance in (-10, -8, -5, -4, 4, 5, 8, 10)
}
"""Every step and jump there is: by its distance in bits, then by the bit of its origin."""


class Board:
    """A position: never changed, as the type checker sees to; equal by what stands on it and whose move it is.

    `alice`, `bill` and `kings` are sets of squares, a bit for each as in `bits`; `kings` are those of both.
    """

    __slots__ = ("alice", "bill", "kings", "side")

    def __init__(self, alice: int, bill: int, kings: int, side: Side = Side.MAX) -> None:
        self.alice: Final = alice
        self.bill: Final = bill
        self.kings: Final = kings
        self.side: Final = side

    def with_side(self, side: Side) -> Board:
        """The same pieces with this side to move."""
        return Board(self.alice, self.bill, self.kings, side)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int, int, Side]:
        return (self.alice, self.bill, self.kings, self.side)

    def __repr__(self) -> str:
        return f"Board(alice={self.alice:#x}, bill={self.bill:#x}, kings={self.kings:#x}, side={self.side})"
