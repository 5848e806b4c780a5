"""Positions for the nodes of a tree: leaves side by side, parents centred over their children."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar


class HasChildren(Protocol):
    @property
    def children(self) -> Sequence[Any]: ...


N = TypeVar("N", bound=HasChildren)


@dataclass(frozen=True, slots=True)
class PlacedNode(Generic[N]):
    """A node with its position: `x` is its centre, `level` counts from 0 at the root, `parent` is a list index."""

    node: N
    x: float
    level: int
    parent: int | None


def place_nodes(root: N, width_of: Callable[[N], float]) -> list[PlacedNode[N]]:
    """Computes the positions of all nodes, in preorder: leaves side by side, parents centred above their children.

    No subtree is narrower than its root. The tree may have any depth: nothing is recursive.
    """
    nodes, parents, levels = _in_order(root)
    children: list[list[int]] = [[] for _ in nodes]
    for place, parent in enumerate(parents[1:], 1):
        children[parent].append(place)
    widths = [0.0] * len(nodes)
    for place in reversed(range(len(nodes))):
        widths[place] = max(width_of(nodes[place]), sum(widths[child] for child in children[place]))
    middles = _middles(children, widths)
    return [
        PlacedNode(node, x, level, parent if level else None)
        for node, x, level, parent in zip(nodes, middles, levels, parents, strict=True)
    ]


def _in_order(root: N) -> tuple[list[N], list[int], list[int]]:
    """All nodes in preorder, with the indexes of their parents and their levels."""
    nodes: list[N] = []
    parents: list[int] = []
    levels: list[int] = []
    waiting = [(root, 0, 0)]
    while waiting:
        node, parent, level = waiting.pop()
        waiting += [(child, len(nodes), level + 1) for child in reversed(node.children)]
        nodes.append(node)
        parents.append(parent)
        levels.append(level)
    return nodes, parents, levels


def _middles(children: Sequence[Sequence[int]], widths: Sequence[float]) -> list[float]:
    """The centre of each node, given the indexes of its children and the widths of subtrees."""
    lefts = [0.0] * len(widths)
    for place, below in enumerate(children):
        left = lefts[place] + (widths[place] - sum(widths[child] for child in below)) / 2
        for child in below:
            lefts[child] = left
            left += widths[child]
    middles = [left + width / 2 for left, width in zip(lefts, widths, strict=True)]
    for place in reversed(range(len(widths))):
        if below := children[place]:
            middles[place] = (middles[below[0]] + middles[below[-1]]) / 2
    return middles


def join_moves(nodes: Sequence[PlacedNode[Any]]) -> list[str]:
    """The moves that lead to each node, joined by commas; nodes are in preorder."""
    ways: list[str] = []
    for placed in nodes:
        before = "" if placed.parent is None else ways[placed.parent]
        ways.append(", ".join(filter(None, (before, placed.node.move))))
    return ways
