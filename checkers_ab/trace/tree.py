"""The tree of a search: what was tried and with which window, what came back, what was cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import Board, Move
from checkers_ab.games.checkers.rules import INF, MAX, Value
from checkers_ab.trace.convention import ASSIGNMENT, Convention
from checkers_ab.trace.solve import DEPTH, solve

Window = tuple[Value, Value]


class Bound(Enum):
    """What is known of a position that came back with a value."""

    EXACT = "exactly"
    AT_LEAST = "at least"
    AT_MOST = "at most"


@dataclass(frozen=True, slots=True)
class Cut:
    """Moves that were left out, one or more, and the window that had closed."""

    moves: tuple[Move, ...]
    alpha: Value
    beta: Value


@dataclass(slots=True, eq=False)
class Node:
    """A position of the search: the move that led to it at `ply` (0 and None for the root), and what came of it."""

    ply: int
    move: Move | None
    to_move: Side
    window: Window
    """What it began with."""
    narrowed: Window
    """What that has become."""
    value: Value | None = None
    """The best value that came back from below, also outside the window; None if nothing has."""
    low: Value = -INF
    high: Value = INF
    """Between these the position is proven to lie."""
    best: Node | None = None
    """The first of the best moves, with its own best below it, however deep; None for a leaf."""
    children: list[Node] = field(default_factory=list)
    """The moves that were searched, in order; none where the tree is only counted."""
    tried: int = 0
    """How many moves were searched here."""
    cut: Cut | None = None
    positions: int = 0
    """How many positions were searched below."""
    moves_cut: int = 0
    """How many moves were cut here and below."""

    @property
    def bound(self) -> Bound:
        """Whether the value is the position's, or the least or the most that it can be, for moves were cut."""
        if self.low == self.high:
            return Bound.EXACT
        return Bound.AT_LEAST if self.value == self.low else Bound.AT_MOST

    def take(self, child: Node) -> None:
        """A move has been searched: folds it in as the search does."""
        assert child.value is not None, "what was searched has a value"
        better = max if self.to_move is MAX else min
        if self.value is None:
            self.low, self.high = child.low, child.high
        else:
            self.low, self.high = better(self.low, child.low), better(self.high, child.high)
        if self.value is None or better(self.value, child.value) != self.value:
            self.value, self.best = child.value, child
        alpha, beta = self.narrowed
        self.narrowed = (max(alpha, self.value), beta) if self.to_move is MAX else (alpha, min(beta, self.value))
        self.tried += 1
        self.positions += 1 + child.positions
        self.moves_cut += child.moves_cut

    def leave_out(self, cut: Cut) -> None:
        """The other moves are cut: they could only be better for the side to move."""
        self.cut = cut
        self.moves_cut += len(cut.moves)
        if self.to_move is MAX:
            self.high = INF
        else:
            self.low = -INF


class TreeBuilder:
    """Hears a search of checkers (see `core.search.Listener`) and keeps its tree.

    Nodes are kept down to the ply `plies`; below that, and where more than `most` would be kept, they are counted and
    only the best line stays. `plies` then tells how far the tree goes.
    """

    def __init__(self, side: Side, *, plies: int, most: int) -> None:
        self.root = Node(0, None, side, (-INF, INF), (-INF, INF))
        self.plies = plies
        self._most = most
        self._kept = [0] * (plies + 1)
        self._open = [self.root]

    def visit(self, ply: int, side: Side, move: Move) -> None:
        window = self._reach(ply).narrowed
        self._open.append(Node(ply, move, side.opponent, window, window))

    def leaf(self, ply: int, side: Side, move: Move, value: Value) -> None:
        window = self._reach(ply).narrowed
        self._close(Node(ply, move, side.opponent, window, window, value, value, value))

    def prune(self, ply: int, side: Side, moves: Sequence[Move], alpha: Value, beta: Value) -> None:
        self._reach(ply).leave_out(Cut(tuple(moves), alpha, beta))

    def finish(self) -> Node:
        """The search is over: its root."""
        return self._reach(1)

    def _reach(self, ply: int) -> Node:
        """The node whose moves are those of a ply; what is open below it has ended."""
        while len(self._open) > ply:
            self._close(self._open.pop())
        return self._open[-1]

    def _close(self, node: Node) -> None:
        parent = self._open[-1]
        parent.take(node)
        if node.ply <= self.plies:
            parent.children.append(node)
            self._kept[node.ply] += 1
            while self.plies > 1 and sum(self._kept) > self._most:
                self._forget_last_ply()

    def _forget_last_ply(self) -> None:
        self._kept[self.plies] = 0
        self.plies -= 1
        for node in self._open:
            _forget_below(node, self.plies)


def _forget_below(node: Node, ply: int) -> None:
    if node.ply == ply:
        node.children.clear()
    for child in node.children:
        _forget_below(child, ply)


@dataclass(frozen=True, slots=True)
class Tree:
    """The root of a search, whose value is None if the game is over, and how many plies of it are kept."""

    root: Node
    plies: int


def grow_tree(
    board: Board, *, depth: int = DEPTH, convention: Convention = ASSIGNMENT, plies: int = DEPTH, most: int = 100_000
) -> Tree:
    """The tree of the homework's search, `plies` of it kept, or fewer so that there are `most` nodes."""
    builder = TreeBuilder(board.side, plies=plies, most=most)
    solve(board, depth=depth, convention=convention, observer=builder)
    return Tree(builder.finish(), builder.plies)
