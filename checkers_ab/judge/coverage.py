"""The coverage of some states: which mistakes of a program change their traces, and which look alike on them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from io import StringIO
from itertools import combinations
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.errors import ValueMissingError
from checkers_ab.core.mistake import Mistake
from checkers_ab.core.setting import AnySetting
from checkers_ab.core.steps import Hear, Step
from checkers_ab.judge.compare import DifferentError
from checkers_ab.judge.evidence import Evidence, evidence_of, explains
from checkers_ab.judge.findings import Wording
from checkers_ab.judge.mistakes import catalogue
from checkers_ab.judge.program import Program, in_order, printer, right_models, shown_value
from checkers_ab.judge.rows import wording_of
from checkers_ab.judge.windows import AnyModel
from checkers_ab.logs.base import Log
from checkers_ab.logs.trace import TRACE


class Programs:
    """The programs for a setting: those that are right, and those with a mistake."""

    def __init__(self, setting: AnySetting, log: Log = TRACE) -> None:
        self.setting = setting
        self.kit = setting.kit
        self.log = log
        self.models = log.programs(right_models(setting), setting)
        self.model = self.models[0]
        self.wording = wording_of(setting, log)
        self.mistakes = catalogue(setting.kit, self.model, log, setting)
        self.variants = cache(self._variants)

    def trace(self, state: Any) -> str:
        """The right trace of a state, or another log."""
        lines: list[str] = []
        self.log.write_search(self.setting, state, lines.append)
        return "".join(lines)

    def evidence(self, state: Any) -> Evidence:
        """The right log of a state, as it is read."""
        return evidence_of(state, list(self.log.read(StringIO(self.trace(state)), self.setting)))

    def _variants(self, mistake: str) -> list[AnyModel]:
        """The programs with a mistake; none if nobody can make it with this setting."""
        return [model for right in self.models for model in self.mistakes[mistake].variants(right)]

    def possible(self) -> dict[str, Mistake]:
        """The mistakes that can be made: a cut can't be too loose where the loose one is right."""
        return {name: mistake for name, mistake in self.mistakes.items() if self.variants(name)}

    def separate(self, mistake: str, right: Evidence) -> bool:
        """True if a right log changes under a mistake."""
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
    traces, mistakes = list(map(programs.evidence, states)), programs.possible()
    shown = {name: [place for place, trace in enumerate(traces) if programs.separate(name, trace)] for name in mistakes}
    seen = [name for name, places in shown.items() if places]
    boards, alike = list(labels) or [case.label for case in cases], _alike(programs, seen, states)
    return Coverage(boards=boards, mistakes=mistakes, shown=shown, alike=alike)


def unseen_mistakes(programs: Programs, states: Iterable[Any]) -> list[str]:
    """The mistakes that none of some states shows; a board that shows one is the last that is looked at for it."""
    traces = list(map(programs.evidence, states))
    return [name for name in programs.possible() if not any(programs.separate(name, trace) for trace in traces)]


Group = list[tuple[str, AnyModel]]
"""Programs, each with the name of its mistake."""


def _alike(programs: Programs, names: Sequence[str], states: Sequence[Any]) -> list[tuple[str, str]]:
    """Pairs of mistakes for which there are programs that print the same for every state."""
    groups = [[(name, model) for name in names for model in programs.variants(name)]]
    for state in states:
        right = written(programs.model, programs.wording, state)
        # Most programs part at the first line that is not the right one: few are left that have to print to the end.
        groups = [part for group in groups for part in _parted(programs.wording, group, state, right)]
    for state in states:
        groups = [part for group in groups for part in _parted(programs.wording, group, state)]
    together = [{name for name, _ in group} for group in groups]
    return [pair for pair in combinations(names, 2) if any(part.issuperset(pair) for part in together)]


Lines = tuple[Hashable, ...]


def written(model: AnyModel, wording: Wording, state: Any, right: Lines = ()) -> Lines:
    """The lines that a program writes, up to the first that is not in a right log, if that is given."""
    lines: list[Hashable] = []

    def compare(line: Hashable) -> None:
        lines.append(line)
        if len(lines) > len(right) or line != right[len(lines) - 1]:
            raise DifferentError

    write = compare if right else lines.append
    with suppress(DifferentError):
        if wording.log is TRACE:
            Program(model, state, printer(model, write))
        else:
            Program(model, state, _writer(model, wording, write), in_order(wording.setting, state))
    return tuple(lines)


def _writer(model: AnyModel, wording: Wording, write: Callable[[str], object]) -> Hear:
    """Hears a program and writes its log."""
    kit, shown = wording.kit, model.shown or (lambda value: value)
    hear = wording.log.writer(wording.setting, write, lambda move: kit.format_key(model.key(move)))

    def show(step: Step) -> None:
        value = shown_value(model, step) if step.kind == "leaf" else shown(step.value)
        # `closed` would have a table show the window before the update: the model has said which one is shown.
        hear(step._replace(value=value, alpha=shown(step.alpha), beta=shown(step.beta), closed=False))

    return show


def _parted(wording: Wording, group: Group, state: Any, right: Lines = ()) -> list[Group]:
    """The programs of a group by what they write for a state (see `written`); only groups of several mistakes."""
    parts: dict[Hashable, Group] = {}
    for name, model in group:
        try:
            lines: Hashable = written(model, wording, state, right)
        except ValueMissingError:
            lines = name  # such a program stops for want of a value
        parts.setdefault(lines, []).append((name, model))
    return [part for part in parts.values() if len({name for name, _ in part}) > 1]
