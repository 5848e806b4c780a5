"""Observers of a search: a base class with hooks, a recorder, statistics, and a tee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Generic, TypeVar

from checkers_ab.core.game import Side
from checkers_ab.core.search import Listener

M = TypeVar("M")
V = TypeVar("V")


class Observer(Generic[M, V]):
    """Base class for observers of a search. Every hook does nothing; override what you need."""

    def visit(self, ply: int, side: Side, move: M) -> None:
        """`side` tries `move`, and the search continues below it."""

    def leaf(self, ply: int, side: Side, move: M, value: V) -> None:
        """`side` tries `move`, which leads to a leaf with this `value`."""

    def prune(self, ply: int, side: Side, moves: Sequence[M], alpha: V, beta: V) -> None:
        """`side` skips `moves`, one or more, because of the cutoff at (`alpha`, `beta`)."""


@dataclass(frozen=True, slots=True)
class Visit(Generic[M]):
    ply: int
    side: Side
    move: M


@dataclass(frozen=True, slots=True)
class Leaf(Generic[M, V]):
    ply: int
    side: Side
    move: M
    value: V


@dataclass(frozen=True, slots=True)
class Prune(Generic[M, V]):
    ply: int
    side: Side
    moves: tuple[M, ...]
    alpha: V
    beta: V


@dataclass(slots=True)
class PlyCount:
    """The counts of one ply."""

    nodes: int = 0
    leaves: int = 0
    cuts: int = 0
    moves_cut: int = 0


class Recorder(Observer[M, V]):
    """Records all events of a search, in order, in `events`."""

    def __init__(self) -> None:
        self.events: list[Visit[M] | Leaf[M, V] | Prune[M, V]] = []

    def visit(self, ply: int, side: Side, move: M) -> None:
        self.events.append(Visit(ply, side, move))

    def leaf(self, ply: int, side: Side, move: M, value: V) -> None:
        self.events.append(Leaf(ply, side, move, value))

    def prune(self, ply: int, side: Side, moves: Sequence[M], alpha: V, beta: V) -> None:
        self.events.append(Prune(ply, side, tuple(moves), alpha, beta))


class Statistics(Observer[M, V]):
    """Counts nodes (including the root), leaves, cuts and moves cut of a search, in total and by ply."""

    def __init__(self) -> None:
        self.plies: list[PlyCount] = []

    def at(self, ply: int) -> PlyCount:
        while len(self.plies) < ply:
            self.plies.append(PlyCount())
        return self.plies[ply - 1]

    def visit(self, ply: int, side: Side, move: M) -> None:
        self.at(ply).nodes += 1

    def leaf(self, ply: int, side: Side, move: M, value: V) -> None:
        count = self.at(ply)
        count.nodes += 1
        count.leaves += 1

    def prune(self, ply: int, side: Side, moves: Sequence[M], alpha: V, beta: V) -> None:
        count = self.at(ply)
        count.cuts += 1
        count.moves_cut += len(moves)

    @property
    def nodes(self) -> int:
        return 1 + sum(count.nodes for count in self.plies)

    @property
    def leaves(self) -> int:
        return sum(count.leaves for count in self.plies)

    @property
    def cuts(self) -> int:
        return sum(count.cuts for count in self.plies)

    @property
    def moves_cut(self) -> int:
        return sum(count.moves_cut for count in self.plies)

    @property
    def depth(self) -> int:
        """The deepest ply of the search: m."""
        return len(self.plies)

    @property
    def branching(self) -> float:
        """The mean number of moves of a searched node, including cut moves: b. 0 without a move."""
        opened = self.nodes - self.leaves
        return (self.nodes - 1 + self.moves_cut) / opened if self.plies else 0.0

    @property
    def best_case(self) -> float:
        """The fewest leaves that alpha-beta visits in a uniform tree, with perfect move ordering: about b^(m/2)."""
        up, down = (self.depth + 1) // 2, self.depth // 2
        try:
            return self.branching**up + self.branching**down - 1
        except OverflowError:
            return inf

    @property
    def effective_branching(self) -> float:
        """The branching factor of a uniform tree with this depth and as many nodes; 0 without a move."""
        return even_branching(self.nodes, self.depth)


def even_branching(nodes: int, depth: int) -> float:
    """The b with 1 + b + ... + b**depth == nodes, to within a millionth."""
    low, high = 0.0, nodes ** (1 / depth) if depth else 0.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        if sum(middle**ply for ply in range(depth + 1)) < nodes:
            low = middle
        else:
            high = middle
    return high


class Tee(Observer[M, V]):
    """Forwards every call to several observers, in the order given."""

    def __init__(self, *observers: Listener[M, V]) -> None:
        self.observers = observers

    def visit(self, ply: int, side: Side, move: M) -> None:
        for observer in self.observers:
            observer.visit(ply, side, move)

    def leaf(self, ply: int, side: Side, move: M, value: V) -> None:
        for observer in self.observers:
            observer.leaf(ply, side, move, value)

    def prune(self, ply: int, side: Side, moves: Sequence[M], alpha: V, beta: V) -> None:
        for observer in self.observers:
            observer.prune(ply, side, moves, alpha, beta)
