"""Chains of jumps on integers (see `bits`): where a piece that jumps may end, one whole move after the other.

Nothing is listed: a chain leads to the next one. So it compiles to code that makes no object, and a search can go
through the chains of a piece and stop at any of them.
"""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.games.checkers.bits import FAR_ROWS, jumps

if TYPE_CHECKING:
    from mypy_extensions import i64


def ways_of(here: i64, ups: i64, downs: i64) -> i64:
    """How the piece on the bit `here` goes: 1 up, 2 down, 3 both, for it is a king."""
    ways: i64 = 0
    if ups & here:
        ways = 1
    if downs & here:
        ways |= 2
    return ways


def next_chain(ways: i64, empty: i64, single: bool, path: i64, there: i64, left: i64) -> tuple[i64, i64, i64]:
    """The whole move of a piece that follows on another: its path, the bit where it ends, and the enemies then left.

    In front of the first stand 1, the bit of the piece and all enemies; after the last these come back. `ways` is how
    the piece goes, `empty` holds its own square too. A path is 1 and then two bits for each jump, up-left, up-right,
    down-left, down-right as 0 to 3; so the moves come by the squares on their way, in reading order. A chain goes on
    as long as it can, but ends where a man is crowned, and after one jump where a `single` one is a move.
    """
    way: i64 = 0  # the first one to try from `there`
    over: i64 = 0
    back = path > 1  # the last jump is taken back
    while True:
        if back:
            way = path & 3
            path >>= 2
            there, left = _taken_back(way, there, left)
            way += 1
            back = False
        up: i64 = 0
        if ways & 1:
            up = there
        down: i64 = 0
        if ways & 2:
            down = there
        up_left, up_right, down_left, down_right = jumps(up, down, left, empty)
        if up_left and way == 0:
            over = there >> 5
            there >>= 10
        elif up_right and way <= 1:
            way = 1
            over = there >> 4
            there >>= 8
        elif down_left and way <= 2:
            way = 2
            over = there << 4
            there <<= 8
        elif down_right and way <= 3:
            way = 3
            over = there << 5
            there <<= 10
        elif way == 0 or path == 1:
            return path, there, left
        else:
            back = True
            continue
        path = path << 2 | way
        left ^= over
        if single or (ways != 3 and there & FAR_ROWS):
            return path, there, left
        way = 0


def _taken_back(way: i64, there: i64, left: i64) -> tuple[i64, i64]:
    """Where a piece stood before its last jump, and the enemies that were left then."""
    if way == 0:
        return there << 10, left | there << 5
    if way == 1:
        return there << 8, left | there << 4
    if way == 2:
        return there >> 8, left | there >> 4
    return there >> 10, left | there >> 5
