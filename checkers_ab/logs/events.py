"""The lines of a trace as events, numbered from 1 as they stand in the text.

A move is kept as its key (see `Kit.move_key`), legal or not; the replay says which move of a state it is.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple, TypeGuard

from checkers_ab.core.game import Side

Key = Hashable

LONGEST_LINE = 10_000
"""Characters; a longer line is not read."""


class Tried(NamedTuple):
    """A move that was searched."""

    line: int
    ply: int
    side: Side
    key: Key
    h: Any
    """None if the line has no value."""


class Entered(NamedTuple):
    """A move that was searched, and what the log shows of its child on the way down."""

    line: int
    ply: int
    key: Key
    value: Any
    alpha: Any
    beta: Any
    """None for what the log leaves out."""
    leaf: bool


class Back(NamedTuple):
    """A node that is shown again after one of its moves; with `opening` the root, as the search begins."""

    line: int
    ply: int
    """That of the moves of the node: 1 for the root."""
    key: Key | None
    """The move that leads to the node; None for the root."""
    value: Any
    alpha: Any
    beta: Any
    opening: bool = False


class Row(NamedTuple):
    """A line, or an item, of a log that is compared."""

    line: int
    shown: tuple[Any, ...]
    text: str


class Pruned(NamedTuple):
    """Moves that were pruned."""

    line: int
    ply: int
    side: Side
    keys: tuple[Key, ...]
    alpha: Any
    beta: Any
    """None for an end of the window that is left out."""


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
    """A line that can't be read: `ply` where its bars tell, 0 for the answer; `last` if the text ends within it.

    Without a ply it is a remark: something that a program prints besides its trace.
    """

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


class NearMiss(NamedTuple):
    """Something that is written in another way than it should be, and means the same; the event of its line follows."""

    line: int
    name: str
    """The kind of near miss: those of one kind are reported once for a case."""
    found: str
    expected: str
    times: int = 1
    """The number of times on this line."""


ENCODING = "encoding"
"""The kind of a near miss that is about the text, not about a line of a trace."""

Aside = Heading | Oddity | NearMiss
"""An event that is none of the search."""
Remark = Unreadable | NearMiss
Event = Tried | Entered | Back | Row | Pruned | Ended | FirstMove | Heading | Unreadable | Oddity | NearMiss


def is_remark(event: Event) -> TypeGuard[Remark]:
    """True for what belongs to no trace: a whole line that is none of one, or the encoding of the text."""
    if type(event) is Unreadable:
        return event.ply is None and not event.last
    return type(event) is NearMiss and event.name == ENCODING
