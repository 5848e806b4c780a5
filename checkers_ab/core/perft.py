"""Counting move trees."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from checkers_ab.core.game import Game

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


def perft(game: Game[S, M, V], state: S, depth: int, count: Callable[[S], int] | None = None) -> int:
    """How many sequences of `depth` moves there are; `count` counts the moves of a state that is not over."""
    if depth == 0:
        return 1
    if game.utility(state) is not None:
        return 0
    if depth == 1:
        return count(state) if count else len(game.moves(state))
    return sum(perft(game, game.play(state, move), depth - 1, count) for move in game.moves(state))


def tree_size(game: Game[S, M, V], state: S, depth: int, *, limit: int) -> int | None:
    """How many positions the whole tree of `depth` plies holds, the root too; None from `limit` on."""
    size = 1

    def count(state: S, depth: int) -> bool:
        """Counts what lies below `state`; False once the limit is reached."""
        nonlocal size
        if depth == 0 or game.utility(state) is not None:
            return True
        moves = game.moves(state)
        size += len(moves)
        if size >= limit:
            return False
        return depth == 1 or all(count(game.play(state, move), depth - 1) for move in moves)

    return size if count(state, depth) else None
