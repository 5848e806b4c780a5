"""The bitboard move generator: functions on integers in which one bit is one square, for every size of board.

A row has 17 bits, the highest of which is unused; the bottom row is the lowest, and column a is the highest square of
its row. The corner of every board, with a1 at the bottom left:

        rank 3    49   48   47   46  ...
        rank 2    32   31   30   29  ...
        rank 1    15   14   13   12  ...
                   a    b    c    d

So reading order is the highest bit first, a step in one direction is the same number of bits from every square, and a
step over the edge leads to an unused bit. Squares off the board are never empty.
"""

from __future__ import annotations

ROW = 17
LARGEST = 16
"""The most rows and columns that a board may have."""

STEPS = (1, ROW - 1, ROW, ROW + 1)
"""The steps left, up-right, up and up-left, in bits; the opposite steps are the negatives."""


def bit_at(column: int, rank: int) -> int:
    """The bit number of a square; column and rank count from 0 at a1."""
    return ROW * rank + LARGEST - 1 - column


def board_of(width: int, height: int) -> int:
    """All squares of a board."""
    row = sum(1 << bit_at(column, 0) for column in range(width))
    return sum(row << ROW * rank for rank in range(height))


class _Line(dict[int, int]):
    """A cache of the squares that a queen reaches along one line, by the empty squares on it."""

    __slots__ = ("_square", "_step")

    def __init__(self, square: int, step: int) -> None:
        self._square = square
        self._step = step

    def __missing__(self, empty: int) -> int:
        reached = 0
        ahead = behind = 1 << self._square
        while ahead := ahead << self._step & empty:
            reached |= ahead
        while behind := behind >> self._step & empty:
            reached |= behind
        self[empty] = reached
        return reached


_ALL = board_of(LARGEST, LARGEST)

# For each bit the lines through it (row, rising diagonal, column, falling diagonal): the other squares, and a cache.
_LINES = [tuple((_Line(bit, step)[_ALL], _Line(bit, step)) for step in STEPS) for bit in range(ROW * LARGEST)]


def reach(square: int, empty: int) -> int:
    """The squares that a queen, or her arrow, reaches from a square over empty squares; never the square itself."""
    (row, on_row), (rising, on_rising), (column, on_column), (falling, on_falling) = _LINES[square]
    return on_row[empty & row] | on_rising[empty & rising] | on_column[empty & column] | on_falling[empty & falling]


def neighbourhood(squares: int) -> int:
    """The squares with all their neighbours, including bits off the board."""
    rows = squares | squares << 1 | squares >> 1
    return rows | rows << ROW | rows >> ROW


def in_reading_order(squares: int) -> list[int]:
    """The numbers of the set bits, the highest first."""
    found = []
    while squares:
        highest = squares.bit_length() - 1
        squares ^= 1 << highest
        found.append(highest)
    return found


def count_turns(queens: int, empty: int) -> int:
    """The number of turns (origin, target, arrow) of these queens.

    One long integer has a lane for each queen: a copy of the board without her, and her targets. All targets of all
    lanes are shifted in a direction together: each bit that stays on an empty square is one arrow. A lane is longer
    than its board by the longest step, so that no bit is shifted into another lane.
    """
    lane = (queens | empty).bit_length() + ROW + 1
    targets = free = offset = 0
    for queen in in_reading_order(queens):
        targets |= reach(queen, empty) << offset
        free |= (empty | 1 << queen) << offset
        offset += lane
    count = 0
    for step in STEPS:
        arrows = targets << step & free
        while arrows:
            count += arrows.bit_count()
            arrows = arrows << step & free
        arrows = targets >> step & free
        while arrows:
            count += arrows.bit_count()
            arrows = arrows >> step & free
    return count
