"""The trace and the tree of one search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from checkers_ab.core.convention import Convention
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.tree import TreeBuilder
from checkers_ab.logs.lines import TraceWriter


class TracedTree(TraceWriter):
    """Writes the trace of a search; a tree hears of each event when its line has been written."""

    def __init__(
        self, write: Callable[[str], object], kit: Kit[Any, Any, Any], convention: Convention, tree: TreeBuilder
    ) -> None:
        super().__init__(write, kit, convention)
        self.tree = tree

    def visit(self, ply: int, side: Side, move: Any) -> None:
        super().visit(ply, side, move)
        self.tree.visit(ply, side, move)

    def leaf(self, ply: int, side: Side, move: Any, value: Any) -> None:
        super().leaf(ply, side, move, value)
        self.tree.leaf(ply, side, move, value)

    def prune(self, ply: int, side: Side, moves: Sequence[Any], alpha: Any, beta: Any) -> None:
        super().prune(ply, side, moves, alpha, beta)
        self.tree.prune(ply, side, moves, alpha, beta)
