"""Perft and plain alpha-beta, on integers that compile to native ones.

A position is four sets of squares (see `bits`): the pieces of the side to move that go up and those that go down, and
the same of the opponent; a king is in both sets of its side. The side to move is implied: the sets change places with
each move. There is no move list: each move is played as it is found. With `single` one jump is a whole move, as in the
homework; without it a chain of jumps is, as in English draughts.

Avoid `1 if ... else 0` in compiled modules: its value is boxed.
"""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.games.checkers.bits import BOARD, count_ways, jumps, lead, moved, steps
from checkers_ab.games.checkers.chains import next_chain, ways_of

if TYPE_CHECKING:
    from typing import Final

    from mypy_extensions import i64

LOST: Final = -1000
"""The value of a position without a move, to the side to move."""


def perft(ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, depth: i64, single: bool) -> i64:
    """The number of sequences of `depth` moves; `depth` is 1 or more."""
    if depth == 1:
        return count_moves(ups, downs, foe_ups, foe_downs, single)
    enemy = foe_ups | foe_downs
    empty = BOARD & ~(ups | downs | enemy)
    up_left, up_right, down_left, down_right = jumps(ups, downs, enemy, empty)
    jumpers = up_left | up_right | down_left | down_right
    if not jumpers:
        up_left, up_right, down_left, down_right = steps(ups, downs, empty)
        return (
            _perft_up(up_left, 5, 5, ups, downs, foe_ups, foe_downs, depth, single)
            + _perft_up(up_right, 4, 4, ups, downs, foe_ups, foe_downs, depth, single)
            + _perft_down(down_left, 4, 4, ups, downs, foe_ups, foe_downs, depth, single)
            + _perft_down(down_right, 5, 5, ups, downs, foe_ups, foe_downs, depth, single)
        )
    if not single and _goes_on(up_left, up_right, down_left, down_right, ups & downs, enemy, empty):
        return _perft_chains(jumpers, ups, downs, foe_ups, foe_downs, empty, depth)
    return (
        _perft_up(up_left, 5, 10, ups, downs, foe_ups, foe_downs, depth, single)
        + _perft_up(up_right, 4, 8, ups, downs, foe_ups, foe_downs, depth, single)
        + _perft_down(down_left, 4, 8, ups, downs, foe_ups, foe_downs, depth, single)
        + _perft_down(down_right, 5, 10, ups, downs, foe_ups, foe_downs, depth, single)
    )


def _perft_up(
    movers: i64, over: i64, to: i64, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, depth: i64, single: bool
) -> i64:
    """Perft below the moves of some pieces up the board: distances in bits to the jumped piece and to the target.

    A step has no piece to jump: both distances are then that to its target.
    """
    total: i64 = 0
    while movers:
        here = movers & -movers
        movers ^= here
        left = ~(here >> over)
        total += _perft_after(ups, downs, foe_ups & left, foe_downs & left, here, here >> to, depth, single)
    return total


def _perft_down(
    movers: i64, over: i64, to: i64, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, depth: i64, single: bool
) -> i64:
    """The same down the board."""
    total: i64 = 0
    while movers:
        here = movers & -movers
        movers ^= here
        left = ~(here << over)
        total += _perft_after(ups, downs, foe_ups & left, foe_downs & left, here, here << to, depth, single)
    return total


def _perft_chains(jumpers: i64, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, empty: i64, depth: i64) -> i64:
    """Perft below the chains of some pieces."""
    total: i64 = 0
    while jumpers:
        here = jumpers & -jumpers
        jumpers ^= here
        ways = ways_of(here, ups, downs)
        path, there, left = next_chain(ways, empty | here, False, 1, here, foe_ups | foe_downs)
        while path > 1:
            if depth == 1:
                total += 1
            else:
                total += _perft_after(ups, downs, foe_ups & left, foe_downs & left, here, there, depth, False)
            path, there, left = next_chain(ways, empty | here, False, path, there, left)
    return total


def _perft_after(
    ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, here: i64, there: i64, depth: i64, single: bool
) -> i64:
    """Perft below a move of one piece. The last ply is counted, not played."""
    after_ups, after_downs = moved(ups, downs, here, there)
    if depth == 2:
        return count_moves(foe_ups, foe_downs, after_ups, after_downs, single)
    return perft(foe_ups, foe_downs, after_ups, after_downs, depth - 1, single)


def count_moves(ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, single: bool) -> i64:
    """The number of legal moves: all at once, unless a jump goes on."""
    enemy = foe_ups | foe_downs
    empty = BOARD & ~(ups | downs | enemy)
    up_left, up_right, down_left, down_right = jumps(ups, downs, enemy, empty)
    jumpers = up_left | up_right | down_left | down_right
    if not jumpers:
        up_left, up_right, down_left, down_right = steps(ups, downs, empty)
    elif not single and _goes_on(up_left, up_right, down_left, down_right, ups & downs, enemy, empty):
        return _perft_chains(jumpers, ups, downs, foe_ups, foe_downs, empty, 1)
    return count_ways(up_left, up_right, down_left, down_right)


def _goes_on(up_left: i64, up_right: i64, down_left: i64, down_right: i64, kings: i64, enemy: i64, empty: i64) -> bool:
    """True if any of these jumps is the first of a chain.

    The second jump sees the same board: it can't go back over the piece just jumped, for its origin is not empty.
    """
    ups = up_left >> 10 | up_right >> 8 | (down_left & kings) << 8 | (down_right & kings) << 10
    downs = down_left << 8 | down_right << 10 | (up_left & kings) >> 10 | (up_right & kings) >> 8
    up_left, up_right, down_left, down_right = jumps(ups, downs, enemy, empty)
    return (up_left | up_right | down_left | down_right) != 0


class AlphaBeta:
    """The homework's search with another move order; it counts its nodes. `make bench-peers` measures it against C."""

    __slots__ = ("nodes", "single")

    def __init__(self, single: bool) -> None:
        self.single = single
        self.nodes: i64 = 0

    def value(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, depth: i64, alpha: i64, beta: i64) -> i64:
        """The value of a position to the side to move.

        At the last ply it is the lead in pieces, a king counted twice; without a move it is `LOST`. The search cuts
        when alpha >= beta and is fail-soft: it returns the best value seen, even outside the window.
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
        # Unrolled by direction: one loop over the four directions is a tenth slower.
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
        """The best value after the jumps of some pieces."""
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
    """The value of a position at the last ply."""
    empty = BOARD & ~(ups | downs | foe_ups | foe_downs)
    up_left, up_right, down_left, down_right = steps(ups, downs, empty)
    if not (up_left | up_right | down_left | down_right):
        up_left, up_right, down_left, down_right = jumps(ups, downs, foe_ups | foe_downs, empty)
        if not (up_left | up_right | down_left | down_right):
            return LOST
    return lead(ups, downs, foe_ups, foe_downs)
