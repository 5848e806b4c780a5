"""The static evaluation of a position, from the side to move; a man is 100."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.games.checkers.bits import BOTTOM_ROW, TOP_ROW, count, lead

if TYPE_CHECKING:
    from typing import Final

    from mypy_extensions import i64

MAN: Final = 100
KING: Final = 135
ADVANCED: Final = 3
"""Bonus for a man on the far half of the board, and again on the two rows before the last."""
GUARD: Final = 7
"""Bonus for a man on its home row, which prevents a crowning there."""
CENTRE: Final = 4
"""Bonus for a piece on one of the eight squares in the middle."""

UPPER_ROWS: Final = 0x00001FEFF
BELOW_TOP: Final = 0x000001EF0
LOWER_ROWS: Final = 0x7FBFC0000
ABOVE_BOTTOM: Final = 0x07BC00000
MIDDLE: Final = 0x00198CC00


def evaluate(ups: i64, downs: i64, foe_ups: i64, foe_downs: i64) -> i64:
    """Material, then placement; a material lead counts more with fewer pieces on the board."""
    kings = lead(ups & downs, 0, foe_ups & foe_downs, 0)
    ahead = MAN * lead(ups, downs, foe_ups, foe_downs) - (2 * MAN - KING) * kings
    pieces = count(ups | downs, foe_ups | foe_downs)
    return ahead + (ahead * (24 - pieces) >> 6) + _standing(ups, downs) - _standing(foe_ups, foe_downs)


def _standing(ups: i64, downs: i64) -> i64:
    up, down = ups & ~downs, downs & ~ups  # the men; all men of a side go one way
    return (
        ADVANCED * (count(up & UPPER_ROWS, down & LOWER_ROWS) + count(up & BELOW_TOP, down & ABOVE_BOTTOM))
        + GUARD * count(up & BOTTOM_ROW, down & TOP_ROW)
        + CENTRE * count((ups | downs) & MIDDLE, 0)
    )
