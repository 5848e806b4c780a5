"""The tree of a search as lines for people: moves, values and windows, with the rest folded to counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checkers_ab.core.convention import Convention
from checkers_ab.core.kit import Kit
from checkers_ab.core.tree import Bound, Cut, Node
from checkers_ab.core.values import INF
from checkers_ab.trace.sentences import plural

if TYPE_CHECKING:
    from rich.text import Text
    from rich.tree import Tree as Branch

GUIDE = 4
"""Columns that rich indents a branch by."""
MOVE_AND_VALUE = 24
"""Columns that a branch needs."""


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
class Painter:
    """Draws the tree of a search: `plies` of it, in `width` columns; `only` the best line or what leads to cuts."""

    kit: Kit[Any, Any, Any]
    signs: Signs
    convention: Convention
    width: int
    plies: int
    only: str | None = None

    def paint(self, root: Node) -> Branch:
        from rich.tree import Tree

        head = f"{self.kit.sides[root.to_move]} to move  {self.worth(root).strip()}"
        branch = Tree(self.fit(0, [head, f"  {self.spell_window(root)}"], "bold"), guide_style="dim")
        self._grow(branch, root, principal=True)
        return branch

    def _grow(self, branch: Branch, node: Node, *, principal: bool) -> None:
        """Adds what lies below a node: the moves that are shown, then counts of those that are not."""
        level = node.ply + 1
        if level > self.plies:
            return
        shown = self.choose(node)
        for child in shown:
            best = principal and child is node.best
            below = branch.add(self.describe(child, best=best))
            self._grow(below, child, principal=best)
        if folded := node.tried - len(shown):
            branch.add(self.fit(level, self.count_folded(folded), "dim"))
        if node.cut is not None:
            branch.add(self.fit(level, self.describe_cut(node.cut), "yellow"))

    def choose(self, node: Node) -> list[Node]:
        """The moves below a node that are shown."""
        if self.only == "best":
            return [node.best] if node.best is not None else []
        return [child for child in node.children if self.only is None or child.moves_cut]

    def count_folded(self, moves: int) -> list[str]:
        if self.only == "best":
            return [f"  {plural(moves, 'other move')} searched", ", no better"]
        return [f"  {plural(moves, 'move')} without a cut"]

    def describe(self, node: Node, *, best: bool) -> Text:
        mark = self.signs.best if best else " "
        label = f"{self.kit.labels[node.to_move.opponent]}{node.ply}"
        parts = [f"{mark} {label} {self.kit.format_move(node.move)} {self.worth(node)}", f"  {self.spell_window(node)}"]
        if node.tried and node.ply >= self.plies:
            parts.append(f"  {count_below(node)}")
        return self.fit(node.ply, parts, "bold green" if best else "")

    def describe_cut(self, cut: Cut) -> list[str]:
        sign = ">=" if self.convention.cut == "ge" else ">"
        window = f"alpha={self.spell(cut.alpha)} {sign} beta={self.spell(cut.beta)}"
        return [f"  {plural(len(cut.moves), 'move')} cut", f": {window}"]

    def worth(self, node: Node) -> str:
        """The value that a node came back with, marked if it is only a bound."""
        signs = {Bound.EXACT: "", Bound.AT_LEAST: self.signs.at_least, Bound.AT_MOST: self.signs.at_most}
        return f"{signs[node.bound]} {self.spell(node.value)}".rjust(len(self.signs.at_least) + 5)

    def spell_window(self, node: Node) -> str:
        alpha, beta = map(self.spell, node.window)
        return f"alpha={alpha}, beta={beta}"

    def spell(self, value: Any) -> str:
        if value in (INF, -INF):
            return f"{'-' if value < 0 else ''}{self.convention.infinity}"
        return self.kit.format_value(value)

    def legend(self) -> str:
        """The meaning of the signs."""
        signs = self.signs
        bounds = f"{signs.at_least} at least, {signs.at_most} at most: only a bound, after a cut"
        return f"{signs.best} the best line; {bounds}"

    def fit(self, level: int, parts: list[str], style: str) -> Text:
        """A line with as many of the parts as there is room for, all but the first one dim."""
        from rich.text import Text

        head, *others = fit_parts(parts, max(self.width - GUIDE * level, 1), self.signs.more)
        return Text(no_wrap=True, overflow="crop").append(head, style).append("".join(others), "dim")


def fit_parts(parts: list[str], room: int, more: str) -> list[str]:
    """As many of the parts as there is room for, and a sign for those that are missing; the first one at any rate."""
    if sum(map(len, parts)) <= room:
        return parts
    sign = f" {more}"
    kept = parts[:-1]
    while len(kept) > 1 and sum(map(len, kept)) + len(sign) > room:
        kept = kept[:-1]
    if kept and sum(map(len, kept)) + len(sign) <= room:
        return [*kept, sign]
    return [shorten(parts[0], room, more)]


def most_plies(width: int) -> int:
    """The plies that fit with a move and its value on each line; at least one, then shortened."""
    return max((width - MOVE_AND_VALUE) // GUIDE, 1)


def shorten(text: str, room: int, more: str) -> str:
    """A text cut to the room there is, with a sign for what is missing."""
    return text if len(text) <= room else (text[: max(room - len(more), 0)] + more)[:room]


def count_below(node: Node) -> str:
    """The numbers of positions searched and moves cut below a node."""
    cut = f", {plural(node.moves_cut, 'move')} cut" if node.moves_cut else ""
    return f"{node.positions:,} below{cut}"
