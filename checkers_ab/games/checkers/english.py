"""English draughts: the homework's rules with chains of jumps. Bill has the black pieces and moves first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import Board, Move, Square
from checkers_ab.games.checkers.rules import Checkers, Value

Route = tuple[Square, ...]
"""The squares that a piece visits in one move, its origin first: two for a step, two or more for jumps."""

QUIET_MOVES = 40
"""The number of moves of each side without a jump or a move of a man that make a draw."""


class English:
    """The rules of English draughts, as a `core.game.Game`: a jump continues as long as possible.

    A jump is mandatory, but not the longest one. A man that reaches the far row is crowned, and its move ends there.
    A piece is jumped only once; a king may return to its origin.
    """

    def __init__(self) -> None:
        self.checkers = Checkers()

    def start(self) -> Board:
        """Twelve men a side, Bill to move."""
        return self.checkers.start().with_side(Side.MIN)

    def to_move(self, board: Board) -> Side:
        return board.side

    def moves(self, board: Board) -> list[Route]:
        """The legal moves in reading order: by origin, then by each square of the path."""
        jumps = self.checkers.jumps(board)
        if not jumps:
            return [*self.checkers.steps(board)]
        return [route for jump in jumps for route in self._chains(board, jump)]

    def _chains(self, board: Board, jump: Move) -> list[Route]:
        """The whole moves that begin with a jump."""
        origin, target = jump
        # Jumped pieces are removed at once. That changes nothing: a chain lands on every second row only, and jumps
        # over pieces on the other rows.
        after = self.checkers.play(board, jump).with_side(board.side)
        crowned = bool(after.kings >> target & 1) and not board.kings >> origin & 1
        further = [jump for jump in self.checkers.jumps(after) if jump[0] == target] if self.goes_on(crowned) else []
        return [(origin, *route) for jump in further for route in self._chains(after, jump)] or [jump]

    def goes_on(self, crowned: bool) -> bool:
        """True if a piece may jump again after a jump that did or did not crown it."""
        return not crowned

    def play(self, board: Board, move: Route) -> Board:
        """The board after a legal move: jumped pieces are removed, a man on the far row becomes a king."""
        side = board.side
        for hop in pairwise(move):
            board = self.checkers.play(board, hop).with_side(side)
        return board.with_side(side.opponent)

    def utility(self, board: Board) -> Value | None:
        """As in the homework: a side without a piece has lost, and so has the side to move without a move."""
        return self.checkers.utility(board)


def why_drawn(boards: Sequence[Board]) -> str:
    """The reason for a draw, given all boards of a game so far; empty if it is not a draw."""
    if boards.count(boards[-1]) >= 3:
        return "the position has come up three times"
    quiet = boards[-2 * QUIET_MOVES - 1 :]
    if len(quiet) > 2 * QUIET_MOVES and progress_of(quiet[0]) == progress_of(quiet[-1]):
        return f"{QUIET_MOVES} moves of each side without a jump or a man's move"
    return ""


def progress_of(board: Board) -> tuple[int, int, int]:
    """The irreversible part of a board: the men of both sides, and the number of kings."""
    return board.alice & ~board.kings, board.bill & ~board.kings, board.kings.bit_count()
