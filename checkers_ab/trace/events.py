"""The lines of a trace as events, numbered from 1 as they stand in the text.

A move is kept as its key (see `Kit.move_key`), legal or not; the replay says which move of a state it is.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from checkers_ab.core.game import Side

Key = Hashable


class Tried(NamedTuple):
    """A move that was searched."""

    line: int
    ply: int
    side: Side
    key: Key
    h: Any
    """None if the line has no value."""


class Pruned(NamedTuple):
    """Moves that were pruned."""

    line: int
    ply: int
    side: Side
    keys: tuple[Key, ...]
    alpha: Any
    beta: Any


class Ended(NamedTuple):
    """A line with a label and h, but no move: a game that ended with the move above."""

    line: int
    ply: int
    side: Side
    h: Any


class FirstMove(NamedTuple):
    """The answer; no key for `none`."""

    line: int
    key: Key | None


class Heading(NamedTuple):
    """The label of a case, and its number."""

    line: int
    text: str
    number: int


class Unreadable(NamedTuple):
    """A line that can't be read: `ply` where its bars tell, 0 for the answer; `last` if the text ends within it."""

    line: int
    ply: int | None
    text: str
    reason: str
    last: bool


class Oddity(NamedTuple):
    """Something wrong with a line that can be read all the same; its event follows."""

    line: int
    text: str
    expected: str
    reason: str


Event = Tried | Pruned | Ended | FirstMove | Heading | Unreadable | Oddity
