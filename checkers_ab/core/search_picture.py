"""Pictures of searches, as data: a tree of moves with values, windows and cuts. `svg` draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from checkers_ab.core.game import Side

ALPHA, BETA = "\u03b1", "\u03b2"


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchTree:
    """A position of a search, or a note on some moves, with what lies below."""

    move: str = ""
    """The move that leads here; empty at the root and for a note."""
    side: Side | None = None
    """The side to move; None at a leaf and for a note."""
    value: str = ""
    """The value, with a sign if it is only a bound; empty if it is not known, or to be filled in."""
    window: tuple[str, str] | None = None
    """Alpha and beta when the search of the position began."""
    closed: str = ""
    """The window that cut this move, such as `3 ≥ 2`; empty for other moves, also for those below it."""
    note: str = ""
    """Words about what is not drawn."""
    best: bool = False
    """True on the best line."""
    cut: bool = False
    """True for a move that was never searched."""
    blank: bool = False
    """True if the reader is to fill in the value and the window."""
    children: Sequence[SearchTree] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchPicture:
    """The tree of a search, and what is the same for all its nodes."""

    root: SearchTree
    sides: Mapping[Side, str]
    """The names of the sides."""
    labels: Mapping[Side, str]
    """Their labels in a trace."""
    legend: Sequence[str] = ()
    """The meaning of the signs, a line each."""
    plies: int
    """The number of plies that are drawn."""
    deepest: int
    """The number of plies that were searched."""
