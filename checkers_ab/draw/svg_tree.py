"""Trees as SVG, from the top down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from checkers_ab.core.game import Side
from checkers_ab.core.picture import Branches
from checkers_ab.draw.svg_grid import ARROW, HALO, INK, MARGIN, PAPER, START, Drawing, number, text_at

LEVEL = 96
"""The distance between two levels."""
NODE = 20
"""The distance from the centre of a node to its sides."""
FITTING = 2
"""The most characters that fit into a node."""
LEFT = MARGIN + 44
"""The left margin, with the names of the sides."""
MOST_NODES_DESCRIBED = 200
"""A larger tree is described by its size alone."""


def draw_tree(root: Branches) -> Drawing:
    """Draws a tree, with the side to move at each level; the path of moves so far is thick."""
    nodes = place_nodes(root, _width_of)
    points = [(LEFT + placed.x, MARGIN + LEVEL * placed.level) for placed in nodes]
    edges = [
        _edge(points[placed.parent], point, placed.node, nodes[placed.parent].node.marked)
        for placed, point in zip(nodes, points, strict=True)
        if placed.parent is not None
    ]
    shapes = [_node(placed.node, *point) for placed, point in zip(nodes, points, strict=True)]
    right = max(placed.x + _width_of(placed.node) / 2 for placed in nodes)
    height = 2 * MARGIN + LEVEL * max(placed.level for placed in nodes)
    return Drawing(LEFT + right + MARGIN / 2, height, [*_levels(nodes), *edges, *shapes], _describe(nodes))


def _levels(nodes: Sequence[PlacedNode[Branches]]) -> list[str]:
    """The label MAX or MIN at the left of each level with inner nodes."""
    sides: dict[int, set[str]] = {}
    for placed in nodes:
        if placed.node.side is not None:
            sides.setdefault(placed.level, set()).add(placed.node.side.name)
    style = f'font-size="15" font-weight="bold" fill="{INK}" {START}'
    return [
        text_at("level", MARGIN / 2, MARGIN + LEVEL * level + 5, "/".join(sorted(names)), style)
        for level, names in sides.items()
    ]


def _width_of(node: Branches) -> float:
    """The width of a node, including the move on the edge to it."""
    text = 10.5 * len(_name(node)) + 20
    own = 2 * NODE + 14 + (2 * text if len(_name(node)) > FITTING else 0) if node.children else text
    return max(own, 12 * len(_move(node)) + 16, 44)


def _name(node: Branches) -> str:
    """The text of a node, without the name of a leaf, which is drawn on the edge."""
    return node.text.removeprefix(f"{node.move}=")


def _move(node: Branches) -> str:
    """The text on the edge to a node; empty if the node has the same name."""
    return "" if node.children and node.text == node.move else node.move


def _edge(start: tuple[float, float], end: tuple[float, float], child: Branches, marked: bool) -> str:
    """A line from a parent to a child with the name of the move; thick between two `marked` nodes."""
    marked = marked and child.marked
    (x, y), (to_x, to_y) = (start[0], start[1] + NODE - 4), (end[0], end[1] - NODE + 4)
    line = f'd="M{number(x)},{number(y)} L{number(to_x)},{number(to_y)}" {_pen(marked)}'
    name_x, name_y = x + 0.6 * (to_x - x), y + 0.6 * (to_y - y) + 4.5
    name = (
        text_at("move", name_x, name_y, move, f'font-size="13" fill="{INK}" {HALO}') if (move := _move(child)) else ""
    )
    return f'<path class="edge{" marked" * marked}" {line}/>{name}'


def _node(node: Branches, x: float, y: float) -> str:
    """A node: a triangle that points up for MAX, down for MIN; a leaf is only text."""
    if not node.children:
        return _leaf(node, x, y)
    style = f'font-size="15" fill="{INK}"'
    if len(name := _name(node)) > FITTING:
        return _shape(node, x, y) + text_at("name", x + NODE + 8, y + 5, name, f"{style} {START}")
    lower = {Side.MAX: 6, Side.MIN: -6, None: 0}[node.side]  # where the triangle is wide
    return _shape(node, x, y) + (text_at("name", x, y + 5 + lower, name, style) if name else "")


def _shape(node: Branches, x: float, y: float) -> str:
    if node.side is None:
        circle = f'cx="{number(x)}" cy="{number(y)}" r="{NODE - 2}"'
        return f'<circle class="node" {circle} fill="{PAPER}" {_pen(node.marked)}/>'
    tip, base = (NODE, 4 - NODE) if node.side is Side.MIN else (-NODE, NODE - 4)
    corners = [(x, y + tip), (x - NODE - 3, y + base), (x + NODE + 3, y + base)]
    points = " ".join(f"{number(across)},{number(down)}" for across, down in corners)
    kind = f'class="node {node.side.name.lower()}"'
    return f'<polygon {kind} points="{points}" fill="{PAPER}" stroke-linejoin="round" {_pen(node.marked)}/>'


def _leaf(node: Branches, x: float, y: float) -> str:
    """The text of a leaf, in a box if it is the current node."""
    name = _name(node)
    text = text_at("leaf", x, y + 6, name, f'font-size="18" font-weight="bold" fill="{INK}"')
    half = 5.5 * len(name) + 9
    box = f'x="{number(x - half)}" y="{number(y - 16)}" width="{number(2 * half)}" height="32" rx="5"'
    return f'<rect class="mark" {box} fill="{PAPER}" {_pen(node.marked)}/>{text}' if node.marked else text


def _pen(marked: bool) -> str:
    return f'stroke="{ARROW}" stroke-width="4.5"' if marked else f'stroke="{INK}" stroke-width="1.5"'


def _describe(nodes: Sequence[PlacedNode[Branches]]) -> str:
    """The description: a sentence for each inner node; for a large tree only its size."""
    levels = 1 + max(placed.level for placed in nodes)
    if len(nodes) == 1:
        return f"A leaf: {nodes[0].node.text}."
    sentences = [f"A tree of {len(nodes)} nodes on {levels} levels."]
    if len(nodes) > MOST_NODES_DESCRIBED:
        return sentences[0]
    ways = join_moves(nodes)
    for placed, way in zip(nodes, ways, strict=True):
        if placed.node.children:
            who = placed.node.side.name if placed.node.side else "A node"
            name = f" ({name})" if (name := _name(placed.node)) not in ("", placed.node.move) else ""
            sentences.append(f"{who} {_after(way)}{name}: {', '.join(map(_choice, placed.node.children))}.")
    marked = [way for placed, way in zip(nodes, ways, strict=True) if placed.node.marked]
    return " ".join([*sentences, *(f"The game stands {_after(way)}." for way in marked[-1:])])


def _after(way: str) -> str:
    return f"after {way}" if way else "at the root"


def _choice(child: Branches) -> str:
    return child.move if child.children else " is ".join(filter(None, (child.move, _name(child))))


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
