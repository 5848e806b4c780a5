"""Random trees for exercises: uniform in depth, with a name for each node."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase

from checkers_ab.games.tree.rules import TreeNode, parent

Range = tuple[int, int]
MOST_LEAVES = 24
"""That a tree has unless more are asked for: it then fits on a sheet."""
MOST_TRIES = 10_000
"""For a shape with the number of leaves asked for."""
FILLINGS = 8
"""Trees that are drawn with one shape: values are quicker to draw than shapes."""
NOT_NAMES = {"h", "cut", "none"}
"""Words that have a meaning in a trace."""

Shape = tuple["Shape", ...]
"""The children of a node; empty for a leaf."""


@dataclass(frozen=True, kw_only=True)
class TreeShape:
    """The ranges that a tree is drawn from, both ends included."""

    branching: Range = (2, 3)
    depth: Range = (3, 4)
    leaves: Range | None = None
    values: Range = (-9, 9)

    @property
    def leaf_range(self) -> Range:
        """The number of leaves: as asked for, or as many as fit on a sheet, if so few are possible."""
        return self.leaves or (1, max(MOST_LEAVES, self.fewest))

    @property
    def fewest(self) -> int:
        return int(self.branching[0] ** self.depth[0])

    def depths(self) -> list[int]:
        """The depths at which the number of leaves can be met; empty if there is none."""
        fewest, most = self.leaf_range
        low, high = self.branching
        return [
            depth for depth in range(self.depth[0], self.depth[1] + 1) if low**depth <= most and high**depth >= fewest
        ]

    def draw(self, chance: random.Random) -> Iterator[TreeNode | None]:
        """Trees without names; None if no shape with the right number of leaves turned up. Endless."""
        depths = self.depths()
        while True:
            shape = self._draw_shape(chance, chance.choice(depths))
            for _ in range(FILLINGS):
                yield None if shape is None else _fill(shape, chance, self.values)

    def _draw_shape(self, chance: random.Random, depth: int) -> Shape | None:
        """Draws the counts of children level by level."""
        fewest, most = self.leaf_range
        low, high = self.branching
        spread = high - low + 1
        for _ in range(MOST_TRIES):
            levels: list[list[int]] = []
            width = 1
            for _ in range(depth):
                levels.append([low + int(spread * chance.random()) for _ in range(width)])
                width = sum(levels[-1])
                if width > most:
                    break
            if len(levels) == depth and fewest <= width <= most:
                return _nest(levels, width)
        return None


def _nest(levels: list[list[int]], leaves: int) -> Shape:
    below: list[Shape] = [()] * leaves
    for counts in reversed(levels):
        rest = iter(below)
        below = [tuple(next(rest) for _ in range(count)) for count in counts]
    return below[0]


def _fill(shape: Shape, chance: random.Random, values: Range) -> TreeNode:
    if shape:
        return parent([_fill(child, chance, values) for child in shape])
    low, high = values
    return TreeNode(value=low + int((high - low + 1) * chance.random()))


def name_nodes(root: TreeNode) -> TreeNode:
    """The tree with capital letters for its nodes, level by level, and small letters for its leaves."""
    inner, leaves = letters(ascii_uppercase), letters(ascii_lowercase)
    level, names = [root], {}
    while level:
        for node in level:
            names[id(node)] = next(leaves if node.value is not None else inner)
        level = [child for node in level for child in node.children]

    def named(node: TreeNode) -> TreeNode:
        if node.value is not None:
            return TreeNode(names[id(node)], node.value)
        return parent([named(child) for child in node.children], names[id(node)])

    return named(root)


def letters(alphabet: str) -> Iterator[str]:
    """The names a, b, ..., z, aa, ab, ...; without words that have a meaning in a trace."""
    names = [""]
    while True:
        names = [name + letter for name in names for letter in alphabet]
        yield from (name for name in names if name.lower() not in NOT_NAMES)
