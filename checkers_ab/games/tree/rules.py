"""The rules of a game tree: a move goes to a child, and a leaf ends the game. The sides move in a cycle by depth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from checkers_ab.core.errors import ValueMissingError
from checkers_ab.core.game import Side
from checkers_ab.core.text import list_some

Value = int | Fraction


class TreeNode(NamedTuple):
    """A node with its children, or a leaf with its value."""

    name: str = ""
    value: Value | None = None
    children: tuple[TreeNode, ...] = ()
    moves: tuple[str, ...] = ()
    """The moves to the children: the name of each, or its number from 1 if it has none."""


def parent(children: Sequence[TreeNode], name: str = "") -> TreeNode:
    """Makes a node with these children, one or more."""
    moves = tuple(child.name or str(place) for place, child in enumerate(children, 1))
    return TreeNode(name, None, tuple(children), moves)


class TreeState(NamedTuple):
    """A whole tree, the moves made in it, the node they lead to, and the side to move."""

    root: TreeNode
    path: tuple[str, ...]
    node: TreeNode
    side: Side

    def __hash__(self) -> int:
        """Ignores the tree: states of different trees are seldom compared."""
        return hash(self.path)


AIMA = parent([parent([TreeNode(value=value) for value in values]) for values in ((3, 12, 8), (2, 4, 6), (14, 5, 2))])
"""The two-ply tree of the textbook."""


class Trees:
    """Game trees of any shape as a `core.game.Game`; the sides move in a cycle by depth, the first one at the root."""

    def __init__(self, sides: Sequence[Side] = (Side.MAX, Side.MIN)) -> None:
        self.sides = sides

    def start(self) -> TreeState:
        root = AIMA
        for _ in self.sides[1:] if len(self.sides) > 2 else ():  # until each side has moved, and the first one again
            root = parent([root])
        return self.state(root)

    def state(self, root: TreeNode) -> TreeState:
        """The state at the root of a tree."""
        return TreeState(root, (), root, self.side_at(0))

    def side_at(self, depth: int) -> Side:
        return self.sides[depth % len(self.sides)]

    def to_move(self, state: TreeState) -> Side:
        return state.side

    def moves(self, state: TreeState) -> Sequence[str]:
        """The children in the order of the tree."""
        return state.node.moves

    def play(self, state: TreeState, move: str) -> TreeState:
        root, path, node, _ = state
        place = int(move) - 1 if move.isdigit() else node.moves.index(move)
        return TreeState(root, (*path, move), node.children[place], self.side_at(len(path) + 1))

    def utility(self, state: TreeState) -> Value | None:
        """The value of a leaf."""
        return state.node.value


def leaf_value(state: TreeState) -> Value:
    """The value of a leaf; raises ValueMissingError for any other node."""
    if state.node.value is None:
        node = f"node {state.node.name}" if state.node.name else f"the node after {', '.join(state.path)}"
        raise ValueMissingError(f"{node if state.path else 'the root'} has no value: search to the leaves")
    return state.node.value


def why_no_child(state: TreeState, text: str) -> str:
    """A clause that lists the children of a node, for a move that is not one of them."""
    count = len(state.node.moves)
    if text.isdigit() and not any(child.name for child in state.node.children):
        return "this node has one child, 1" if count == 1 else f"this node has {count} children, 1 to {count}"
    listed = list_some(state.node.moves)
    return f"no child of this node is called {text[:30]}; {'they are' if count > 1 else 'there is'} {listed}"
