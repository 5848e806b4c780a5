"""The true value of a move, by a plain recursion of its own: no search that it could be wrong together with."""

from __future__ import annotations

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.rules import INF, Value
from checkers_ab.trace.meaning import Meaning, Squares

VALUES: list[Value] = [-INF, *range(-48, 49), INF]
"""Every value a board can have, ascending."""


def reaches(meaning: Meaning, parent: Board, board: Board, ply: int, bar: Value) -> bool:
    """Whether the board after `ply` plies is worth `bar` or more to Alice."""
    over = meaning.rules.utility(board)
    if over is not None:
        return over >= bar
    if ply == meaning.depth:
        return meaning.evaluate(parent, board) >= bar
    play = meaning.rules.play
    outcomes = (reaches(meaning, board, play(board, move), ply + 1, bar) for move in meaning.rules.moves(board))
    return any(outcomes) if board.side is Side.MAX else all(outcomes)


def value_of(meaning: Meaning, root: Board, move: Squares) -> Value:
    """What a first move is worth."""
    child = meaning.rules.play(root, move)
    low, high = 0, len(VALUES) - 1  # the value is at or above VALUES[low], and not above VALUES[high]
    while low < high:
        middle = (low + high + 1) // 2
        if reaches(meaning, root, child, 1, VALUES[middle]):
            low = middle
        else:
            high = middle - 1
    return VALUES[low]
