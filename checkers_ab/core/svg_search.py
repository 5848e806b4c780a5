"""Searches as SVG: a tree from the top down if it fits, else from left to right. All in black and grey, for print."""

from __future__ import annotations

from collections.abc import Sequence

from checkers_ab.core.game import Side
from checkers_ab.core.search_picture import ALPHA, BETA, SearchPicture, SearchTree
from checkers_ab.core.svg_across import draw_across
from checkers_ab.core.svg_layout import PlacedNode, place_nodes
from checkers_ab.core.svg_parts import END, HALO, INK, LINE, MARGIN, PALE, PAPER, START, Drawing, number, text_at
from checkers_ab.core.svg_search_parts import best_last, blank, describe, edge, pen, side_name, slashes

WIDEST = 1_300
"""The most units of a tree from the top down: the text of a wider one is too small on a sheet of paper."""
LEVEL = 116
"""The distance between two levels."""
HALF = 13
"""Half the height of a node without its roof."""
ROOF = 10
BLANK = 21
"""Half the width of a node to be filled in."""
LONGEST_MOVE = 10
"""The most characters of a move that are written on an edge."""
NOTE = 32
"""The distance of a note from the node above it."""

Placed = PlacedNode[SearchTree]


def draw_search(picture: SearchPicture) -> Drawing:
    """Draws the tree of a search, with its legend below it."""
    nodes = place_nodes(picture.root, _width_of)
    levels = _levels(picture, nodes)
    left = MARGIN + 9 * max(map(len, [*levels.values(), *(side_name(picture, side) for side in Side)]))
    width = left + max(placed.x + _width_of(placed.node) / 2 for placed in nodes) + MARGIN / 2
    fits = width <= WIDEST and all(len(placed.node.move) <= LONGEST_MOVE for placed in nodes)
    tree = _draw_down(levels, nodes, left, width) if fits else draw_across(picture)
    style = f'font-size="13" fill="{INK}" {START}'
    legend = [
        text_at("legend", MARGIN / 2, tree.height + LINE * place, line, style)
        for place, line in enumerate(picture.legend)
    ]
    wide = MARGIN + 6.7 * max(map(len, picture.legend), default=0)
    return Drawing(max(tree.width, wide), tree.height + LINE * len(legend), [*tree.parts, *legend], describe(nodes))


def _draw_down(levels: dict[int, str], nodes: Sequence[Placed], left: float, width: float) -> Drawing:
    points = [(left + placed.x, MARGIN + LEVEL * placed.level) for placed in nodes]
    edges = [
        _edge(nodes[placed.parent].node, points[placed.parent], placed.node, point)
        for placed, point in best_last(nodes, points)
        if placed.parent is not None
    ]
    shapes = [_position(placed.node, *point) for placed, point in zip(nodes, points, strict=True)]
    lowest = max(LEVEL * placed.level + (NOTE if placed.node.note else 0) for placed in nodes)
    style = f'font-size="15" font-weight="bold" fill="{INK}" {START}'
    names = [text_at("level", MARGIN / 2, MARGIN + LEVEL * level + 5, name, style) for level, name in levels.items()]
    return Drawing(width, lowest + 2 * MARGIN, [*names, *edges, *shapes], "")


def _width_of(node: SearchTree) -> float:
    """The width of a node with what stands beside it, below it and on the edge to it."""
    return max(_own_width(node), 8 * len(node.move) + 18, 7 * len(node.note) + 14, 42)


def _own_width(node: SearchTree) -> float:
    if node.side is None:
        return 10 * len(node.value) + 18
    beside = 47.0 if node.blank else 7 * max(len(end) + 2 for end in node.window) + 6 if node.window else 4
    return 2 * (_half_width(node) + beside) + 14


def _half_width(node: SearchTree) -> float:
    return BLANK if node.blank else max(17, 4.8 * len(node.value) + 7)


def _levels(picture: SearchPicture, nodes: Sequence[Placed]) -> dict[int, str]:
    """The names of the sides to move at each level."""
    names: dict[int, dict[str, None]] = {}
    for placed in nodes:
        if placed.node.side is not None:
            names.setdefault(placed.level, {})[side_name(picture, placed.node.side)] = None
    return {level: " or ".join(known) for level, known in names.items()}


def _edge(parent: SearchTree, start: tuple[float, float], child: SearchTree, end: tuple[float, float]) -> str:
    """The edge to a move, with its name; where moves are cut, the window that has closed beside the last of them."""
    x, y = start[0], start[1] + HALF + (ROOF if parent.side is Side.MIN else 0)
    to_x, to_y = end[0], end[1] - HALF - (ROOF if child.side is Side.MAX else 1)

    def along(part: float) -> tuple[float, float]:
        return x + part * (to_x - x), y + part * (to_y - y)

    parts = [edge(child, f"M{number(x)},{number(y)} L{number(to_x)},{number(to_y)}")]
    if child.move:
        style = f'font-size="13" fill="{PALE if child.cut else INK}" {HALO}'
        parts.append(text_at("move", along(0.8)[0], along(0.8)[1] + 5, child.move, style))
    if child.closed:
        parts.append(slashes(*along(0.48)))
        if child is parent.children[-1]:
            style = f'font-size="13" font-weight="bold" fill="{INK}" {START} {HALO}'
            parts.append(text_at("closed", along(0.48)[0] + 14, along(0.48)[1] + 5, child.closed, style))
    return "".join(parts)


def _position(node: SearchTree, x: float, y: float) -> str:
    """A node: a house for MAX, upside down for MIN, with the window beside it; a leaf and a note are only text."""
    if node.side is None:
        size = 'font-size="13"' if node.note else 'font-size="17" font-weight="bold"'
        kind = "note" if node.note else "leaf"
        ink = PALE if node.cut or node.note else INK
        return text_at(kind, x, y + 6, node.note or node.value, f'{size} fill="{ink}"')
    parts = [_house(node, x, y), *_window(node, x, y)]
    if node.value:
        parts.append(text_at("value", x, y + 5, node.value, f'font-size="15" font-weight="bold" fill="{INK}"'))
    if node.note:
        parts.append(text_at("note", x, y + NOTE, node.note, f'font-size="13" fill="{PALE}"'))
    return "".join(parts)


def _house(node: SearchTree, x: float, y: float) -> str:
    half, up = _half_width(node), -1 if node.side is Side.MAX else 1
    corners = [(x - half, y - up * HALF), (x - half, y + up * HALF), (x, y + up * (HALF + ROOF))]
    corners += [(x + half, y + up * HALF), (x + half, y - up * HALF)]
    points = " ".join(f"{number(across)},{number(down)}" for across, down in corners)
    assert node.side is not None
    kind = f"node {node.side.name.lower()}"
    return f'<polygon class="{kind}" points="{points}" fill="{PAPER}" stroke-linejoin="round" {pen(node)}/>'


def _window(node: SearchTree, x: float, y: float) -> list[str]:
    """Alpha at the left and beta at the right of a node; in a blank picture with lines to write on."""
    half, style = _half_width(node), f'font-size="13" fill="{INK}"'
    if node.blank:
        return [
            text_at("alpha", x - half - 31, y + 5, f"{ALPHA}=", f"{style} {END}"),
            blank(x - half - 30, y + 7, 26),
            text_at("beta", x + half + 4, y + 5, f"{BETA}=", f"{style} {START}"),
            blank(x + half + 21, y + 7, 26),
        ]
    if node.window is None:
        return []
    return [
        text_at("alpha", x - half - 5, y + 5, f"{ALPHA}={node.window[0]}", f"{style} {END}"),
        text_at("beta", x + half + 5, y + 5, f"{BETA}={node.window[1]}", f"{style} {START}"),
    ]
