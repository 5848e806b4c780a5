"""Counting the tree of turns."""

from __future__ import annotations

from checkers_ab.amazons.bits import count_turns, in_reading_order, reach
from checkers_ab.amazons.board import Position


def perft(position: Position, depth: int) -> int:
    """How many ways there are to play `depth` turns from a position; a game that ends earlier is none of them."""
    return _count(position.own, position.enemy, position.empty, depth) if depth > 0 else 1


def _count(own: int, enemy: int, empty: int, depth: int) -> int:
    """The same for the queens to move and the others; whose move it is does not show, for both move alike."""
    if depth == 1:
        return count_turns(own, empty)
    count = 0
    for origin in in_reading_order(own):
        vacated = empty | 1 << origin
        others = own ^ 1 << origin
        for target in in_reading_order(reach(origin, empty)):
            moved = others | 1 << target
            left = vacated ^ 1 << target
            for arrow in in_reading_order(reach(target, left)):
                count += _count(enemy, moved, left ^ 1 << arrow, depth - 1)
    return count
