"""What a search keeps of each ply of the line that it is in."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64


class Frame:
    """One ply: the position, what may repeat, and moves that have cut there."""

    __slots__ = ("best", "downs", "foe_downs", "foe_ups", "killer", "other_killer", "quiet", "ups")

    def __init__(self) -> None:
        self.put(0, 0, 0, 0, 0)
        self.best: i64 = 0
        self.killer: i64 = 0
        self.other_killer: i64 = 0

    def put(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64, quiet: i64) -> None:
        """Sets the position; `quiet` is how many plies ago a piece was jumped or a man moved."""
        self.ups: i64 = ups
        self.downs: i64 = downs
        self.foe_ups: i64 = foe_ups
        self.foe_downs: i64 = foe_downs
        self.quiet: i64 = quiet

    def holds(self, ups: i64, downs: i64, foe_ups: i64, foe_downs: i64) -> bool:
        """Whether this is the position."""
        return self.ups == ups and self.downs == downs and self.foe_ups == foe_ups and self.foe_downs == foe_downs

    def cut(self, move: i64) -> None:
        """Remembers a move that has cut: it may do so again on another position of this ply."""
        if move != self.killer:
            self.other_killer = self.killer
            self.killer = move
