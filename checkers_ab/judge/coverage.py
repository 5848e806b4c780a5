"""The coverage of some states: which mistakes of a program change their traces, and which look alike on them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import combinations
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.errors import ValueMissingError
from checkers_ab.core.mistake import Mistake
from checkers_ab.core.setting import Setting
from checkers_ab.judge.evidence import Evidence, evidence_of, explains
from checkers_ab.judge.findings import Wording
from checkers_ab.judge.mistakes import catalogue
from checkers_ab.judge.model import AnyModel, right_models
from checkers_ab.judge.program import Line, printed
from checkers_ab.logs.lines_reader import read_trace
from checkers_ab.logs.solve import format_trace


class Programs:
    """The programs for a setting: those that are right, and those with a mistake."""

    def __init__(self, setting: Setting[Any, Any, Any]) -> None:
        self.setting = setting
        self.kit = setting.kit
        self.models = right_models(setting)
        self.model = self.models[0]
        self.wording = Wording(setting.kit)
        self.mistakes = catalogue(setting.kit, self.model)
        self._variants: dict[str, list[AnyModel]] = {}

    def trace(self, state: Any) -> str:
        return format_trace(self.setting, state)

    def evidence(self, state: Any) -> Evidence:
        """The right trace of a state, as it is read."""
        return evidence_of(state, list(read_trace(StringIO(self.trace(state)), self.kit)))

    def variants(self, mistake: str) -> list[AnyModel]:
        """The programs with a mistake; none if nobody can make it with this setting."""
        if mistake not in self._variants:
            made = [model for right in self.models for model in self.mistakes[mistake].variants(right)]
            self._variants[mistake] = made
        return self._variants[mistake]

    def possible(self) -> dict[str, Mistake]:
        """The mistakes that can be made: a cut can't be too loose where the loose one is right."""
        return {name: mistake for name, mistake in self.mistakes.items() if self.variants(name)}

    def separate(self, mistake: str, right: Evidence) -> bool:
        """True if a right trace changes under a mistake."""
        return not any(explains(model, self.wording, right) for model in self.variants(mistake))


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """The mistakes that a program can have, and what some boards show of them."""

    boards: list[str]
    """The labels of the boards."""
    mistakes: dict[str, Mistake]
    shown: dict[str, list[int]]
    """The places of the boards that show each mistake, counted from 0."""
    alike: list[tuple[str, str]]
    """Pairs of mistakes that are shown, but may be taken for each other: the traces of all boards can be the same."""

    @property
    def unseen(self) -> list[str]:
        """The mistakes that no board shows."""
        return [name for name, places in self.shown.items() if not places]


def cover(programs: Programs, cases: Sequence[Case[Any]], labels: Sequence[str] = ()) -> Coverage:
    """The coverage of some states, under their own labels or others."""
    states = [case.state for case in cases]
    traces = [programs.evidence(state) for state in states]
    mistakes = programs.possible()
    shown = {name: [place for place, trace in enumerate(traces) if programs.separate(name, trace)] for name in mistakes}
    seen = [name for name, places in shown.items() if places]
    return Coverage(
        boards=list(labels) or [case.label for case in cases],
        mistakes=mistakes,
        shown=shown,
        alike=_alike(programs, seen, states),
    )


def unseen_mistakes(programs: Programs, states: Iterable[Any]) -> list[str]:
    """The mistakes that none of some states shows; a board that shows one is the last that is looked at for it."""
    traces = [programs.evidence(state) for state in states]
    return [name for name in programs.possible() if not any(programs.separate(name, trace) for trace in traces)]


Group = list[tuple[str, AnyModel]]
"""Programs, each with the name of its mistake."""


def _alike(programs: Programs, names: Sequence[str], states: Sequence[Any]) -> list[tuple[str, str]]:
    """Pairs of mistakes for which there are programs that print the same for every state.

    The programs are parted by what they print, state by state; one that has no other beside it is left alone.
    """
    groups = [[(name, model) for name in names for model in programs.variants(name)]]
    for state in states:
        right = printed(programs.model, state)
        # Most programs part at the first line that is not the right one: few are left that have to print to the end.
        groups = [part for group in groups for part in _parted(group, state, right)]
    for state in states:
        groups = [part for group in groups for part in _parted(group, state)]
    order = {name: place for place, name in enumerate(names)}
    found = {
        pair for group in groups for pair in combinations(sorted({name for name, _ in group}, key=order.__getitem__), 2)
    }
    return sorted(found, key=lambda pair: (order[pair[0]], order[pair[1]]))


def _parted(group: Group, state: Any, right: Sequence[Line] = ()) -> list[Group]:
    """The programs of a group by what they print for a state (see `printed`); only groups of several mistakes."""
    parts: dict[Hashable, Group] = {}
    for name, model in group:
        try:
            lines: Hashable = printed(model, state, right)
        except ValueMissingError:
            lines = name  # such a program stops for want of a value
        parts.setdefault(lines, []).append((name, model))
    return [part for part in parts.values() if len({name for name, _ in part}) > 1]
