"""Trees as text: drawn from the top down if they fit, else one node per line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checkers_ab.core.picture import Branches

WIDEST = 80
"""The most columns of a drawing from the top down."""
GAP = 3
"""Columns between the drawings of two siblings."""


def draw_branches(tree: Branches) -> list[str]:
    """Draws a tree as lines, with the side to move at the left of each level; marked nodes are in brackets."""
    levels = _levels(tree)
    sides = [next((node.side.name for node in level if node.side), "") for level in levels]
    margin = max(map(len, sides)) + 2
    leaves = [node for level in levels for node in level if not node.children]
    if margin + sum(len(node.text) + GAP for node in leaves) - GAP > WIDEST:
        return _draw_list(tree)
    lines, _ = _draw_down(tree)
    if margin + max(map(len, lines)) > WIDEST:
        return _draw_list(tree)
    heads = [text for side in sides for text in (side, "")]  # a level has a line of nodes and one of branches
    return [f"{head:<{margin}}{line}".rstrip() for head, line in zip(heads, lines, strict=False)]


def _levels(tree: Branches) -> list[list[Branches]]:
    levels = [[tree]]
    while below := [child for node in levels[-1] for child in node.children]:
        levels.append(below)
    return levels


def _label(node: Branches, text: str) -> str:
    return f"[{text}]" if node.marked else text


def _draw_down(node: Branches) -> tuple[list[str], int]:
    """The lines of a subtree, and the column of the branch from above."""
    label = _label(node, node.text or "o")
    if not node.children:
        return [label], (len(label) - 1) // 2
    blocks = [_draw_down(child) for child in node.children]
    lines, columns = _side_by_side(blocks)
    middle = (columns[0] + columns[-1]) // 2
    top = next((column for column in columns[1:-1] if abs(column - middle) == 1), middle)
    left = top - (len(label) - 1) // 2
    if left < 0:  # the label is wider than the subtrees
        lines, columns = [" " * -left + line for line in lines], [column - left for column in columns]
        top, left = top - left, 0
    return [" " * left + label, _fork(top, columns), *lines], top


def _side_by_side(blocks: list[tuple[list[str], int]]) -> tuple[list[str], list[int]]:
    """Joins drawings side by side; also returns the columns of their branches."""
    lines = [""] * max(len(block) for block, _ in blocks)
    columns: list[int] = []
    for block, column in blocks:
        start = max(map(len, lines)) + GAP if columns else 0
        columns.append(start + column)
        for row, text in enumerate(block):
            lines[row] = f"{lines[row]:<{start}}{text}"
    return lines, columns


def _fork(top: int, columns: list[int]) -> str:
    """The branches from a node to its children."""
    if len(columns) == 1:
        return " " * top + "|"
    bar = ["-"] * (columns[-1] - columns[0] + 1)
    for column in (top, *columns):
        bar[column - columns[0]] = "+"
    return " " * columns[0] + "".join(bar)


def _draw_list(node: Branches) -> list[str]:
    """Draws a tree as an indented list, one node per line, each after its move."""
    move = f"{node.move}: " if node.move and not node.text.startswith(node.move) else ""
    text = " ".join(filter(None, (node.text, node.side.name if node.side else "")))
    lines = [f"{move}{_label(node, text)}"]
    for child in node.children:
        first, rest = ("`- ", "   ") if child is node.children[-1] else ("|- ", "|  ")
        below = _draw_list(child)
        lines += [f"{first}{below[0]}", *(f"{rest}{line}" for line in below[1:])]
    return lines
