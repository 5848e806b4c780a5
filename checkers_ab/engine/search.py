"""The engine's search: alpha-beta with a transposition table, move ordering, null windows and jump extensions.

Positions are four sets of squares as in `kernel`, moves are integers as in `moves`. Values are those of `evaluate`, to
the side to move. A won or lost game has the value `WON` or its negative, reduced by the plies to its end: so a quick
win is better than a slow one, and a long defence better than a short one.
"""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.engine.evaluate import evaluate
from checkers_ab.engine.moves import PATH, WAY, stepped
from checkers_ab.engine.stack import StackEntry
from checkers_ab.engine.transposition import AT_LEAST, AT_MOST, EXACT, TranspositionTable
from checkers_ab.games.checkers.bits import BOARD, count, jumps, moved, steps
from checkers_ab.games.checkers.chains import next_chain, ways_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from mypy_extensions import i64

WON: Final = 30_000
NONE: Final = -32_000
"""Less than any value of a position."""
DECIDED: Final = 29_000
"""A value above it, or below its negative, is a proven win or loss."""
ROOM: Final = 350
"""The plies from the first position on the stack; beyond them only jumps are searched, which soon end."""
STACK_SIZE: Final = ROOM + 50
LEAST_TABLE_DEPTH: Final = 3
"""The least depth at which the table is used: below it, a lookup takes longer than the search."""
LOOK_MASK: Final = 1023
"""The mask for the nodes between two calls of `look`: a power of two, less one."""


class EngineSearch:
    """A search with its table, stack and history. `look` is called regularly, and may raise to stop the search.

    With `single` one jump is a whole move, and there are no draws: the homework. Without it jumps continue as long as
    possible, and a repeated position is a draw: English draughts.
    """

    def __init__(self, single: bool, table_size: int, look: Callable[[], object]) -> None:
        self.single = single
        self.look = look
        self.nodes: i64 = 0
        self.table = TranspositionTable(table_size)
        self.stack = [StackEntry() for _ in range(STACK_SIZE)]
        self.history = [0] * 256

    def value(self, ply: i64, depth: i64, alpha: i64, beta: i64) -> i64:
        """The value of the position of a ply; only a bound if it is outside the window."""
        self.nodes += 1
        if self.nodes & LOOK_MASK == 0:
            self.look()
        frame = self.stack[ply]
        ups, downs, foe_ups, foe_downs = frame.ups, frame.downs, frame.foe_ups, frame.foe_downs
        empty = BOARD & ~(ups | downs | foe_ups | foe_downs)
        up_left, up_right, down_left, down_right = jumps(ups, downs, foe_ups | foe_downs, empty)
        jumpers = up_left | up_right | down_left | down_right
        if not jumpers:
            up_left, up_right, down_left, down_right = steps(ups, downs, empty)
            if not (up_left | up_right | down_left | down_right):
                return ply - WON
            if frame.quiet >= 4 and not self.single and self.is_repetition(ply):
                return 0
            if depth <= 0 or ply >= ROOM:
                return evaluate(ups, downs, foe_ups, foe_downs)
        if depth < LEAST_TABLE_DEPTH:
            if jumpers:
                return self.best_jump(ply, depth, alpha, beta, jumpers, 0)
            return self.best_step(ply, depth, alpha, beta, up_left, up_right, down_left, down_right, 0)
        entry = self.table.find(ups, downs, foe_ups, foe_downs)
        hint: i64 = 0
        if entry.holds(ups, downs, foe_ups, foe_downs):
            hint = entry.move
            if entry.depth >= depth:
                known = _from_root(entry.value, ply)
                if (
                    entry.bound == EXACT
                    or (entry.bound == AT_LEAST and known >= beta)
                    or (entry.bound == AT_MOST and known <= alpha)
                ):
                    return known
        if jumpers:
            best = self.best_jump(ply, depth, alpha, beta, jumpers, hint)
        else:
            best = self.best_step(ply, depth, alpha, beta, up_left, up_right, down_left, down_right, hint)
        entry = self.table.slot_for(ups, downs, foe_ups, foe_downs, depth)
        entry.put(ups, downs, foe_ups, foe_downs, frame.best)
        entry.depth = depth
        entry.value = _from_root(best, -ply)
        entry.bound = EXACT
        if best >= beta:
            entry.bound = AT_LEAST
        elif best <= alpha:
            entry.bound = AT_MOST
        return best

    def best_jump(self, ply: i64, depth: i64, alpha: i64, beta: i64, jumpers: i64, hint: i64) -> i64:
        """The best value after the jumps of some pieces; the move `hint` is tried first."""
        frame, child = self.stack[ply], self.stack[ply + 1]
        ups, downs, foe_ups, foe_downs = frame.ups, frame.downs, frame.foe_ups, frame.foe_downs
        empty = BOARD & ~(ups | downs | foe_ups | foe_downs)
        best: i64 = NONE
        hinted = hint != 0
        movers = jumpers
        if hinted:
            movers = hint >> PATH
        while movers:
            here = movers & -movers
            movers ^= here
            ways = ways_of(here, ups, downs)
            path, there, left = next_chain(ways, empty | here, self.single, 1, here, foe_ups | foe_downs)
            while path > 1:
                move = here << PATH | path
                if (move == hint) == hinted:
                    after_ups, after_downs = moved(ups, downs, here, there)
                    child.put(foe_ups & left, foe_downs & left, after_ups, after_downs, 0)
                    value = self.search_child(ply, depth, max(alpha, best), beta, best == NONE)
                    if value > best:
                        best = value
                        frame.best = move
                        if best >= beta:
                            return best
                path, there, left = next_chain(ways, empty | here, self.single, path, there, left)
            if hinted:
                hinted = False
                movers = jumpers
        return best

    def best_step(
        self,
        ply: i64,
        depth: i64,
        alpha: i64,
        beta: i64,
        up_left: i64,
        up_right: i64,
        down_left: i64,
        down_right: i64,
        hint: i64,
    ) -> i64:
        """The best value after the steps in each direction: the hint first, then killer moves, then by history."""
        frame, child = self.stack[ply], self.stack[ply + 1]
        ups, downs = frame.ups, frame.downs
        best: i64 = NONE
        stage: i64 = 0
        while True:
            if stage == 0:
                move = hint
            elif stage == 1:
                move = frame.killer
            elif stage == 2:
                move = frame.other_killer
            else:
                move = self.best_by_history(up_left, up_right, down_left, down_right)
                if not move:
                    return best
            stage += 1
            here, way = move >> PATH, move & WAY
            if way == 0:  # for each direction: skip a move that is not legal or was tried
                if not here & up_left:
                    continue
                up_left ^= here
            elif way == 1:
                if not here & up_right:
                    continue
                up_right ^= here
            elif way == 2:
                if not here & down_left:
                    continue
                down_left ^= here
            else:
                if not here & down_right:
                    continue
                down_right ^= here
            quiet: i64 = 0
            if ups & downs & here:
                quiet = frame.quiet + 1
            after_ups, after_downs = moved(ups, downs, here, stepped(here, way))
            child.put(frame.foe_ups, frame.foe_downs, after_ups, after_downs, quiet)
            value = self.search_child(ply, depth, max(alpha, best), beta, best == NONE)
            if value > best:
                best = value
                frame.best = move
                if best >= beta:
                    frame.add_killer(move)
                    self.history[count(here - 1, 0) << 2 | way] += depth * depth
                    return best

    def search_child(self, ply: i64, depth: i64, alpha: i64, beta: i64, first: bool) -> i64:
        """The value of the move to the next ply; all moves but the first get a null window first."""
        if first:
            return -self.value(ply + 1, depth - 1, -beta, -alpha)
        value = -self.value(ply + 1, depth - 1, -alpha - 1, -alpha)
        if alpha < value < beta:
            value = -self.value(ply + 1, depth - 1, -beta, -alpha)
        return value

    def best_by_history(self, up_left: i64, up_right: i64, down_left: i64, down_right: i64) -> i64:
        """The step with the highest history score; 0 if there is none."""
        history = self.history
        found: i64 = 0
        most: i64 = -1
        way: i64 = 0
        movers = up_left
        while True:
            while movers:
                here = movers & -movers
                movers ^= here
                often: i64 = history[count(here - 1, 0) << 2 | way]
                if often > most:
                    most = often
                    found = here << PATH | way
            way += 1
            if way == 1:
                movers = up_right
            elif way == 2:
                movers = down_left
            elif way == 3:
                movers = down_right
            else:
                return found

    def is_repetition(self, ply: i64) -> bool:
        """True if the position of a ply is a repetition."""
        frame = self.stack[ply]
        back = ply - 4
        while back >= ply - frame.quiet:
            if self.stack[back].holds(frame.ups, frame.downs, frame.foe_ups, frame.foe_downs):
                return True
            back -= 2
        return False


def _from_root(value: i64, ply: i64) -> i64:
    """Converts the value of a won or lost game: its plies to the end are counted from `ply` plies earlier."""
    if value > DECIDED:
        return value - ply
    if value < -DECIDED:
        return value + ply
    return value
