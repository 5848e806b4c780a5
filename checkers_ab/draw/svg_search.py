"""Parts of the pictures of searches that both layouts share."""

from __future__ import annotations

from collections.abc import Sequence

from checkers_ab.core.game import Side
from checkers_ab.core.picture import ALPHA, BETA, SearchPicture, SearchTree
from checkers_ab.draw.svg_grid import END, HALO, INK, LINE, MARGIN, PALE, PAPER, START, Drawing, number, text_at
from checkers_ab.draw.svg_tree import PlacedNode, join_moves, place_nodes

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
        _edge_across(points[placed.parent], widths[placed.level - 1], placed.node, point)
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


def _edge_across(parent: tuple[float, float], width: float, child: SearchTree, point: tuple[float, float]) -> str:
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
