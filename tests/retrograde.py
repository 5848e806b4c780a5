"""Endgames of English draughts worked out to their end, without a search: backwards from what is won and lost."""

from __future__ import annotations

from collections import deque

from checkers_ab import Board
from checkers_ab.games.checkers.english import English

GAME = English()


def plies_to_the_end(start: Board) -> dict[Board, int]:
    """Every position that can come of one and is decided, with the plies to its end; odd if the side to move wins.

    Who wins does so as soon as possible, who loses as late. What is not there is a draw.
    """
    before: dict[Board, list[Board]] = {start: []}
    open_moves: dict[Board, int] = {}
    found = [start]
    for board in found:  # which grows as it goes
        children = [GAME.play(board, move) for move in GAME.moves(board)] if GAME.utility(board) is None else []
        open_moves[board] = len(children)
        for child in children:
            if child not in before:
                before[child] = []
                found.append(child)
            before[child].append(board)
    plies = {board: 0 for board, moves in open_moves.items() if not moves}
    decided = deque(plies)
    while decided:
        board = decided.popleft()
        for parent in before[board]:
            open_moves[parent] -= 1
            if parent not in plies and (plies[board] % 2 == 0 or open_moves[parent] == 0):
                plies[parent] = plies[board] + 1
                decided.append(parent)
    return plies
