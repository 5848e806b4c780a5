"""Moves as integers: the bit of the origin, shifted by `PATH`, and the rest of the move.

The rest is the path of `chains` for jumps, and the direction of a step: up-left, up-right, down-left, down-right are
0 to 3.
"""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Final

    from mypy_extensions import i64

PATH: Final = 25
"""The bits of a path: a leading 1, then two bits for each jump; a move jumps nine pieces at most."""
WAY: Final = 3
"""The mask for the direction of a step, or of the last jump of a path."""


def stepped(here: i64, way: i64) -> i64:
    """The bit of the neighbouring square in a direction."""
    if way == 0:
        return here >> 5
    if way == 1:
        return here >> 4
    if way == 2:
        return here << 4
    return here << 5


def squares_of(move: int) -> tuple[int, ...]:
    """The bit numbers of the squares that a piece visits, its origin first."""
    path = move & (1 << PATH) - 1
    square = (move >> PATH).bit_length() - 1
    if path <= WAY:
        return square, square + (-5, -4, 4, 5)[path]
    visited = [square]
    for place in range(path.bit_length() - 3, -1, -2):
        visited.append(visited[-1] + (-10, -8, 8, 10)[path >> place & WAY])
    return tuple(visited)
