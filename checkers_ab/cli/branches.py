"""The tree of a search as lines for people: moves, values and windows, with the rest folded to counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from checkers_ab.core.text import shorten
from checkers_ab.core.tree import Cut, Node
from checkers_ab.explain.tree import TreeWords

if TYPE_CHECKING:
    from rich.text import Text
    from rich.tree import Tree as Branch

GUIDE = 4
"""Columns that rich indents a branch by."""
MOVE_AND_VALUE = 24
"""Columns that a branch needs."""


@dataclass(frozen=True, kw_only=True)
class Painter:
    """Draws the tree of a search: `plies` of it, in `width` columns."""

    words: TreeWords
    width: int
    plies: int

    def paint(self, root: Node) -> Branch:
        from rich.tree import Tree

        head = f"{self.words.kit.sides[root.to_move]} to move  {self.words.worth(root)}"
        branch = Tree(self.fit(0, [head, f"  {self.spell_window(root)}"], "bold"), guide_style="dim")
        self._grow(branch, root, principal=True)
        return branch

    def _grow(self, branch: Branch, node: Node, *, principal: bool) -> None:
        """Adds what lies below a node: the moves that are shown, then counts of those that are not."""
        level = node.ply + 1
        if level > self.plies:
            return
        shown = self.words.choose(node)
        for child in shown:
            best = principal and child is node.best
            below = branch.add(self.describe(child, best=best))
            self._grow(below, child, principal=best)
        if folded := node.tried - len(shown):
            head, *others = self.words.count_folded(folded)
            branch.add(self.fit(level, [f"  {head}", *others], "dim"))
        if node.cut is not None:
            branch.add(self.fit(level, self.describe_cut(node.cut), "yellow"))

    def describe(self, node: Node, *, best: bool) -> Text:
        words = self.words
        mark = words.signs.best if best else " "
        label = f"{words.kit.labels[node.mover]}{node.ply}"
        worth = words.worth(node).rjust(len(words.signs.at_least) + 5)
        parts = [f"{mark} {label} {words.kit.format_move(node.move)} {worth}", f"  {self.spell_window(node)}"]
        if node.tried and node.ply >= self.plies:
            parts.append(f"  {words.count_below(node)}")
        return self.fit(node.ply, parts, "bold green" if best else "")

    def describe_cut(self, cut: Cut) -> list[str]:
        words = self.words
        sign = ">=" if words.setting.convention.cut == "ge" else ">"
        window = f"alpha={words.spell(cut.alpha)} {sign} beta={words.spell(cut.beta)}"
        return [f"  {words.count_cut(cut)}", f": {window}"]

    def spell_window(self, node: Node) -> str:
        alpha, beta = map(self.words.spell, node.window)
        return f"alpha={alpha}, beta={beta}"

    def fit(self, level: int, parts: list[str], style: str) -> Text:
        """A line with as many of the parts as there is room for, all but the first one dim."""
        from rich.text import Text

        head, *others = fit_parts(parts, max(self.width - GUIDE * level, 1), self.words.signs.more)
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
