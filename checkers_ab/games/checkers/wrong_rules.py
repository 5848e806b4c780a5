"""Wrong rules of checkers: each class breaks one rule of the homework."""

from __future__ import annotations

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.bits import BOTTOM_ROW, TOP_ROW
from checkers_ab.games.checkers.board import Board, Move
from checkers_ab.games.checkers.english import English
from checkers_ab.games.checkers.material import material
from checkers_ab.games.checkers.rules import Checkers, Value


class OptionalJumps(Checkers):
    def moves(self, board: Board) -> list[Move]:
        return self.jumps(board) + self.steps(board)


class MenBackwards(Checkers):
    def sight(self, board: Board) -> tuple[int, int, int, int]:
        ups, downs, enemy, empty = super().sight(board)
        return ups | downs, ups | downs, enemy, empty

    def play(self, board: Board, move: Move) -> Board:
        return _uncrowned_at_home(board, move, super().play(board, move))


class MenJumpBackwards(Checkers):
    def jumps(self, board: Board) -> list[Move]:
        return MenBackwards.jumps(MenBackwards(), board)

    def utility(self, board: Board) -> Value | None:
        over = super().utility(board)
        return None if over is not None and board.alice and board.bill and self.jumps(board) else over

    def play(self, board: Board, move: Move) -> Board:
        return _uncrowned_at_home(board, move, super().play(board, move))


def _uncrowned_at_home(board: Board, move: Move, child: Board) -> Board:
    """The board after a move, with a man on its own first row not crowned."""
    home = BOTTOM_ROW if board.side is Side.MAX else TOP_ROW
    if board.kings >> move[0] & 1 or not home >> move[1] & 1:
        return child
    return Board(child.alice, child.bill, child.kings & ~(1 << move[1]), child.side)


class NoCrowning(Checkers):
    def play(self, board: Board, move: Move) -> Board:
        child = super().play(board, move)
        if board.kings >> move[0] & 1:
            return child
        return Board(child.alice, child.bill, child.kings & ~(1 << move[1]), child.side)


class BlockedIsEvaluated(Checkers):
    def utility(self, board: Board) -> Value | None:
        over = super().utility(board)
        return material(board) if over is not None and board.alice and board.bill else over


class CrownedGoesOn(English):
    """Single jumps, but a man that a jump crowns continues as a king."""

    def goes_on(self, crowned: bool) -> bool:
        return crowned


class EverythingGoesOn(English):
    """Chains of jumps that crowning does not end."""

    def goes_on(self, crowned: bool) -> bool:
        return True
