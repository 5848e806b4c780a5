"""The m,n,k-game: two players take cells in turn, and k in a row win. X is MAX and begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from checkers_ab.core.game import Side


class Cells(NamedTuple):
    """The cells that X and O have taken, a bit for each, in reading order from the lowest."""

    crosses: int
    noughts: int


class TicTacToe:
    """`width` columns, `height` rows, `row` in a row: as `core.game.Game`. A move is the number of a cell."""

    def __init__(self, width: int = 3, height: int = 3, row: int = 3) -> None:
        self.width = width
        self.height = height
        self.row = row
        self.full = (1 << width * height) - 1
        self.lines = _lines(width, height, row)

    def start(self) -> Cells:
        return Cells(0, 0)

    def to_move(self, state: Cells) -> Side:
        return Side.MAX if state.crosses.bit_count() == state.noughts.bit_count() else Side.MIN

    def moves(self, state: Cells) -> Sequence[int]:
        """The empty cells in reading order."""
        taken = state.crosses | state.noughts
        return [cell for cell in range(self.width * self.height) if not taken >> cell & 1]

    def play(self, state: Cells, move: int) -> Cells:
        if self.to_move(state) is Side.MAX:
            return Cells(state.crosses | 1 << move, state.noughts)
        return Cells(state.crosses, state.noughts | 1 << move)

    def utility(self, state: Cells) -> int | None:
        """1 if X has won, -1 if O has, 0 if the board is full."""
        crosses, noughts = state
        for line in self.lines:
            if crosses & line == line:
                return 1
            if noughts & line == line:
                return -1
        return 0 if crosses | noughts == self.full else None


def _lines(width: int, height: int, row: int) -> list[int]:
    """Every place for `row` in a row, as cells."""
    found = []
    for y in range(height):
        for x in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = (y + (row - 1) * down, x + (row - 1) * right)
                if ends[0] < height and 0 <= ends[1] < width:
                    found.append(sum(1 << (y + i * down) * width + x + i * right for i in range(row)))
    return sorted(set(found))  # a row of one has no direction


def open_lines(game: TicTacToe, state: Cells) -> int:
    """The lines that only X can still fill, less those that only O can; never as much as a win."""
    crosses, noughts = state
    x = sum(not noughts & line for line in game.lines)
    o = sum(not crosses & line for line in game.lines)
    return x - o
