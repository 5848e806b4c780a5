"""Explaining wrong traces: a mistake explains a trace if a program with it would have written just that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from checkers_ab.core.mistake import Mistake, sentence_of
from checkers_ab.trace.checks import RefutedError
from checkers_ab.trace.events import Event, Unreadable
from checkers_ab.trace.model import AnyModel
from checkers_ab.trace.replay import Replay
from checkers_ab.trace.wording import Wording


@dataclass(frozen=True, kw_only=True)
class Diagnosis:
    """The smallest set of mistakes that explains every case of a file."""

    found: tuple[Mistake, ...]
    alternatives: list[tuple[str, ...]]
    """The names of other sets that are as small."""

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The names."""
        return tuple(mistake.name for mistake in self.found)

    @property
    def sentence(self) -> str:
        return sentence_of(" and ".join(mistake.clause for mistake in self.found))

    @property
    def fixes(self) -> list[str]:
        return [mistake.fix for mistake in self.found]


def explains(model: AnyModel, wording: Wording, state: Any, events: Iterable[Event]) -> bool:
    """True if a trace has no finding under this model."""
    rest = iter(events)
    try:
        Replay(state, model, wording).run(rest)
    except RefutedError:
        return False
    return next(rest, None) is None


def suspects_of(
    state: Any, events: Sequence[Event], rights: Sequence[AnyModel], mistakes: Iterable[Mistake], wording: Wording
) -> list[Mistake]:
    """The mistakes that explain a trace without a finding, whatever else was printed between its lines."""
    lines = [event for event in events if not (isinstance(event, Unreadable) and event.ply is None)]
    if len(lines) < len(events) and any(explains(right, wording, state, lines) for right in rights):
        return []  # what was printed between the lines is all that is wrong
    return [
        mistake
        for mistake in mistakes
        if any(explains(model, wording, state, lines) for right in rights for model in mistake.variants(right))
    ]
