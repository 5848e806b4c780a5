"""A search as a tree: windows and the moves that set their ends, values and bounds, cuts.

The one fold of a search: the page, the terminal's tree and `explain` all read it. A judge of traces keeps windows of
its own, so that the two can't be wrong together.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

from checkers_ab.core.game import Side
from checkers_ab.core.steps import Ends, Step
from checkers_ab.core.values import INF, OPEN


class Bound(Enum):
    """The meaning of the value that a position came back with."""

    EXACT = "exactly"
    AT_LEAST = "at least"
    AT_MOST = "at most"


class Cut(NamedTuple):
    """Moves that were left out, one or more, and the window that had closed."""

    moves: tuple[Any, ...]
    alpha: Any
    beta: Any


class Node:
    """A position of the search: the move that led to it at `ply` (0 and None for the root), and what came of it."""

    __slots__ = (
        "alpha_by",
        "best",
        "beta_by",
        "children",
        "cut",
        "high",
        "line",
        "low",
        "move",
        "mover",
        "moves_cut",
        "narrowed",
        "ply",
        "positions",
        "to_move",
        "tried",
        "value",
        "window",
    )

    ply: int
    mover: Side
    """The side that moved here; of the root the side to move."""
    to_move: Side
    """The side to move; of a leaf the side that moved here."""
    window: Ends
    """The window it began with."""
    narrowed: Ends
    """The window now."""
    alpha_by: Node | None
    beta_by: Node | None
    """The nodes whose values set the ends of the window now, here or above."""

    def __init__(self, to_move: Side, above: Node | None = None, move: Any = None, line: int = 0) -> None:
        if above is None:
            self.ply, self.mover, self.window = 0, to_move, OPEN
            self.alpha_by = self.beta_by = None
        else:
            self.ply, self.mover, self.window = above.ply + 1, above.to_move, above.narrowed
            self.alpha_by, self.beta_by = above.alpha_by, above.beta_by
        self.move = move
        self.to_move = to_move
        """A guess until a move is tried or cut here: no hook tells it before."""
        self.line = line
        """The line of the move in a log; 0 where there is none."""
        self.narrowed = self.window
        self.value: Any = None
        """The best value that came back from below, also outside the window; None if nothing has."""
        self.low: Any = -INF
        self.high: Any = INF
        """Between these the position is proven to lie."""
        self.best: Node | None = None
        """The first of the best moves, with its own best below it, however deep; None for a leaf."""
        self.children: list[Node] = []
        """The moves that were searched, in order; none where the tree is only counted."""
        self.tried = 0
        """The number of moves that were searched here."""
        self.cut: Cut | None = None
        self.positions = 0
        """The number of positions that were searched below."""
        self.moves_cut = 0
        """The number of moves that were cut here and below."""

    @property
    def bound(self) -> Bound:
        """Exact, or the least or the most that the position can be worth, for moves were cut."""
        if self.low == self.high:
            return Bound.EXACT
        return Bound.AT_LEAST if self.value == self.low else Bound.AT_MOST

    def settle(self, value: Any) -> None:
        """A leaf has this value, or somebody's log claims it for a position."""
        self.value = self.low = self.high = value

    def take(self, child: Node, step: Step) -> None:
        """Fold in a move that has been searched, as the step `back` tells."""
        maximizing, first = step.side is Side.MAX, self.value is None
        better = max if maximizing else min
        self.low = child.low if first else better(self.low, child.low)
        self.high = child.high if first else better(self.high, child.high)
        if first or step.value != self.value:
            self.value, self.best = step.value, child
        narrowed = step.alpha, step.beta
        if narrowed != self.narrowed:
            self.narrowed = narrowed
            if maximizing:
                self.alpha_by = child
            else:
                self.beta_by = child
        self.tried += 1
        self.positions += 1 + child.positions
        self.moves_cut += child.moves_cut

    def leave_out(self, cut: Cut) -> None:
        """The other moves are cut: they could only be better for the side to move."""
        self.cut = cut
        self.moves_cut += len(cut.moves)
        if self.to_move is Side.MAX:
            self.high = INF
        else:
            self.low = -INF


class Tree:
    """Hears the steps of a search (see `core.steps`) and keeps its tree.

    Nodes are kept down to the ply `plies`; below that, and where more than `most` would be kept, they are counted and
    only the best line stays. `plies` then tells how far the tree goes, `deepest` how far the search went.
    """

    def __init__(self, side: Side, *, plies: int = 0, most: int = 100_000) -> None:
        self.root = Node(side)
        self.plies = plies
        self.deepest = 0
        self.open = [self.root]
        """The nodes from the root to the one whose moves are tried, or to one whose value has not come back yet."""
        self.last: Node | None = None
        """The node whose value came back with the last step; None if none did."""
        self._most = most
        self._kept: dict[int, int] = {}

    def hear(self, step: Step, line: int = 0) -> None:
        """Take in a step, and the line on which a log has it."""
        kind, path, nodes = step.kind, step.path, self.open
        self.last = None
        if kind == "back":
            self._take_back(step)
        elif kind == "cut":
            nodes[-1].leave_out(Cut(tuple(step.moves), step.alpha, step.beta))
        elif path and kind != "answer":
            node = Node(step.side, nodes[-1], path[-1], line)
            nodes.append(node)
            self.deepest = max(self.deepest, node.ply)
            if kind == "leaf":
                node.settle(step.value)

    def _take_back(self, step: Step) -> None:
        nodes = self.open
        if len(nodes) == len(step.path) + 1:
            nodes[-1].settle(step.value)
            return
        child = nodes.pop()
        if child.value is None:  # a search always finds a value, somebody's log may show none
            return
        nodes[-1].take(child, step)
        self.last = child
        if child.ply <= self.plies:
            nodes[-1].children.append(child)
            self._kept[child.ply] = self._kept.get(child.ply, 0) + 1
            while self.plies > 1 and sum(self._kept.values()) > self._most:
                self._forget_last_ply()

    def _forget_last_ply(self) -> None:
        deepest = max(self._kept)
        del self._kept[deepest]
        self.plies = deepest - 1
        for node in self.open:
            _forget_below(node, self.plies)


def _forget_below(node: Node, ply: int) -> None:
    if node.ply == ply:
        node.children.clear()
    for child in node.children:
        _forget_below(child, ply)
