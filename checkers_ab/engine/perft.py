"""Perft of checkers with the kernel."""

from __future__ import annotations

from collections import Counter
from typing import Any

from checkers_ab.core.game import Game
from checkers_ab.engine import kernel
from checkers_ab.engine.position import has_single_jumps, position_of
from checkers_ab.games.checkers.board import Board

AT_ONCE = 7
"""The plies that the kernel counts in one call: short enough for Ctrl-C to work."""


def merges(depth: int) -> bool:
    """True if `perft` counts equal boards once, and multiplies; then its time says nothing about leaves a second."""
    return depth > AT_ONCE


def perft(game: Game[Board, Any, Any], board: Board, depth: int) -> int:
    """The number of sequences of `depth` moves, in a game for which `position.has_single_jumps` is not None."""
    single = has_single_jumps(game)
    assert single is not None, "a game that the engine knows"
    boards = Counter([board])  # equal boards are counted once, and multiplied
    while depth > AT_ONCE:
        boards, above = Counter[Board](), boards
        for parent, times in above.items():
            if game.utility(parent) is None:
                for move in game.moves(parent):
                    boards[game.play(parent, move)] += times
        depth -= 1
    return sum(times * _count(game, leaf, depth, single) for leaf, times in boards.items())


def _count(game: Game[Board, Any, Any], board: Board, depth: int, single: bool) -> int:
    if depth == 0:
        return 1
    if game.utility(board) is not None:
        return 0
    return kernel.perft(*position_of(board), depth, single)
