"""The board: the pieces, and the side to move."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING, NewType
from checkers_ab.core.game import Side
from checkers_ab.games.checkers import bits

if TYPE_CHECKING:
    from typing import Final

Square = NewType("Square", int)
"""A dark square, by its bit number (see `bits`)."""

Move = tuple[Square, Square]
"""Origin and target. A jump is two squares long, a step one."""

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
"""All steps and jumps: by distance in bits, then by the bit number of the origin."""


class Board:
    """A position; treat it as immutable. Boards are equal if their pieces and the side to move are.

    `alice`, `bill` and `kings` are sets of squares, as bits (see `bits`); `kings` are those of both sides.
    """

    __slots__ = ("alice", "bill", "kings", "side")

    def __init__(self, alice: int, bill: int, kings: int, side: Side = Side.MAX) -> None:
        self.alice: Final = alice
        self.bill: Final = bill
        self.kings: Final = kings
        self.side: Final = side

    def with_side(self, side: Side) -> Board:
        """The same pieces with another side to move."""
        return Board(self.alice, self.bill, self.kings, side)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int, int, Side]:
        return (self.alice, self.bill, self.kings, self.side)

    def __repr__(self) -> str:
        return f"Board(alice={self.alice:#x}, bill={self.bill:#x}, kings={self.kings:#x}, side={self.side})"

    def _repr_svg_(self) -> str:
        """The picture of the board in a notebook."""
        from checkers_ab.draw.svg import svg_element
        from checkers_ab.games.checkers.explanations import picture

        return svg_element(picture(self), title=f"Checkers, {'Alice' if self.side is Side.MAX else 'Bill'} to move")
