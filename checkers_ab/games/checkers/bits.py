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


def moved(ups: i64, downs: i64, here: i64, there: i64) -> tuple[i64, i64]:
    """The pieces of a side after a move from the bit `here` to the bit `there`; on a far row a man becomes a king."""
    if there & FAR_ROWS:
        return ups & ~here | there, downs & ~here | there
    if ups & here:
        ups = ups ^ here | there  # in this order: a king may return to its origin
    if downs & here:
        downs = downs ^ here | there
    return ups, downs


def count(first: i64, second: i64) -> i64:
    """The number of bits in both sets."""
    return _total(_eights(first, second))


def count_ways(up_left: i64, up_right: i64, down_left: i64, down_right: i64) -> i64:
    """The number of moves in the sets of `steps` or `jumps`.

    Nothing goes up from the top row or down from the bottom row, so that two sets fit into 62 bits; mypyc makes objects
    of larger literals.
    """
    ups = up_left >> 4 | up_right << 27
    downs = down_left | down_right << 31
    fours: i64 = 0
    if ups:
        fours = _fours(ups)
    if downs:  # only one of them, where there are no kings
        fours += _fours(downs)
    eights = (fours & 0xF0F0F0F0F0F0F0F) + (fours >> 4 & 0xF0F0F0F0F0F0F0F)
    return eights * 0x101010101010101 >> 56 & 0xFF


def _fours(bits: i64) -> i64:
    """The number of bits in each four of 62."""
    bits -= bits >> 1 & 0x1555555555555555
    return (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)


def lead(ups: i64, downs: i64, foe_ups: i64, foe_downs: i64) -> i64:
    """The pieces of one side minus those of the other, kings counted twice."""
    return _total(_eights(ups, downs) + 0x1010101010 - _eights(foe_ups, foe_downs)) - 0x50


def _eights(first: i64, second: i64) -> i64:
    """The number of bits of both sets, byte by byte: sums of 2, 4 and 8 neighbouring bits."""
    first -= first >> 1 & 0x555555555
    second -= second >> 1 & 0x555555555
    fours = (first & 0x333333333) + (first >> 2 & 0x333333333) + (second & 0x333333333) + (second >> 2 & 0x333333333)
    return (fours & 0xF0F0F0F0F) + (fours >> 4 & 0xF0F0F0F0F)


def _total(eights: i64) -> i64:
    """The sum of five bytes, below 256."""
    return ((eights & 0xFFFFFFFF) * 0x01010101 >> 24 & 0xFF) + (eights >> 32)
