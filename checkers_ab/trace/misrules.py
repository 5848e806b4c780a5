"""Checkers as some programs play it: each class breaks one rule of the homework."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from checkers_ab.checkers.bits import BOTTOM_ROW, FAR_ROWS, TOP_ROW
from checkers_ab.checkers.board import Board, Move
from checkers_ab.checkers.material import material
from checkers_ab.checkers.rules import Checkers, Value
from checkers_ab.core.game import Side
from checkers_ab.trace.meaning import Squares


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
    """The board after a move, but a man that went back to its own first row is still a man."""
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


class Negated(Checkers):
    def utility(self, board: Board) -> Value | None:
        over = super().utility(board)
        return None if over is None else -over


class MultipleJumps:
    """A jump goes on while there is another for the same piece; being crowned ends it, as in the real game."""

    def __init__(self) -> None:
        self.single = Checkers()

    def goes_on(self, crowned: bool) -> bool:
        """Whether a piece that has jumped may jump again."""
        return not crowned

    def moves(self, board: Board) -> Sequence[Squares]:
        jumps = self.single.jumps(board)
        return [longer for jump in jumps for longer in self._longer(board, jump)] or self.single.steps(board)

    def _longer(self, board: Board, path: Squares) -> list[Squares]:
        after = self._hop(board, path[-2:])
        crowned = not board.kings >> path[-2] & 1 and bool(1 << path[-1] & FAR_ROWS)
        nexts = [jump for jump in self.single.jumps(after) if jump[0] == path[-1]] if self.goes_on(crowned) else []
        return [longer for jump in nexts for longer in self._longer(after, (*path, jump[1]))] or [path]

    def _hop(self, board: Board, pair: Squares) -> Board:
        """The board after one jump of a chain, with the same side to move."""
        after = self.single.play(board, (pair[0], pair[1]))
        return Board(after.alice, after.bill, after.kings, board.side)

    def play(self, board: Board, move: Squares) -> Board:
        for pair in pairwise(move):
            board = self._hop(board, pair)
        return Board(board.alice, board.bill, board.kings, Side.MIN if board.side is Side.MAX else Side.MAX)

    def utility(self, board: Board) -> Value | None:
        return self.single.utility(board)


class CrownedGoesOn(MultipleJumps):
    """Single jumps, but a man that is crowned by one goes on as a king."""

    def goes_on(self, crowned: bool) -> bool:
        return crowned


class EverythingGoesOn(MultipleJumps):
    """Multiple jumps that being crowned does not end."""

    def goes_on(self, crowned: bool) -> bool:
        return True
