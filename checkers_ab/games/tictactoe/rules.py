"""The rules of the m,n,k-game: the sides take cells in turn, and k in a row win. X is MAX and moves first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from checkers_ab.core.game import Side
from checkers_ab.core.grid import straight_lines


class Cells(NamedTuple):
    """The cells of X and of O, as bits in reading order from the lowest."""

    crosses: int
    noughts: int


class TicTacToe:
    """The m,n,k-game as a `core.game.Game`; `row` cells in a row win. A move is the number of a cell."""

    def __init__(self, width: int = 3, height: int = 3, row: int = 3) -> None:
        self.width = width
        self.height = height
        self.row = row
        self.full = (1 << width * height) - 1
        self.lines = [sum(1 << y * width + x for y, x in line) for line in straight_lines(width, height, row)]
        # Caches: the same sets of cells occur in many states.
        self.has_line = lru_cache(maxsize=1 << 16)(self._has_line)
        self.lines_beside = lru_cache(maxsize=1 << 16)(self._lines_beside)

    def start(self) -> Cells:
        return Cells(0, 0)

    def to_move(self, state: Cells) -> Side:
        return Side.MAX if state.crosses.bit_count() == state.noughts.bit_count() else Side.MIN

    def moves(self, state: Cells) -> Sequence[int]:
        """The empty cells in reading order."""
        taken = state.crosses | state.noughts
        return [cell for cell in range(self.width * self.height) if not taken >> cell & 1]

    def play(self, state: Cells, move: int) -> Cells:
        crosses, noughts = state
        if crosses.bit_count() == noughts.bit_count():
            return Cells(crosses | 1 << move, noughts)
        return Cells(crosses, noughts | 1 << move)

    def utility(self, state: Cells) -> int | None:
        """1 if X has won, -1 if O has, 0 if the board is full."""
        crosses, noughts = state
        if self.has_line(crosses):
            return 1
        if self.has_line(noughts):
            return -1
        return 0 if crosses | noughts == self.full else None

    def _has_line(self, cells: int) -> bool:
        """True if these cells contain a whole line."""
        return any(cells & line == line for line in self.lines)

    def _lines_beside(self, cells: int) -> int:
        """The number of lines without any of these cells."""
        return sum(not cells & line for line in self.lines)


def open_lines(game: TicTacToe, state: Cells) -> int:
    """The number of lines that X can still fill, minus those that O can."""
    x, o = lines_left(game, state)
    return x - o


def lines_left(game: TicTacToe, state: Cells) -> tuple[int, int]:
    """The number of lines that X can still fill, and that O can."""
    return game.lines_beside(state.noughts), game.lines_beside(state.crosses)
