"""The measures of a search: how much work it is to do it by hand, and what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.observe import Observer
from checkers_ab.core.values import INF


class Measures(Observer[Any, Any]):
    """Counts the leaves, cuts and deep cuts of a search with the cut at alpha >= beta.

    A cut is deep if the best value that the parent itself has found would not cut.
    """

    def __init__(self) -> None:
        self.leaves = 0
        self.cuts = 0
        self.deep_cuts = 0
        self.cutters: set[Side] = set()
        """The sides whose moves were cut."""
        self._best: list[Any] = [None]
        """The best value so far of each position from the root to the current one."""
        self._sides: list[Side] = [Side.MAX]

    def visit(self, ply: int, side: Side, move: Any) -> None:
        self._reach(ply, side)
        self._best.append(None)
        self._sides.append(side)

    def leaf(self, ply: int, side: Side, move: Any, value: Any) -> None:
        self._reach(ply, side)
        self._take(value)
        self.leaves += 1

    def prune(self, ply: int, side: Side, moves: Sequence[Any], alpha: Any, beta: Any) -> None:
        self._reach(ply, side)
        own, above = self._best[-1], self._best[-2] if ply > 1 else None
        if side is Side.MAX:
            shallow = own >= (INF if above is None else above)
        else:
            shallow = own <= (-INF if above is None else above)
        self.cuts += 1
        self.deep_cuts += not shallow
        self.cutters.add(side)

    @property
    def hardness(self) -> tuple[int, int, int]:
        """Leaves visited, cuts and deep cuts."""
        return self.leaves, self.cuts, self.deep_cuts

    def _reach(self, ply: int, side: Side) -> None:
        """The positions below a ply have ended: their values go up."""
        while len(self._best) > ply:
            value = self._best.pop()
            self._sides.pop()
            self._take(value)
        self._sides[-1] = side

    def _take(self, value: Any) -> None:
        best = self._best[-1]
        if best is None or (value > best if self._sides[-1] is Side.MAX else value < best):
            self._best[-1] = value
