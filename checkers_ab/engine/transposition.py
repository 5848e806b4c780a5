"""The transposition table: positions with their value, its depth and bound, and the best move.

The entries are allocated once and overwritten: when compiled, reading and writing one allocates nothing. An entry
holds the whole position, so that positions with equal hashes are never confused.
"""

from __future__ import annotations

import gc

from checkers_ab._typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Final

    from mypy_extensions import i64

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
"""The kinds of bounds: an exact value, a lower bound after a cutoff, an upper bound if no move reached alpha."""


class Entry:
    """A position as four sets of squares (see `kernel`), with its value, depth, bound and best move; at first empty."""

    __slots__ = ("bound", "depth", "downs", "foe_downs", "foe_ups", "move", "ups", "value")

    def __init__(self) -> None:
        self.put(0, 0, 0, 0, 0)
        self.value: i64 = 0
        self.depth: i64 = 0
        self.bound: i64 = EXACT

    def put(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, move: i64) -> None:
        """Sets the position and its best move."""
        self.ups: i64 = ups
        self.downs: i64 = downs
        self.foe_ups: i64 = foe_ups
        self.foe_downs: i64 = foe_downs
        self.move: i64 = move

    def holds(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64) -> bool:
        """True if the entry has this position."""
        return self.ups == ups and self.downs == downs and self.foe_ups == foe_ups and self.foe_downs == foe_downs


class TranspositionTable:
    """A table of 2 to the power of `size` entries, which can grow up to 2 to the power of 30."""

    def __init__(self, size: int) -> None:
        self.entries = _make_entries(2**size)
        self.mask: i64 = 2**size - 1
        self.taken: i64 = 0
        """The number of new positions stored; the caller resets it."""

    def find(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64) -> Entry:
        """The entry of a position; if it is not stored, an entry of another position."""
        place = _hash(ups, downs, foe_ups, foe_downs) & self.mask
        entry = self.entries[place]
        if entry.holds(ups, downs, foe_ups, foe_downs):
            return entry
        return self.entries[place ^ 1]

    def slot_for(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, depth: i64) -> Entry:
        """The entry to overwrite with a position that was searched to a depth.

        It is the entry of the position itself if it is stored. Otherwise it is the entry at its index, unless that is
        deeper than both the new position and its neighbour; then it is the neighbour.
        """
        place = _hash(ups, downs, foe_ups, foe_downs) & self.mask
        entry, neighbour = self.entries[place], self.entries[place ^ 1]
        if entry.holds(ups, downs, foe_ups, foe_downs):
            return entry
        if neighbour.holds(ups, downs, foe_ups, foe_downs):
            return neighbour
        self.taken += 1
        if entry.depth > depth and entry.depth > neighbour.depth:
            return neighbour
        return entry

    def grow(self) -> None:
        """Doubles the number of entries; stored positions stay."""
        size = len(self.entries)
        entries = self.entries
        entries += _make_entries(size)
        self.mask = 2 * size - 1
        for place in range(size):
            entry = entries[place]
            # The index has one bit more: an entry stays where it is, or moves by the old size.
            if _hash(entry.ups, entry.downs, entry.foe_ups, entry.foe_downs) & size:
                entries[place] = entries[place + size]
                entries[place + size] = entry


def _hash(ups: i64, downs: i64, foe_ups: i64, foe_downs: i64) -> i64:
    """A hash of 32 bits."""
    # The factors keep every product below 2 to the power of 63, so that native integers don't overflow.
    mixed = ups * 0xB5297A5 ^ downs * 0xC2B2AE3 ^ foe_ups * 0x9E3779B ^ foe_downs * 0xA3B1959
    return ((mixed ^ mixed >> 31) & 0x7FFFFFFF) * 0xD1B54A35 >> 31


def _make_entries(entries: int) -> list[Entry]:
    collecting = gc.isenabled()
    gc.disable()  # many objects, none of them garbage
    try:
        return [Entry() for _ in range(entries)]
    finally:
        if collecting:
            gc.enable()
