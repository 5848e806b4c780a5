"""Searches as SVG from left to right: a column for each ply, for trees with many or long moves."""

from __future__ import annotations

from collections.abc import Sequence

from checkers_ab.core.search_picture import ALPHA, BETA, SearchPicture, SearchTree
from checkers_ab.core.svg_layout import PlacedNode, place_nodes
from checkers_ab.core.svg_parts import END, INK, MARGIN, PALE, PAPER, START, Drawing, number, text_at
from checkers_ab.core.svg_search_parts import best_last, blank, edge, pen, side_name, slashes

HEADER = 40
"""The height of the names of the columns."""
GAP = 44
"""The distance between two columns, in which the edges run."""
PAD = 8
TALL, LOW = 40, 24
"""The height of a box with two lines of text and with one."""


def draw_across(picture: SearchPicture) -> Drawing:
    """Draws a box for each move with its value, and below the move its window or the window that cut it."""
    nodes = place_nodes(picture.root, lambda node: _height(node) + 8)
    columns = _columns(picture, nodes)
    heads = [" or ".join(labels) for labels in columns]
    firsts = [_first_line(picture, placed.node) for placed in nodes]
    for place, placed in enumerate(nodes):
        if placed.parent is not None and len(columns[placed.level]) > 1:  # the head does not say who moves
            firsts[place] = f"{_label(picture, nodes[placed.parent].node, placed.level)}: {firsts[place]}"
    widths = [9 * len(head) for head in heads]
    for placed, first in zip(nodes, firsts, strict=True):
        widths[placed.level] = max(widths[placed.level], _width(placed.node, first))
    lefts = [MARGIN / 2 + sum(widths[:level]) + GAP * level for level in range(len(widths))]
    points = [(lefts[placed.level], HEADER + placed.x) for placed in nodes]
    edges = [
        _edge(points[placed.parent], widths[placed.level - 1], placed.node, point)
        for placed, point in best_last(nodes, points)
        if placed.parent is not None
    ]
    boxes = [
        _box(placed.node, first, *point, widths[placed.level])
        for placed, first, point in zip(nodes, firsts, points, strict=True)
    ]
    style = f'font-size="14" font-weight="bold" fill="{INK}" {START}'
    named = [text_at("head", left, 26, head, style) for left, head in zip(lefts, heads, strict=True) if head]
    bottom = max(placed.x + _height(placed.node) / 2 for placed in nodes)
    width = lefts[-1] + widths[-1] + MARGIN / 2
    return Drawing(width, HEADER + bottom + MARGIN, [*named, *edges, *boxes], "")


def _height(node: SearchTree) -> int:
    return TALL if node.blank or _second_line(node) else LOW


def _width(node: SearchTree, first: str) -> int:
    """The width of a box with its text."""
    value = 44 if node.blank else 10 * len(node.value)
    second = 112 if node.blank else 7 * len(_second_line(node))
    return 2 * PAD + max(8 * len(first) + 12 + value, second)


def _first_line(picture: SearchPicture, node: SearchTree) -> str:
    if node is picture.root:
        return f"{picture.sides[node.side]} to move" if node.side else ""
    return node.move or node.note


def _second_line(node: SearchTree) -> str:
    """The window, and a note on what is not drawn."""
    window = f"{ALPHA}={node.window[0]}, {BETA}={node.window[1]}" if node.window else node.closed
    return "; ".join(filter(None, (window, node.note if node.move else "")))


def _columns(picture: SearchPicture, nodes: Sequence[PlacedNode[SearchTree]]) -> list[dict[str, None]]:
    """The labels of the moves of each column, as a trace has them, each with the name of the side."""
    columns: list[dict[str, None]] = [{} for _ in range(1 + max(placed.level for placed in nodes))]
    for placed in nodes:
        if placed.parent is not None:
            parent = nodes[placed.parent].node
            assert parent.side is not None, "moves have somebody to make them"
            label, name = _label(picture, parent, placed.level), side_name(picture, parent.side)
            columns[placed.level][label if label == f"{name}{placed.level}" else f"{label}: {name}"] = None
    return columns


def _label(picture: SearchPicture, node: SearchTree, ply: int) -> str:
    """The label of the moves of a node."""
    assert node.side is not None, "moves have somebody to make them"
    return f"{picture.labels[node.side]}{ply}"


def _edge(parent: tuple[float, float], width: float, child: SearchTree, point: tuple[float, float]) -> str:
    """An edge with two corners; two strokes across it if the move is cut."""
    (x, y), (to_x, to_y) = (parent[0] + width, parent[1]), point
    drawn = edge(child, f"M{number(x)},{number(y)} H{number(x + GAP / 2)} V{number(to_y)} H{number(to_x)}")
    return drawn + slashes(to_x - GAP / 4, to_y) if child.closed else drawn


def _box(node: SearchTree, first: str, x: float, y: float, width: float) -> str:
    """A move and its value, with the second line below the move."""
    height, ink = _height(node), PALE if node.cut or not (node.value or node.side) else INK
    place = f'x="{number(x)}" y="{number(y - height / 2)}" width="{number(width)}" height="{height}" rx="4"'
    parts = [f'<rect class="box" {place} fill="{PAPER}" {pen(node)}/>']
    baseline = y - 3 if height == TALL else y + 5
    parts.append(text_at("first", x + PAD, baseline, first, f'font-size="14" fill="{ink}" {START}'))
    if node.value:
        style = f'font-size="14" font-weight="bold" fill="{ink}" {END}'
        parts.append(text_at("value", x + width - PAD, baseline, node.value, style))
    if node.blank:
        parts += _blanks(x, y, width)
    elif second := _second_line(node):
        parts.append(text_at("second", x + PAD, y + 14, second, f'font-size="12" fill="{ink}" {START}'))
    return "".join(parts)


def _blanks(x: float, y: float, width: float) -> list[str]:
    """Lines to write on: for the value, alpha and beta."""
    style = f'font-size="12" fill="{INK}" {START}'
    return [
        blank(x + width - PAD - 34, y - 2, 34),
        text_at("alpha", x + PAD, y + 14, f"{ALPHA}=", style),
        blank(x + PAD + 18, y + 15, 34),
        text_at("beta", x + PAD + 56, y + 14, f"{BETA}=", style),
        blank(x + PAD + 74, y + 15, 34),
    ]
