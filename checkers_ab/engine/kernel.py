"""Counting move trees and plain alpha-beta, on integers that compile to a processor's own.

A position is four sets of squares (see `bits`): the pieces of the side to move that go up and those that go down, and
the same of the other side; a king is in both of its side's. So whose move it is need not be said, and the sides
change places with each move. Moves are not listed: each is played as it is found. With `single` one jump is a whole
move, as in the homework; without it a chain of jumps, as in English draughts.

Beware of `1 if ... else 0` in modules like this one: its value is an object.
"""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.games.checkers.bits import BOARD, count, jumps, lead, moved, steps
from checkers_ab.games.checkers.chains import next_chain, ways_of

if TYPE_CHECKING:
    from typing import Final

    from mypy_extensions import i64

LOST: Final = -1000
"""What a position without a move is worth to the side to move."""


def perft(ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, depth: i64, single: bool) -> i64:
    """How many sequences of `depth` moves there are, 1 or more."""
    empty = BOARD & ~(ups | downs | foe_ups | foe_downs)
    up_left, up_right, down_left, down_right = jumps(ups, downs, foe_ups | foe_downs, empty)
    jumpers = up_left | up_right | down_left | down_right
    if jumpers:  # a jump is mandatory
        return _perft_jumps(jumpers, ups, downs, foe_ups, foe_downs, empty, depth, single)
    up_left, up_right, down_left, down_right = steps(ups, downs, empty)
    if depth == 1:
        return count(up_left, up_right) + count(down_left, down_right)
    return (
        _perft_steps(up_left, -5, ups, downs, foe_ups, foe_downs, depth, single)
        + _perft_steps(up_right, -4, ups, downs, foe_ups, foe_downs, depth, single)
        + _perft_steps(down_left, 4, ups, downs, foe_ups, foe_downs, depth, single)
        + _perft_steps(down_right, 5, ups, downs, foe_ups, foe_downs, depth, single)
    )


def _perft_steps(
    movers: i64, distance: i64, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, depth: i64, single: bool
) -> i64:
    """Below the steps of some pieces, all over one distance."""
    total: i64 = 0
    while movers:
        here = movers & -movers
        movers ^= here
        there = here >> -distance if distance < 0 else here << distance
        after_ups, after_downs = moved(ups, downs, here, there)
        total += perft(foe_ups, foe_downs, after_ups, after_downs, depth - 1, single)
    return total


def _perft_jumps(
    jumpers: i64, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, empty: i64, depth: i64, single: bool
) -> i64:
    """Below the jumps of some pieces."""
    total: i64 = 0
    while jumpers:
        here = jumpers & -jumpers
        jumpers ^= here
        ways = ways_of(here, ups, downs)
        path, there, left = next_chain(ways, empty | here, single, 1, here, foe_ups | foe_downs)
        while path > 1:
            if depth == 1:
                total += 1
            else:
                after_ups, after_downs = moved(ups, downs, here, there)
                total += perft(foe_ups & left, foe_downs & left, after_ups, after_downs, depth - 1, single)
            path, there, left = next_chain(ways, empty | here, single, path, there, left)
    return total


class AlphaBeta:
    """The homework's search, with its moves in another order; it counts the positions that it looks at."""

    __slots__ = ("nodes", "single")

    def __init__(self, single: bool) -> None:
        self.single = single
        self.nodes: i64 = 0

    def value(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, depth: i64, alpha: i64, beta: i64) -> i64:
        """What a position is worth to the side to move.

        At the last ply that is its lead in pieces, a king counted twice, and without a move at any ply `LOST`. It
        cuts when alpha >= beta; the best value seen comes back, also outside the window.
        """
        self.nodes += 1
        if depth == 0:
            return _worth(ups, downs, foe_ups, foe_downs)
        empty = BOARD & ~(ups | downs | foe_ups | foe_downs)
        up_left, up_right, down_left, down_right = jumps(ups, downs, foe_ups | foe_downs, empty)
        jumpers = up_left | up_right | down_left | down_right
        if jumpers:
            return self._best_jump(jumpers, ups, downs, foe_ups, foe_downs, depth, alpha, beta)
        up_left, up_right, down_left, down_right = steps(ups, downs, empty)
        best: i64 = LOST
        # Four times the same: one loop with a way that varies takes a tenth longer.
        while up_left and best < beta:
            here = up_left & -up_left
            up_left ^= here
            after_ups, after_downs = moved(ups, downs, here, here >> 5)
            lower = max(alpha, best)
            best = max(best, -self.value(foe_ups, foe_downs, after_ups, after_downs, depth - 1, -beta, -lower))
        while up_right and best < beta:
            here = up_right & -up_right
            up_right ^= here
            after_ups, after_downs = moved(ups, downs, here, here >> 4)
            lower = max(alpha, best)
            best = max(best, -self.value(foe_ups, foe_downs, after_ups, after_downs, depth - 1, -beta, -lower))
        while down_left and best < beta:
            here = down_left & -down_left
            down_left ^= here
            after_ups, after_downs = moved(ups, downs, here, here << 4)
            lower = max(alpha, best)
            best = max(best, -self.value(foe_ups, foe_downs, after_ups, after_downs, depth - 1, -beta, -lower))
        while down_right and best < beta:
            here = down_right & -down_right
            down_right ^= here
            after_ups, after_downs = moved(ups, downs, here, here << 5)
            lower = max(alpha, best)
            best = max(best, -self.value(foe_ups, foe_downs, after_ups, after_downs, depth - 1, -beta, -lower))
        return best

    def _best_jump(
        self, jumpers: i64, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, depth: i64, alpha: i64, beta: i64
    ) -> i64:
        """The best value below the jumps of some pieces."""
        enemy = foe_ups | foe_downs
        empty = BOARD & ~(ups | downs | enemy)
        best: i64 = LOST
        while jumpers:
            here = jumpers & -jumpers
            jumpers ^= here
            ways = ways_of(here, ups, downs)
            path, there, left = next_chain(ways, empty | here, self.single, 1, here, enemy)
            while path > 1:
                after_ups, after_downs = moved(ups, downs, here, there)
                lower = max(alpha, best)
                value = self.value(foe_ups & left, foe_downs & left, after_ups, after_downs, depth - 1, -beta, -lower)
                best = max(best, -value)
                if best >= beta:
                    return best
                path, there, left = next_chain(ways, empty | here, self.single, path, there, left)
        return best


def _worth(ups: i64, downs: i64, foe_ups: i64, foe_downs: i64) -> i64:
    """What a position is worth at the last ply."""
    empty = BOARD & ~(ups | downs | foe_ups | foe_downs)
    up_left, up_right, down_left, down_right = steps(ups, downs, empty)
    if not (up_left | up_right | down_left | down_right):
        up_left, up_right, down_left, down_right = jumps(ups, downs, foe_ups | foe_downs, empty)
        if not (up_left | up_right | down_left | down_right):
            return LOST
    return lead(ups, downs, foe_ups, foe_downs)
