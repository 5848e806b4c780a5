"""Text of trees: `((3 12 8)(2 4 6))`, `[[3,12,8],[2,4,6]]`, `A(B(b1=3 b2=12) C(2 4 6))`.

Moves made in a tree follow it: `((3 12)(2 4)) after 1`.
"""

from __future__ import annotations

from checkers_ab.core.values import format_value
from checkers_ab.games.tree.parser import TreeParser
from checkers_ab.games.tree.rules import TreeNode, Trees, TreeState


def parse_state(game: Trees, text: str, *, wrapped: bool = False) -> TreeState:
    """Parses a tree and the optional moves after it; raises StateError."""
    reader = TreeParser(text, wrapped=wrapped)
    return reader.read_moves(game, game.state(reader.read_tree()))


def format_state(state: TreeState, *, wrapped: bool = False) -> str:
    """Formats a state on one line."""
    moves = " ".join(("", "after", *state.path)) if state.path else ""
    return f"{format_node(state.root, wrapped)}{moves}\n"


def format_node(node: TreeNode, wrapped: bool = False) -> str:
    """Formats a subtree, with as few blanks as possible."""
    if node.value is not None:
        value = format_value(node.value)
        return f"{node.name}={value}" if node.name else f"({value})" if wrapped else value
    return f"{node.name}({' '.join(format_node(child, wrapped) for child in node.children)})".replace(") (", ")(")


def wraps_numbers(node: TreeNode) -> bool:
    """True if every number below a node is unnamed and alone in its parentheses."""
    return all(child.value is None and (_is_wrapped(child) or wraps_numbers(child)) for child in node.children)


def _is_wrapped(node: TreeNode) -> bool:
    return len(node.children) == 1 and node.children[0].value is not None and not node.children[0].name
