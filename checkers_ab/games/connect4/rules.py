"""The rules of Connect Four: the sides drop discs into columns, and four in a row win. Red is MAX and moves first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from checkers_ab.core.game import Side
from checkers_ab.core.grid import straight_lines


class Discs(NamedTuple):
    """The cells of Red and of Yellow, as bits: column by column from the left, each from the bottom.

    Each column has an extra bit that is always 0, so that no line of discs continues in the next column.
    """

    red: int
    yellow: int


class ConnectFour:
    """Connect Four as a `core.game.Game`; `row` discs in a row win. A move is a column, from 1 at the left."""

    def __init__(self, width: int = 7, height: int = 6, row: int = 4) -> None:
        self.width = width
        self.height = height
        self.row = row
        self.bottoms = [1 << column * (height + 1) for column in range(width)]
        self.columns = [bottom * ((1 << height) - 1) for bottom in self.bottoms]
        self.full = sum(self.columns)
        self.tops = [(column, bottom << height - 1) for column, bottom in enumerate(self.bottoms, 1)]
        self.shifts = _shifts(height, row)
        self.lines = [sum(self.bit(*cell) for cell in line) for line in straight_lines(width, height, row)]

    def bit(self, y: int, x: int) -> int:
        """The bit of a cell, given its row from the top and its column from the left, both from 0."""
        return self.bottoms[x] << self.height - 1 - y

    def start(self) -> Discs:
        return Discs(0, 0)

    def to_move(self, state: Discs) -> Side:
        return Side.MAX if state.red.bit_count() == state.yellow.bit_count() else Side.MIN

    def moves(self, state: Discs) -> Sequence[int]:
        """The columns that are not full, from left to right."""
        taken = state.red | state.yellow
        return [column for column, top in self.tops if not taken & top]

    def play(self, state: Discs, move: int) -> Discs:
        red, yellow = state
        disc = (red | yellow) + self.bottoms[move - 1] & self.columns[
            move - 1
        ]  # the sum carries to the first free cell
        if red.bit_count() == yellow.bit_count():
            return Discs(red | disc, yellow)
        return Discs(red, yellow | disc)

    def utility(self, state: Discs) -> int | None:
        """1 if Red has won, -1 if Yellow has, 0 if the board is full."""
        red, yellow = state
        if self.has_won(red):
            return 1
        if self.has_won(yellow):
            return -1
        return 0 if red | yellow == self.full else None

    def has_won(self, discs: int) -> bool:
        """True if enough of these discs are in a row."""
        for shifts in self.shifts:
            found = discs
            for shift in shifts:
                found &= found >> shift
            if found:
                return True
        return False


def _shifts(height: int, row: int) -> list[list[int]]:
    """The shifts for each direction: after them, bits remain only for lines of 2 discs, of 4 and so on, up to `row`."""
    steps = []
    length = 1
    while length < row:
        steps.append(min(length, row - length))
        length += steps[-1]
    return [[step * distance for step in steps] for distance in (1, height, height + 1, height + 2)]


def lines_left(game: ConnectFour, state: Discs) -> tuple[int, int]:
    """The number of lines that Red can still fill, and that Yellow can."""
    red, yellow = state
    return sum(not yellow & line for line in game.lines), sum(not red & line for line in game.lines)


def centre_points(game: ConnectFour, state: Discs) -> tuple[int, int]:
    """The points of Red and of Yellow: a disc counts 1 in an outer column, and 1 more for each column inwards."""
    red = yellow = 0
    for x, column in enumerate(game.columns):
        points = min(x + 1, game.width - x)
        red += points * (state.red & column).bit_count()
        yellow += points * (state.yellow & column).bit_count()
    return red, yellow
