"""Chains of jumps on integers (see `bits`): an iterator over the whole moves of a piece that jumps.

There is no list: each chain is computed from the one before it. The compiled code allocates nothing, and a search can
stop at any chain.
"""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.games.checkers.bits import FAR_ROWS, jumps

if TYPE_CHECKING:
    from mypy_extensions import i64


def ways_of(here: i64, ups: i64, downs: i64) -> i64:
    """The directions of the piece on the bit `here`: 1 up, 2 down, 3 both (a king)."""
    ways: i64 = 0
    if ups & here:
        ways = 1
    if downs & here:
        ways |= 2
    return ways


def next_chain(ways: i64, empty: i64, single: bool, path: i64, there: i64, left: i64) -> tuple[i64, i64, i64]:
    """The next whole move of a piece: its path, the bit where it ends, and the enemies left.

    The first call takes the path 1, the bit of the piece and all enemies; the call after the last move returns them.
    `ways` are the directions of the piece (see `ways_of`); `empty` includes its own square. A path is 1 followed by two
    bits for each jump: up-left, up-right, down-left, down-right are 0 to 3. So the moves are in the reading order of
    their squares. A chain continues as long as possible, but ends where a man is crowned, and after one jump with
    `single`.
    """
    way: i64 = 0  # the first direction to try from `there`
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
    """Undoes the last jump: the bit of the piece before it, and the enemies left then."""
    if way == 0:
        return there << 10, left | there << 5
    if way == 1:
        return there << 8, left | there << 4
    if way == 2:
        return there >> 8, left | there >> 4
    return there >> 10, left | there >> 5
