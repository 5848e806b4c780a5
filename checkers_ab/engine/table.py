"""What a search remembers: positions with their value, how deep that was searched, and the move to try first.

A table is a list of entries that are made once and written over: when compiled, looking into one and changing it
makes no object. A position is kept whole, so no two are ever taken for each other.
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
"""What an entry says of a value: that it is so, that moves were cut, or that none reached the window."""


class Entry:
    """A position, as four sets of squares (see `kernel`), and what is known of it; at first none."""

    __slots__ = ("bound", "depth", "downs", "foe_downs", "foe_ups", "move", "ups", "value")

    def __init__(self) -> None:
        self.put(0, 0, 0, 0, 0)
        self.value: i64 = 0
        self.depth: i64 = 0
        self.bound: i64 = EXACT

    def put(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, move: i64) -> None:
        """Sets the position and the move to try first there."""
        self.ups: i64 = ups
        self.downs: i64 = downs
        self.foe_ups: i64 = foe_ups
        self.foe_downs: i64 = foe_downs
        self.move: i64 = move

    def holds(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64) -> bool:
        """Whether it is this position that the entry tells of."""
        return self.ups == ups and self.downs == downs and self.foe_ups == foe_ups and self.foe_downs == foe_downs


class Table:
    """2 to the power of `size` entries at first, 30 at most."""

    def __init__(self, size: int) -> None:
        self.entries = _made(2**size)
        self.mask: i64 = 2**size - 1
        self.taken: i64 = 0
        """How many positions were written down anew; whoever wants to know sets it to 0 before."""

    def find(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64) -> Entry:
        """The entry that tells of a position, or one that does not if it is not known."""
        place = _mixed(ups, downs, foe_ups, foe_downs) & self.mask
        entry = self.entries[place]
        if entry.holds(ups, downs, foe_ups, foe_downs):
            return entry
        return self.entries[place ^ 1]

    def make_room(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, depth: i64) -> Entry:
        """The entry to write down a position in that was searched to a depth; its own if it is known.

        Else the one at its place makes room, unless that was searched deeper than it and its neighbour: then the
        neighbour does.
        """
        place = _mixed(ups, downs, foe_ups, foe_downs) & self.mask
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
        """Doubles the entries; what is remembered stays."""
        size = len(self.entries)
        entries = self.entries
        entries += _made(size)
        self.mask = 2 * size - 1
        for place in range(size):
            entry = entries[place]
            # One bit more counts now: an entry stays where it is, or goes as far behind as the table was long.
            if _mixed(entry.ups, entry.downs, entry.foe_ups, entry.foe_downs) & size:
                entries[place] = entries[place + size]
                entries[place + size] = entry


def _mixed(ups: i64, downs: i64, foe_ups: i64, foe_downs: i64) -> i64:
    """32 bits that are others for nearly every position."""
    # The factors keep every product below 2 to the power of 63, where native integers end.
    mixed = ups * 0xB5297A5 ^ downs * 0xC2B2AE3 ^ foe_ups * 0x9E3779B ^ foe_downs * 0xA3B1959
    return ((mixed ^ mixed >> 31) & 0x7FFFFFFF) * 0xD1B54A35 >> 31


def _made(entries: int) -> list[Entry]:
    collecting = gc.isenabled()
    gc.disable()  # they are a great many objects, and none is garbage
    try:
        return [Entry() for _ in range(entries)]
    finally:
        if collecting:
            gc.enable()
