"""A state whose moves a trace is going through."""

from __future__ import annotations

from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.judge.windows import Window
from checkers_ab.logs.events import Tried


class OpenNode:
    """The state, the moves that are left, the window, and what a fault has left unknown about them."""

    # What is so at most nodes stands here once: a replay makes many.
    claimed: Any = None
    """An h that stood where none belongs: the trace may end here."""
    unended: tuple[Tried, Any, Any, Any] | None = None
    """The last line, with its move, state and value, if it ended the game and has given no h for it yet."""
    pruned = False
    repeated = False
    """A move was repeated here."""
    missed = False
    """A cut was missed here."""
    lenient = False
    """A cut was missed above: windows mean nothing here."""
    unsure = False
    """A value is unknown after a fault, and so are the windows after it."""
    gap = False
    """A line could not be placed; moves that seem missing may be that line's."""

    def __init__(
        self,
        state: Any,
        side: Side,
        left: set[Any],
        window: Window,
        parent: OpenNode | None,
        opened_by: Tried | None,
    ) -> None:
        self.state = state
        self.side = side
        self.maximizing = side is Side.MAX
        self.left = left
        """The legal moves that have been neither searched nor pruned."""
        self.window = window
        self.parent = parent
        self.opened_by = opened_by
        self.ply = 1
        if parent is not None:
            self.ply = parent.ply + 1
            if parent.lenient or parent.missed:
                self.lenient = True
            if parent.unsure:
                self.unsure = True

    def path(self) -> tuple[Tried, ...]:
        """The lines that lead here, from the root."""
        if self.parent is None or self.opened_by is None:
            return ()
        return (*self.parent.path(), self.opened_by)

    def untouched(self) -> bool:
        """True while no move has been searched or pruned here."""
        return self.window.best is None and not self.pruned
