"""Random trees for exercises: uniform in depth, of a given number of leaves, with a name for each node."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from string import ascii_lowercase, ascii_uppercase

from checkers_ab.core.game import Side
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.values import INF
from checkers_ab.games.tree.rules import TreeNode, parent

Range = tuple[int, int]
Shape = tuple["Shape", ...]
"""The children of a node; empty for a leaf."""
Weights = list[float]
"""A weight for each number of leaves, from 0."""


class Shapes:
    """The shapes of one depth whose nodes have `branching` children, each number as likely, and `leaves` leaves."""

    def __init__(self, branching: Range, depth: int, leaves: Range) -> None:
        self.branching = branching
        self.depth = depth
        self.leaves = leaves

    @cached_property
    def _groups(self) -> list[list[Weights]]:
        """The likelihood that so many trees together have each number of leaves: by depth, then by their number."""
        fewest, most = self.branching
        one: Weights = [0.0, 1.0]
        groups = []
        for _ in range(self.depth):
            powers: list[Weights] = [[1.0]]
            for _ in range(most):
                powers.append(_product(powers[-1], one, self.leaves[1]))
            groups.append(powers)
            one = [sum(each) / (most - fewest + 1) for each in zip_longest(*powers[fewest:], fillvalue=0.0)]
        return groups

    def draw(self, chance: random.Random) -> Shape:
        """A shape; there must be one."""
        fewest, most = self.leaves
        groups = self._groups[-1][self.branching[0] :]
        weights = [sum(_at(group, count) for group in groups) for count in range(fewest, most + 1)]
        return self._node(chance, self.depth, fewest + _pick(chance, weights))

    def _node(self, chance: random.Random, depth: int, leaves: int) -> Shape:
        if not depth:
            return ()
        groups = self._groups[depth - 1]
        fewest = self.branching[0]
        count = fewest + _pick(chance, [_at(group, leaves) for group in groups[fewest:]])
        children = []
        for others in reversed(range(count)):
            weights = [_at(groups[1], own) * _at(groups[others], leaves - own) for own in range(leaves + 1)]
            own = _pick(chance, weights)
            children.append(self._node(chance, depth - 1, own))
            leaves -= own
        return tuple(children)


def _product(one: Weights, other: Weights, most: int) -> Weights:
    """The weights of both together."""
    product = [0.0] * min(len(one) + len(other) - 1, most + 1)
    for place, weight in enumerate(one):
        if weight:
            for add, each in enumerate(other[: len(product) - place]):
                product[place + add] += weight * each
    return product


def _at(weights: Weights, place: int) -> float:
    return weights[place] if 0 <= place < len(weights) else 0.0


def _pick(chance: random.Random, weights: Sequence[float]) -> int:
    """A place, by its weight."""
    return chance.choices(range(len(weights)), weights)[0]


MOST_LEAVES = 24
"""That a tree has unless more are asked for: it then fits on a sheet."""
FILLINGS = 8
"""Trees that are drawn with one shape: values are quicker to draw than shapes."""
NOT_NAMES = {"h", "cut", "none"}
"""Words that have a meaning in a trace."""

Nested = int | tuple["Nested", ...]
"""A tree without names: the value of a leaf, or the children of a node."""


def is_tree(kit: AnyKit) -> bool:
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
    """The rules of nameless trees, faster than `games.tree`. A state is a tree and a place in the cycle of sides."""

    State = tuple[Nested, int]

    def __init__(self, sides: Sequence[Side]) -> None:
        self.sides = sides
        self.next = [*range(1, len(sides)), 0]

    def start(self) -> State:
        return 0, 0

    def to_move(self, state: State) -> Side:
        return self.sides[state[1]]

    def moves(self, state: State) -> Sequence[int]:
        tree = state[0]
        return () if isinstance(tree, int) else range(len(tree))

    def play(self, state: State, move: int) -> State:
        tree, place = state
        assert not isinstance(tree, int)
        return tree[move], self.next[place]

    def utility(self, state: State) -> int | None:
        tree = state[0]
        return tree if isinstance(tree, int) else None


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
