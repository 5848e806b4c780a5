"""The stack of the search: one entry for each ply of the current line."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64


class StackEntry:
    """One ply: the position, the count of reversible plies, the best move and the killer moves."""

    __slots__ = ("best", "downs", "foe_downs", "foe_ups", "killer", "other_killer", "quiet", "ups")

    def __init__(self) -> None:
        self.put(0, 0, 0, 0, 0)
        self.best: i64 = 0
        self.killer: i64 = 0
        self.other_killer: i64 = 0

    def put(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, quiet: i64) -> None:
        """Sets the position; `quiet` is the number of plies since the last jump or move of a man."""
        self.ups: i64 = ups
        self.downs: i64 = downs
        self.foe_ups: i64 = foe_ups
        self.foe_downs: i64 = foe_downs
        self.quiet: i64 = quiet

    def holds(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64) -> bool:
        """True if the entry has this position."""
        return self.ups == ups and self.downs == downs and self.foe_ups == foe_ups and self.foe_downs == foe_downs

    def add_killer(self, move: i64) -> None:
        """Stores a move that caused a cutoff: it is tried early in other positions of this ply."""
        if move != self.killer:
            self.other_killer = self.killer
            self.killer = move
