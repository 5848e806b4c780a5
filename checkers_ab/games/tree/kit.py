"""The kit of textbook trees: notation, text and picture."""

from __future__ import annotations

import random
import re
from typing import TextIO

from checkers_ab.core.case import Case, read_cases
from checkers_ab.core.errors import OptionError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.picture import Branches
from checkers_ab.games.tree import text as treefile
from checkers_ab.games.tree.rules import TreeNode, Trees, TreeState, Value, leaf_value, parent, why_no_child
from checkers_ab.games.tree.text import NAME

OPTIONS = {
    "first": "who moves at the root, max or min (default max)",
    "sides": "who moves at each depth, over and over, such as MAX,MIN,MIN (default MAX,MIN)",
    "leaves": "bare as in (3 12), or wrapped as in ((3)(12)) (default bare)",
}
LISTS = ("sides",)
"""Options whose values are lists."""
SIDES = {"max": Side.MAX, "min": Side.MIN}
WRAPPED = {"bare": False, "wrapped": True}


def make(first: str | None = None, sides: str | None = None, leaves: str = "bare") -> Kit[TreeState, str, Value]:
    """Makes the kit for a side to move at the root, or a cycle of sides, and a style of leaves."""
    if first is not None and sides is not None:
        raise OptionError("first and sides exclude each other: the first of the sides moves at the root")
    cycle = [first or "max", "min" if first != "min" else "max"] if sides is None else sides.lower().split(",")
    if sides is not None and not set(cycle) <= SIDES.keys():
        raise OptionError(f"sides must be MAX and MIN, separated by commas, found {sides!r}")
    if first not in (None, *SIDES):
        raise OptionError(f"first must be max or min, found {first!r}")
    if leaves not in WRAPPED:
        raise OptionError(f"leaves must be bare or wrapped, found {leaves!r}")
    return TreeKit(Trees([SIDES[side] for side in cycle]), wrapped=WRAPPED[leaves])


class TreeKit(Kit[TreeState, str, Value]):
    """The kit of trees; a search goes down to the leaves, which have values."""

    labels = {side: side.name for side in Side}
    depth = None
    evaluations = {"leaf": leaf_value}
    move_pattern = f"(?:{NAME}|[0-9]++)"
    why_illegal = staticmethod(why_no_child)

    def __init__(self, rules: Trees, *, wrapped: bool) -> None:
        super().__init__(rules)
        self.rules = rules
        self.wrapped = wrapped
        names = ",".join(side.name for side in rules.sides)
        sides = {"MAX,MIN": "", "MIN,MAX": "first=min"}.get(names, f"sides={names}")
        if sides.startswith("sides="):
            self.instructions = f"The sides move in this order, over and over: {names.replace(',', ', ')}."
        options = [sides, "leaves=wrapped" if wrapped else ""]
        self.name = ":".join(filter(None, ("tree", ",".join(filter(None, options)))))

    def format_state(self, state: TreeState) -> str:
        return treefile.format_state(state, wrapped=self.wrapped)

    def parse_state(self, text: str) -> TreeState:
        return treefile.parse_state(self.rules, text, wrapped=self.wrapped)

    def read_states(self, stream: TextIO) -> list[Case[TreeState]]:
        return read_cases(stream, self.parse_state, self.why_doubtful)

    def why_doubtful(self, state: TreeState) -> str:
        """A warning if the leaves of a tree seem to be wrapped and the option is not set; else empty."""
        if self.wrapped or not treefile.wraps_numbers(state.root):
            return ""
        return "every number stands alone in parentheses: if (3) is a leaf and not a node, use tree:leaves=wrapped"

    def inline(self, text: str) -> str | None:
        """The text itself if it begins with `(`, `[`, or a name and `(`."""
        return text if re.match(rf"\s*+(?:[(\[]|{NAME}\()", text) else None

    def why_over(self, state: TreeState) -> str:
        return f"this is a leaf, worth {self.format_value(leaf_value(state))}"

    def picture(self, state: TreeState, move: str | None = None) -> Branches:
        """The whole tree. After the first move the node of the state is marked; with `move` also the path to it."""
        return self._branches(state.root, 0, "", state.path, bool(move))

    def _branches(self, node: TreeNode, depth: int, move: str, path: tuple[str, ...] | None, way: bool) -> Branches:
        """The picture of a node; `path` leads from it to the node of the state, None if that is not below it."""
        children = []
        for step, child in zip(node.moves, node.children, strict=True):
            rest = path[1:] if path and path[0] == step else None
            children.append(self._branches(child, depth + 1, step, rest, way))
        is_leaf = node.value is not None
        return Branches(
            text=treefile.format_node(node) if is_leaf else node.name,
            side=None if is_leaf else self.rules.side_at(depth),
            move=move,
            children=children,
            marked=bool(way and path) or bool(move and path == ()),
        )

    def random_state(self, chance: random.Random) -> TreeState:
        """A tree of 3 or 4 plies with 2 or 3 children for each node and leaves from -9 to 9."""
        return self.rules.state(_random_node(chance, chance.randint(3, 4)))


def _random_node(chance: random.Random, plies: int) -> TreeNode:
    if not plies:
        return TreeNode(value=chance.randint(-9, 9))
    return parent([_random_node(chance, plies - 1) for _ in range(chance.randint(2, 3))])
