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
EVERY_SECOND = sum(FIELD << place for place in range(0, WIDTH * bits.LARGEST**2, 2 * WIDTH))
MOST_CONTENTS = 256
"""The most contents of a line or of a queen's lines, and sets of queens, that are remembered."""


_SHIFTS = {
    bits.bit_at(column, rank): WIDTH * place
    for place, (_, column, rank) in enumerate(
        sorted((max(column, rank), column, rank) for column in range(bits.LARGEST) for rank in range(bits.LARGEST))
    )
}
"""The place of each square's field, in bits. Smaller boards come first, so that their integers are short."""


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
                degrees += sum(len(run) - 1 << _SHIFTS[member] for member in run)
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
            fields |= sum(FIELD << _SHIFTS[square] for square in side[:length])
            lengths.append(length)
        one, other = lengths
        _make_room(self)
        self[free] = fields, one + other + 2 * one * other
        return self[free]


def _make_room(table: dict[int, Any]) -> None:
    """Empties a cache that is full."""
    if len(table) >= MOST_CONTENTS:
        table.clear()


class _Queen(dict[int, tuple[int, int]]):
    """The fields of the squares that a queen reaches, and the turns over her square; by free squares on her lines."""

    __slots__ = ("lines", "star")

    def __init__(self, lines: list[tuple[int, _Targets]], square: int) -> None:
        self.lines = [(mask & ~(1 << square), targets) for mask, targets in lines]
        self.star = sum(mask for mask, _ in self.lines)
        """All squares on her lines."""

    def __missing__(self, free: int) -> tuple[int, int]:
        reached = extra = 0
        for mask, targets in self.lines:
            fields, turns = targets[free & mask]
            reached |= fields
            extra += turns
        _make_room(self)
        self[free] = reached, extra
        return self[free]


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


class TurnCounter:
    """Counts turns; it remembers the last position, so that each thread needs its own (see `count_both`)."""

    def __init__(self) -> None:
        lines = _lines()
        squares = bits.in_reading_order(bits.board_of(bits.LARGEST, bits.LARGEST))
        masks = [_set_of(line) for line in lines]
        self.lines = [
            (place, mask, _Degrees(line)) for place, (mask, line) in enumerate(zip(masks, lines, strict=True))
        ]
        self.through = {1 << square: [line for line in self.lines if line[1] >> square & 1] for square in squares}
        self.queens = {
            square: _Queen(
                [(mask, _Targets(square, lines[place])) for place, mask, _ in self.through[1 << square]], square
            )
            for square in squares
        }
        self.sides: dict[int, list[tuple[int, _Queen]]] = {}
        self.empty = self.degrees = 0
        self.parts = [0] * len(lines)
        """The degrees along each line; `degrees` is their sum."""

    def count(self, queens: int, empty: int) -> int:
        """The number of turns of these queens."""
        side = self.sides.get(queens) or self._side(queens)
        if len(side) > MOST_QUEENS:
            return bits.count_turns(queens, empty)
        degrees = self.degrees if empty == self.empty else self._update(empty)
        fields = count = 0
        for star, queen in side:
            reached, extra = queen[empty & star]
            fields += degrees & reached
            count += extra
        return count + ((fields & EVERY_SECOND) + (fields >> WIDTH & EVERY_SECOND)) % PAIR

    def _side(self, queens: int) -> list[tuple[int, _Queen]]:
        _make_room(self.sides)
        side = [self.queens[square] for square in bits.in_reading_order(queens)]
        self.sides[queens] = [(queen.star, queen) for queen in side]
        return self.sides[queens]

    def _update(self, empty: int) -> int:
        """Brings the degrees of the lines through changed squares up to date."""
        degrees, parts, through = self.degrees, self.parts, self.through
        changed = self.empty ^ empty
        while changed:
            square = changed & -changed
            changed ^= square
            for place, mask, table in through[square]:
                part = table[empty & mask]
                degrees += part - parts[place]
                parts[place] = part
        self.empty, self.degrees = empty, degrees
        return degrees


class _OwnCounter(local):
    """The counter of a thread."""

    def __init__(self) -> None:
        self.count = TurnCounter().count


_OWN = _OwnCounter()


def count_both(white: int, black: int, empty: int) -> tuple[int, int]:
    """The number of turns of each side."""
    count = _OWN.count
    return count(white, empty), count(black, empty)
