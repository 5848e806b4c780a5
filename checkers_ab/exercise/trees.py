"""Random trees for exercises: uniform in depth, with a name for each node."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.values import INF
from checkers_ab.exercise.shapes import Range, Shape, Shapes
from checkers_ab.games.tree.rules import TreeNode, parent

MOST_LEAVES = 24
"""That a tree has unless more are asked for: it then fits on a sheet."""
FILLINGS = 8
"""Trees that are drawn with one shape: values are quicker to draw than shapes."""
NOT_NAMES = {"h", "cut", "none"}
"""Words that have a meaning in a trace."""

Nested = int | tuple["Nested", ...]
"""A tree without names: the value of a leaf, or the children of a node."""


def is_tree(kit: Kit[Any, Any, Any]) -> bool:
    """True if the game is that of textbook trees."""
    return kit.name.partition(":")[0] == "tree"


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

    @property
    def most_cuts(self) -> float:
        """The most cuts that a search can have; beyond two plies there is room enough."""
        most, plies = self.branching[1], self.depth[1]
        return INF if min(most, plies - 1) > 1 else (most - 1) * (plies - 1)

    def draw(self, chance: random.Random) -> Iterator[Nested]:
        """Trees, each depth as likely. Endless."""
        shapes = [Shapes(self.branching, depth, self.leaf_range) for depth in self.depths()]
        while True:
            shape = chance.choice(shapes).draw(chance)
            for _ in range(FILLINGS):
                yield _fill(shape, chance.random, *self.values)


def _fill(shape: Shape, random: Callable[[], float], low: int, high: int) -> Nested:
    if shape:
        return tuple([_fill(child, random, low, high) for child in shape])
    return low + int((high - low + 1) * random())


class NestedTrees:
    """The rules of trees without names as a `core.game.Game`, quicker than those of `games.tree`.

    A state is a tree and the side to move, a move the place of a child.
    """

    State = tuple[Nested, Side]

    def start(self) -> State:
        return 0, Side.MAX

    def to_move(self, state: State) -> Side:
        return state[1]

    def moves(self, state: State) -> Sequence[int]:
        tree = state[0]
        return () if isinstance(tree, int) else range(len(tree))

    def play(self, state: State, move: int) -> State:
        tree, side = state
        assert not isinstance(tree, int)
        return tree[move], OTHER[side]

    def utility(self, state: State) -> int | None:
        tree = state[0]
        return tree if isinstance(tree, int) else None


OTHER = {side: side.opponent for side in Side}


def named(root: Nested) -> TreeNode:
    """The tree with capital letters for its nodes, level by level, and small letters for its leaves."""
    inner, leaves = letters(ascii_uppercase), letters(ascii_lowercase)
    levels = [[root]]
    while levels[-1]:
        levels.append([child for node in levels[-1] if not isinstance(node, int) for child in node])
    names = [[next(leaves if isinstance(node, int) else inner) for node in level] for level in levels]
    below: list[TreeNode] = []
    for level, called in zip(reversed(levels), reversed(names), strict=True):
        rest = iter(below)
        below = [
            TreeNode(name, node) if isinstance(node, int) else parent([next(rest) for _ in node], name)
            for node, name in zip(level, called, strict=True)
        ]
    return below[0]


def letters(alphabet: str) -> Iterator[str]:
    """The names a, b, ..., z, aa, ab, ...; without words that have a meaning in a trace."""
    names = [""]
    while True:
        names = [name + letter for name in names for letter in alphabet]
        yield from (name for name in names if name.lower() not in NOT_NAMES)
