"""Moves as single numbers: the bit where a move begins, shifted by `PATH`, and how it goes on.

That is the path of `chains` for jumps, and for a step its way: up-left, up-right, down-left, down-right as 0 to 3.
"""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Final

    from mypy_extensions import i64

PATH: Final = 25
"""Bits; more than nine pieces can't be jumped in one move, and each takes two bits behind a 1."""
WAY: Final = 3
"""What is left of a step's number, or of a path, is its way, or its last one."""


def stepped(here: i64, way: i64) -> i64:
    """The bit next to a bit."""
    if way == 0:
        return here >> 5
    if way == 1:
        return here >> 4
    if way == 2:
        return here << 4
    return here << 5


def squares_of(move: int) -> tuple[int, ...]:
    """The numbers of the bits that a piece visits, its origin first."""
    path = move & (1 << PATH) - 1
    square = (move >> PATH).bit_length() - 1
    if path <= WAY:
        return square, square + (-5, -4, 4, 5)[path]
    visited = [square]
    for place in range(path.bit_length() - 3, -1, -2):
        visited.append(visited[-1] + (-10, -8, 8, 10)[path >> place & WAY])
    return tuple(visited)
