"""The tree of a search in words: values, windows, cuts and counts, for the terminal and for pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from checkers_ab.core.convention import Convention
from checkers_ab.core.kit import Kit
from checkers_ab.core.tree import Bound, Cut, Node
from checkers_ab.core.values import INF
from checkers_ab.explain.sentences import plural


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters that stand for something."""

    best: str
    at_least: str
    at_most: str
    more: str


FANCY = Signs("★", "≥", "≤", "…")
PLAIN = Signs("*", ">=", "<=", "...")


@dataclass(frozen=True, kw_only=True)
class TreeWords:
    """Words about a tree that shows everything, or `only` the best line or what leads to cuts."""

    kit: Kit[Any, Any, Any]
    convention: Convention
    signs: Signs = FANCY
    only: str | None = None

    def choose(self, node: Node) -> list[Node]:
        """The moves below a node that are shown."""
        if self.only == "best":
            return [node.best] if node.best is not None else []
        return [child for child in node.children if self.only is None or child.moves_cut]

    def count_folded(self, moves: int) -> list[str]:
        """The number of moves that were searched and are not shown, in two parts."""
        if self.only == "best":
            return [f"{plural(moves, 'other move')} searched", ", no better"]
        return [f"{plural(moves, 'move')} without a cut"]

    def count_cut(self, cut: Cut) -> str:
        return f"{plural(len(cut.moves), 'move')} cut"

    def count_below(self, node: Node) -> str:
        """The numbers of positions searched and moves cut below a node."""
        cut = f", {plural(node.moves_cut, 'move')} cut" if node.moves_cut else ""
        return f"{node.positions:,} below{cut}"

    def worth(self, node: Node) -> str:
        """The value that a node came back with, marked if it is only a bound."""
        signs = {Bound.EXACT: "", Bound.AT_LEAST: self.signs.at_least, Bound.AT_MOST: self.signs.at_most}
        return f"{signs[node.bound]} {self.spell(node.value)}".lstrip()

    def spell(self, value: Any) -> str:
        if value in (INF, -INF):
            return f"{'-' if value < 0 else ''}{self.convention.infinity}"
        return self.kit.format_value(value)

    def legend(self) -> str:
        """The meaning of the signs."""
        signs = self.signs
        return f"{signs.best} the best line; {self.legend_of_bounds()}"

    def legend_of_bounds(self) -> str:
        signs = self.signs
        return f"{signs.at_least} at least, {signs.at_most} at most: only a bound, after a cut"
