"""Counting the turns of both sides, fast for positions that differ in a few squares from the one before.

A turn is a queen's target and an arrow from there. From a target the arrow reaches as many squares as a queen would,
the target's *degree*, and more along the line through the queen's origin, which is free by then: with `a` free squares
on one side of the queen and `b` on the other, `a + b + 2ab` turns more.

Degrees are one integer with a field for each square. They are sums over lines, so that only those of the lines through
changed squares are replaced. The degrees of all targets are added up at once: a number modulo `2 ** n - 1` is the sum
of its fields of `n` bits.
"""

from __future__ import annotations

from threading import local
from typing import Any

from checkers_ab.games.amazons import bits

WIDTH = 8
"""The bits of a field: the degrees of four queens' targets on a square add up to less than `2 ** WIDTH`."""
FIELD = (1 << WIDTH) - 1
MOST_QUEENS = 4
PAIR = (1 << 2 * WIDTH) - 1
"""Two fields: all degrees of four queens' targets add up to less."""
EVERY_SECOND = sum(FIELD << place for place in range(0, WIDTH * bits.ROW * bits.LARGEST, 2 * WIDTH))
MOST_CONTENTS = 256
"""The most contents of a line, and sets of queens, that are remembered."""
MOST_CHANGED = 8
"""The most changed squares after which degrees are not summed up anew."""


class _Degrees(dict[int, int]):
    """The degrees along a line, by its free squares."""

    __slots__ = ("squares",)

    def __init__(self, squares: tuple[int, ...]) -> None:
        self.squares = squares

    def __missing__(self, free: int) -> int:
        degrees = 0
        run: list[int] = []
        for square in (*self.squares, None):
            if square is not None and free >> square & 1:
                run.append(square)
            else:
                degrees += sum(len(run) - 1 << WIDTH * member for member in run)
                run = []
        _make_room(self)
        self[free] = degrees
        return degrees


class _Targets(dict[int, tuple[int, int]]):
    """The fields of the squares that a queen reaches along a line, and the turns over her square; by free squares."""

    __slots__ = ("sides",)

    def __init__(self, square: int, line: tuple[int, ...]) -> None:
        place = line.index(square)
        self.sides = line[:place][::-1], line[place + 1 :]

    def __missing__(self, free: int) -> tuple[int, int]:
        fields = 0
        lengths = []
        for side in self.sides:
            length = next((steps for steps, square in enumerate(side) if not free >> square & 1), len(side))
            fields |= sum(FIELD << WIDTH * square for square in side[:length])
            lengths.append(length)
        one, other = lengths
        _make_room(self)
        self[free] = fields, one + other + 2 * one * other
        return self[free]


def _make_room(table: dict[int, Any]) -> None:
    """Empties a cache that is full."""
    if len(table) >= MOST_CONTENTS:
        table.clear()


class _Queen:
    """The squares that a queen reached when it was looked at last."""

    __slots__ = ("extra", "free", "lines", "reached", "star")

    def __init__(self, lines: list[tuple[int, _Targets]], square: int) -> None:
        self.lines = [(mask & ~(1 << square), targets) for mask, targets in lines]
        self.star = sum(mask for mask, _ in self.lines)
        """All squares on her lines."""
        self.free = self.reached = self.extra = 0

    def look(self, free: int) -> None:
        """Looks at the free squares on her lines."""
        self.free = free
        self.reached = self.extra = 0
        for mask, targets in self.lines:
            fields, turns = targets[free & mask]
            self.reached |= fields
            self.extra += turns


def _set_of(squares: tuple[int, ...]) -> int:
    return sum(1 << square for square in squares)


def _lines() -> list[tuple[int, ...]]:
    """The squares of each line of the largest board, in all four directions."""
    board = bits.board_of(bits.LARGEST, bits.LARGEST)
    lines = []
    for step in bits.STEPS:
        for first in bits.in_reading_order(board & ~(board << step)):
            squares = [first]
            while board >> squares[-1] + step & 1:
                squares.append(squares[-1] + step)
            lines.append(tuple(squares))
    return lines


class TurnCounter(local):
    """Counts turns; it remembers the last position of a thread."""

    def __init__(self) -> None:
        lines = _lines()
        self.lines = [(_set_of(line), _Degrees(line)) for line in lines]
        squares = bits.in_reading_order(bits.board_of(bits.LARGEST, bits.LARGEST))
        self.through = {square: [place for place, line in enumerate(lines) if square in line] for square in squares}
        self.queens = {
            square: _Queen([(self.lines[place][0], _Targets(square, lines[place])) for place in places], square)
            for square, places in self.through.items()
        }
        self.sides: dict[int, list[_Queen]] = {}
        self.empty = self.degrees = 0

    def count(self, queens: int, empty: int) -> int:
        """The number of turns of these queens."""
        side = self.sides.get(queens) or self._side(queens)
        if len(side) > MOST_QUEENS:
            return bits.count_turns(queens, empty)
        degrees = self.degrees if empty == self.empty else self._update(empty)
        fields = count = 0
        for queen in side:
            free = empty & queen.star
            if free != queen.free:
                queen.look(free)
            fields += degrees & queen.reached
            count += queen.extra
        return count + ((fields & EVERY_SECOND) + (fields >> WIDTH & EVERY_SECOND)) % PAIR

    def _side(self, queens: int) -> list[_Queen]:
        _make_room(self.sides)
        self.sides[queens] = [self.queens[square] for square in bits.in_reading_order(queens)]
        return self.sides[queens]

    def _update(self, empty: int) -> int:
        """Brings the degrees up to date."""
        before, degrees = self.empty, self.degrees
        changed = bits.in_reading_order(before ^ empty)
        places: set[int] = set()
        for square in changed:
            places.update(self.through[square])
        if len(changed) > MOST_CHANGED:
            before, degrees = 0, 0
            places.update(range(len(self.lines)))
        for place in places:
            mask, table = self.lines[place]
            degrees += table[empty & mask] - table[before & mask]
        self.empty, self.degrees = empty, degrees
        return degrees
