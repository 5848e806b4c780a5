"""A search as a tree: windows and the moves that set their ends, values and bounds, cuts.

The one fold of a search: the page, the terminal's tree and `explain` all read it. A judge of traces keeps windows of
its own, so that the two can't be wrong together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, NamedTuple

from checkers_ab.core.game import Side
from checkers_ab.core.values import INF, OPEN

Window = tuple[Any, Any]


class Bound(Enum):
    """The meaning of the value that a position came back with."""

    EXACT = "exactly"
    AT_LEAST = "at least"
    AT_MOST = "at most"


class Setter(NamedTuple):
    """A move that set an end of a window, and its line in the trace."""

    line: int
    ply: int
    side: Side
    move: Any


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
        "moves_cut",
        "narrowed",
        "ply",
        "positions",
        "to_move",
        "tried",
        "value",
        "window",
    )

    def __init__(
        self,
        ply: int,
        move: Any,
        to_move: Side,
        line: int,
        window: Window,
        alpha_by: Setter | None = None,
        beta_by: Setter | None = None,
    ) -> None:
        self.ply = ply
        self.move = move
        self.to_move = to_move
        """A guess until a move is tried or cut here: no hook tells it before."""
        self.line = line
        """The line of the move in the trace; 0 for the root."""
        self.window = window
        """The window it began with."""
        self.narrowed = window
        """The window now."""
        self.alpha_by = alpha_by
        self.beta_by = beta_by
        """The moves that set the ends of the window now, here or above."""
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

    def take(self, child: Node) -> None:
        """A move has been searched: folds it in as the search does."""
        maximizing, first, value = self.to_move is Side.MAX, self.value is None, child.value
        better = max if maximizing else min
        self.low = child.low if first else better(self.low, child.low)
        self.high = child.high if first else better(self.high, child.high)
        if first or (value > self.value if maximizing else value < self.value):
            self.value, self.best = value, child
            alpha, beta = self.narrowed
            if maximizing and value > alpha:
                self.narrowed, self.alpha_by = (value, beta), self._setter(child)
            elif not maximizing and value < beta:
                self.narrowed, self.beta_by = (alpha, value), self._setter(child)
        self.tried += 1
        self.positions += 1 + child.positions
        self.moves_cut += child.moves_cut

    def _setter(self, child: Node) -> Setter:
        return Setter(child.line, child.ply, self.to_move, child.move)

    def leave_out(self, cut: Cut) -> None:
        """The other moves are cut: they could only be better for the side to move."""
        self.cut = cut
        self.moves_cut += len(cut.moves)
        if self.to_move is Side.MAX:
            self.high = INF
        else:
            self.low = -INF


class Step(NamedTuple):
    """Something that happened in a search, with the window at that moment."""

    kind: str
    """`visit`: a move is tried, and the search goes on below it; `leaf`: one is tried that leads to a value;
    `return`: a visited move came back with its value; `prune`: the other moves are cut."""
    line: int
    """The line in the trace; for `return` that of the move."""
    path: tuple[Node, ...]
    """The positions from the root to that in which the move is tried, or the moves are cut."""
    child: Node | None
    """The position that the move leads to; None for `prune`."""
    before: Window
    window: Window
    """The window of the last position of the path; a visited one begins with it."""
    alpha_by: Setter | None
    beta_by: Setter | None
    """The moves that set the ends of the window."""
    cut: Cut | None = None
    """The moves that are cut; None for the other kinds."""

    @property
    def position(self) -> Node:
        return self.path[-1]

    @property
    def side(self) -> Side:
        """The side whose move is tried, or whose moves are cut."""
        return self.path[-1].to_move

    @property
    def ply(self) -> int:
        return len(self.path)

    @property
    def has_value(self) -> bool:
        """True if a value came back."""
        return self.kind in ("leaf", "return")


class TreeBuilder:
    """Hears a search (see `core.search.Listener`), keeps its tree and passes on each step to `heard`.

    Nodes are kept down to the ply `plies`; below that, and where more than `most` would be kept, they are counted and
    only the best line stays. `plies` then tells how far the tree goes, `deepest` how far the search went. `line` is
    the line of the trace that was heard last: each event is one.
    """

    def __init__(
        self,
        side: Side,
        *,
        plies: int = 0,
        most: int = 100_000,
        line: int = 0,
        heard: Callable[[Step], object] | None = None,
    ) -> None:
        self.root = Node(0, None, side, 0, OPEN)
        self.plies = plies
        self.line = line
        self.deepest = 0
        self._most = most
        self._heard = heard
        self._kept: dict[int, int] = {}
        self._open = [self.root]

    def visit(self, ply: int, side: Side, move: Any) -> None:
        node = self._begin(ply, side, move)
        self._tell("visit", node.line, node)
        self._open.append(node)

    def leaf(self, ply: int, side: Side, move: Any, value: Any) -> None:
        node = self._begin(ply, side, move)
        node.value = node.low = node.high = value
        self._close(node, "leaf")

    def prune(self, ply: int, side: Side, moves: Sequence[Any], alpha: Any, beta: Any) -> None:
        node = self.reach(ply)
        node.to_move = side
        self.line += 1
        cut = Cut(tuple(moves), alpha, beta)
        node.leave_out(cut)
        self._tell("prune", self.line, None, cut=cut)

    def finish(self) -> Node:
        """The search is over: its root."""
        return self.reach(1)

    def reach(self, ply: int) -> Node:
        """The position whose moves are those of a ply; what is open below it has ended."""
        while len(self._open) > ply:
            node = self._open.pop()
            if node.value is not None:  # a search always has one, somebody's trace may not
                self._close(node, "return")
        return self._open[-1]

    def claim(self, value: Any) -> None:
        """Somebody's trace says what the position is worth whose moves are being tried."""
        self.position.value = self.position.low = self.position.high = value

    @property
    def position(self) -> Node:
        """The position whose moves are being tried."""
        return self._open[-1]

    def _begin(self, ply: int, side: Side, move: Any) -> Node:
        parent = self.reach(ply)
        parent.to_move = side
        self.line += 1
        self.deepest = max(self.deepest, ply)
        return Node(ply, move, side.opponent, self.line, parent.narrowed, parent.alpha_by, parent.beta_by)

    def _close(self, node: Node, kind: str) -> None:
        parent = self._open[-1]
        before = parent.narrowed
        parent.take(node)
        if node.ply <= self.plies:
            parent.children.append(node)
            self._kept[node.ply] = self._kept.get(node.ply, 0) + 1
            while self.plies > 1 and sum(self._kept.values()) > self._most:
                self._forget_last_ply()
        self._tell(kind, node.line, node, before)

    def _tell(
        self, kind: str, line: int, child: Node | None, before: Window | None = None, cut: Cut | None = None
    ) -> None:
        if self._heard is not None:
            node = self._open[-1]
            window = node.narrowed
            path = tuple(self._open)
            self._heard(Step(kind, line, path, child, before or window, window, node.alpha_by, node.beta_by, cut))

    def _forget_last_ply(self) -> None:
        deepest = max(self._kept)
        del self._kept[deepest]
        self.plies = deepest - 1
        for node in self._open:
            _forget_below(node, self.plies)


def _forget_below(node: Node, ply: int) -> None:
    if node.ply == ply:
        node.children.clear()
    for child in node.children:
        _forget_below(child, ply)
