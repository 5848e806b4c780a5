"""A position whose moves a trace is going through."""

from __future__ import annotations

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.rules import Value
from checkers_ab.trace.meaning import Squares
from checkers_ab.trace.reader import Tried
from checkers_ab.trace.windows import Window


class Node:
    """The board, the moves that are left, the window, and what a fault has left unknown about them."""

    # What is so at most nodes stands here once: a replay makes many.
    claimed: Value | None = None
    """An h that stood where none belongs: the trace may end here."""
    unended: Value | None = None
    """The value of a game that the last move ended, while no h has been given for it."""
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
        self, board: Board, left: set[Squares], window: Window, parent: Node | None, opened_by: Tried | None
    ) -> None:
        self.board = board
        self.side = board.side
        self.maximizing = board.side is Side.MAX
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
        """Whether no move has been searched or pruned here."""
        return self.window.best is None and not self.pruned
