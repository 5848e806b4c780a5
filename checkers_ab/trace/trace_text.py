"""The events of a text, trace by trace: headings and remarks stand between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain

from checkers_ab.trace.events import Event, Heading, Remark, is_remark

MOST_AHEAD = 20_000
"""Events that are looked at for a heading."""


class TraceText:
    """The events of a text, some of which may be put back."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.events = iter(events)
        self.waiting: deque[Event] = deque()
        self.line = 0
        """The last line of the last trace."""
        self.bare = False
        """True if the traces up to the next heading are known to have none."""

    def __iter__(self) -> Iterator[Event]:
        """The events that are left."""
        return chain(self._drain(), self.events) if self.waiting else self.events

    def _drain(self) -> Iterator[Event]:
        while self.waiting:
            yield self.waiting.popleft()

    def put_back(self, *events: Event) -> None:
        self.waiting.extendleft(reversed(events))

    def opening(self) -> tuple[Heading | None, list[Remark], list[Remark]]:
        """Passes over headings and remarks: the last heading, the remarks before the headings, those after one."""
        heading: Heading | None = None
        before: list[Remark] = []
        after: list[Remark] = []
        for event in self:
            if isinstance(event, Heading):
                heading, self.bare = event, False
            elif is_remark(event):
                (before if heading is None else after).append(event)
            else:
                self.put_back(event)
                break
        return heading, before, after

    def skip_to_heading(self) -> None:
        """Passes over a trace and all else before the next heading."""
        for event in self:
            if isinstance(event, Heading):
                self.put_back(event)
                return

    def take_before(self, number: int) -> list[Event]:
        """Takes what stands before a heading with this number; nothing if the next heading has another, or is far."""
        taken: list[Event] = []
        if self.bare:
            return taken
        for event in self:
            taken.append(event)
            if isinstance(event, Heading) or len(taken) == MOST_AHEAD:
                break
        if taken and isinstance(taken[-1], Heading) and taken[-1].number == number:
            self.put_back(taken.pop())
            return taken
        self.put_back(*taken)
        self.bare = True
        return []
