"""Parts of the pictures of searches that both layouts share."""

from __future__ import annotations

from collections.abc import Sequence

from checkers_ab.core.game import Side
from checkers_ab.core.search_picture import SearchPicture, SearchTree
from checkers_ab.core.svg_layout import PlacedNode, join_moves
from checkers_ab.core.svg_parts import INK, PALE, number

MOST_DESCRIBED = 200
"""Nodes; a larger tree is described by its size alone."""


def pen(node: SearchTree) -> str:
    """The stroke of a node and of the edge to it: dashed if it is cut, thick on the best line."""
    if node.cut:
        return f'stroke="{PALE}" stroke-width="1.5" stroke-dasharray="5 4"'
    return f'stroke="{INK}" stroke-width="{4 if node.best else 1.25}"'


def edge(node: SearchTree, way: str) -> str:
    """The edge to a node along a path of SVG."""
    kind = "edge cut" if node.cut else "edge best" if node.best else "edge"
    return f'<path class="{kind}" d="{way}" fill="none" {pen(node)}/>'


def blank(x: float, y: float, width: int) -> str:
    """A line to write on."""
    return f'<path class="blank" d="M{number(x)},{number(y)} h{width}" stroke="{INK}" stroke-width="1"/>'


def slashes(x: float, y: float) -> str:
    """Two strokes across an edge: it is cut here."""
    lines = " ".join(f"M{number(x + step - 4)},{number(y + 7)} l8,-14" for step in (-3, 3))
    return f'<path class="slashes" d="{lines}" stroke="{INK}" stroke-width="1.75"/>'


def best_last(
    nodes: Sequence[PlacedNode[SearchTree]], points: Sequence[tuple[float, float]]
) -> list[tuple[PlacedNode[SearchTree], tuple[float, float]]]:
    """Nodes with their points, those of the best line at the end: its edges are drawn over the others."""
    return sorted(zip(nodes, points, strict=True), key=lambda drawn: drawn[0].node.best)


def side_name(picture: SearchPicture, side: Side) -> str:
    """The name of a side, with MAX or MIN if it is another."""
    name = picture.sides[side]
    return name if name == side.name else f"{name} ({side.name})"


def describe(nodes: Sequence[PlacedNode[SearchTree]]) -> str:
    """The tree in words: a sentence for each move; for a large tree only its size."""
    sentences = [f"The tree of a search with {len(nodes)} nodes."]
    if len(nodes) > MOST_DESCRIBED:
        return sentences[0]
    for placed, way in zip(nodes, join_moves(nodes), strict=True):
        if words := _words(placed.node):
            sentences.append(f"{f'After {way}' if way else 'At the root'}: {words}.")
    return " ".join(sentences)


def _words(node: SearchTree) -> str:
    window = f"alpha {node.window[0]}, beta {node.window[1]}" if node.window else ""
    cut = f"cut at {node.closed}" if node.closed else "never searched" if node.cut else ""
    return ", ".join(filter(None, (node.value, window, node.note, cut)))
