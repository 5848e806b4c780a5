"""Perft: counting the nodes of move trees."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from checkers_ab.core.game import Game
from checkers_ab.core.values import INF

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


def perft(game: Game[S, M, V], state: S, depth: int, count: Callable[[S], int] | None = None) -> int:
    """The number of sequences of `depth` moves. `count` is an optional fast count of the moves of a state."""
    if depth == 0:
        return 1
    if game.utility(state) is not None:
        return 0
    if depth == 1:
        return count(state) if count else len(game.moves(state))
    return sum(perft(game, game.play(state, move), depth - 1, count) for move in game.moves(state))


def tree_size(game: Game[S, M, V], state: S, depth: int | None, *, limit: int) -> int | None:
    """The number of nodes of the tree of `depth` plies (None: to the end), with the root; None if `limit` or more."""
    size = 1

    def count(state: S, depth: float) -> bool:
        """Counts the nodes below `state`; returns False at the limit."""
        nonlocal size
        if depth == 0 or game.utility(state) is not None:
            return True
        moves = game.moves(state)
        size += len(moves)
        if size >= limit:
            return False
        return depth == 1 or all(count(game.play(state, move), depth - 1) for move in moves)

    return size if count(state, INF if depth is None else depth) else None
