"""An independent solver of named trees: own parser, plain minimax, and a rule for visits that has no window in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import inf


@dataclass
class Leaf:
    name: str
    value: int


@dataclass
class Inner:
    name: str
    children: list[Inner | Leaf] = field(default_factory=list)


Tree = Inner | Leaf


def parse(text: str) -> Inner:
    """Reads `A(B(a=1 b=2) C(c=3))`."""
    top = Inner("")
    open_nodes = [top]
    for name, value, close in re.findall(r"([A-Za-z]+)(?:=(-?\d+)|\()|(\))", text):
        if close:
            open_nodes.pop()
        elif value:
            open_nodes[-1].children.append(Leaf(name, int(value)))
        else:
            node = Inner(name)
            open_nodes[-1].children.append(node)
            open_nodes.append(node)
    (root,) = top.children
    assert isinstance(root, Inner)
    assert open_nodes == [top]
    return root


def worth(node: Tree, maximizing: bool) -> int:
    """Plain minimax."""
    if isinstance(node, Leaf):
        return node.value
    return (max if maximizing else min)(worth(child, not maximizing) for child in node.children)


def leaves(node: Tree) -> list[Leaf]:
    return [node] if isinstance(node, Leaf) else [leaf for child in node.children for leaf in leaves(child)]


def inner_nodes(node: Tree) -> list[Inner]:
    return [] if isinstance(node, Leaf) else [node, *(below for child in node.children for below in inner_nodes(child))]


@dataclass
class Facts:
    """What an alpha-beta search of a tree comes to."""

    value: int
    move: str
    visited: list[str]
    cut: list[str]
    windows: dict[str, tuple[float, float]]
    """By node, of those that are visited."""
    deep: int
    """The cuts that the bound of the parent alone would not make."""
    cutters: set[bool]
    """True for a MAX node that cuts."""
    subtree: bool
    cuts: int


def solve(root: Inner, *, strict: bool = False) -> Facts:
    """A node is visited iff the exact values to the left of the way to it leave alpha < beta there (<= if strict)."""
    values = [worth(child, False) for child in root.children]
    first = values.index(max(values))
    facts = Facts(values[first], root.children[first].name, [], [], {}, 0, set(), False, 0)
    _walk(root, True, [], facts, strict)
    facts.deep = _deep_cuts(root, True, -inf, inf, None)[1]
    return facts


def _walk(node: Tree, maximizing: bool, left: list[tuple[bool, list[int]]], facts: Facts, strict: bool) -> None:
    """`left` has, for each node on the way, its side and the exact values of its children to the left."""
    if isinstance(node, Leaf):
        facts.visited.append(node.name)
        return
    facts.windows[node.name] = _window(left)
    for place, child in enumerate(node.children):
        before = [worth(other, not maximizing) for other in node.children[:place]]
        alpha, beta = _window([*left, (maximizing, before)])
        if place and (alpha > beta if strict else alpha >= beta):
            facts.cut += [other.name for other in node.children[place:]]
            facts.cuts += 1
            facts.cutters.add(maximizing)
            facts.subtree |= any(isinstance(other, Inner) for other in node.children[place:])
            return
        _walk(child, not maximizing, [*left, (maximizing, before)], facts, strict)


def _deep_cuts(node: Tree, maximizing: bool, alpha: float, beta: float, above: float | None) -> tuple[float, int]:
    """Fail-soft alpha-beta: the value that comes back, and the deep cuts; `above` is the parent's own best so far."""
    if isinstance(node, Leaf):
        return node.value, 0
    best: float | None = None
    deep = 0
    for place, child in enumerate(node.children, 1):
        value, below = _deep_cuts(child, not maximizing, alpha, beta, best)
        deep += below
        best = value if best is None else (max if maximizing else min)(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta and place < len(node.children):
            shallow = above is not None and (best >= above if maximizing else best <= above)
            return best, deep + (not shallow)
        if alpha >= beta:
            break
    assert best is not None
    return best, deep


def _window(left: list[tuple[bool, list[int]]]) -> tuple[float, float]:
    alpha = max((value for side, values in left if side for value in values), default=-inf)
    beta = min((value for side, values in left if not side for value in values), default=inf)
    return alpha, beta
