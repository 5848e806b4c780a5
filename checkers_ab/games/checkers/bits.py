"""The bitboard move generator: functions on integers in which one bit is one dark square.

Bits count the dark squares in reading order; after every second row one bit is unused:

        .   0   .   1   .   2   .   3
        4   .   5   .   6   .   7   .       8 is no square
        .   9   .  10   .  11   .  12
       13   .  14   .  15   .  16   .      17 is no square
        .  18   .  19   .  20   .  21
       22   .  23   .  24   .  25   .      26 is no square
        .  27   .  28   .  29   .  30
       31   .  32   .  33   .  34   .

So up-left is 5 bits down, up-right 4 down, down-left 4 up and down-right 5 up, from every square, and a step over the
edge leads to an unused bit. Reading order is the lowest bit first.

`ups` and `downs` are the pieces of the side to move that may go up and down the board; a king is in both.
"""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Final

    from mypy_extensions import i64

BOARD: Final = 0x7FBFDFEFF
TOP_ROW: Final = 0x00000000F
BOTTOM_ROW: Final = 0x780000000
FAR_ROWS: Final = TOP_ROW | BOTTOM_ROW
BIT_61: Final = 0x2000000000000000


def steps(ups: i64, downs: i64, empty: i64) -> tuple[i64, i64, i64, i64]:
    """The pieces that can step up-left, up-right, down-left and down-right."""
    return ups & empty << 5, ups & empty << 4, downs & empty >> 4, downs & empty >> 5


def jumps(ups: i64, downs: i64, enemy: i64, empty: i64) -> tuple[i64, i64, i64, i64]:
    """The pieces that can jump up-left, up-right, down-left and down-right."""
    return (
        ups & enemy << 5 & empty << 10,
        ups & enemy << 4 & empty << 8,
        downs & enemy >> 4 & empty >> 8,
        downs & enemy >> 5 & empty >> 10,
    )


def jumped(origin: i64, target: i64) -> i64:
    """The bit between two bit numbers two diagonal squares apart; 0 for neighbours."""
    if -6 < target - origin < 6:
        return 0
    return BIT_61 >> 61 - (origin + target >> 1)  # not 1 << n: mypyc shifts the literal 1 as an integer of 32 bits
