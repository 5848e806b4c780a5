"""Shapes of trees with a given number of leaves, drawn without trial and error."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from itertools import zip_longest

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
