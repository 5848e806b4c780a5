"""The coverage of some states: which mistakes of a program change their traces, and which look alike on them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.errors import ValueMissingError
from checkers_ab.core.mistake import Mistake
from checkers_ab.core.steps import Step
from checkers_ab.judge.findings import Wording
from checkers_ab.judge.generate import Candidate, Exercise, parse_wish
from checkers_ab.judge.model import AnyModel
from checkers_ab.judge.program import Program, in_order, printed, shown_value
from checkers_ab.logs.trace import TRACE


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


def cover(exercise: Exercise, cases: Sequence[Case[Any]], labels: Sequence[str] = ()) -> Coverage:
    """The coverage of some states, under their own labels or others."""
    candidates = [Candidate(exercise, case.state) for case in cases]
    mistakes = possible(exercise)
    shown = {
        name: [place for place, candidate in enumerate(candidates) if candidate.separates(name)] for name in mistakes
    }
    seen = [name for name, places in shown.items() if places]
    return Coverage(
        boards=list(labels) or [case.label for case in cases],
        mistakes=mistakes,
        shown=shown,
        alike=_alike(exercise, seen, [case.state for case in cases]),
    )


def possible(exercise: Exercise) -> dict[str, Mistake]:
    """The mistakes that can be made in an exercise: a cut can't be too loose where the loose one is right."""
    return {name: mistake for name, mistake in exercise.mistakes.items() if exercise.variants(name)}


def unseen_mistakes(exercise: Exercise, candidates: Sequence[Candidate]) -> list[str]:
    """The mistakes that none of some states shows; a board that shows one is the last that is looked at for it."""
    return [name for name in possible(exercise) if not any(candidate.separates(name) for candidate in candidates)]


def lacking(candidates: Iterable[Candidate]) -> list[str]:
    """Clauses that say what none of some states has, in the game's words."""
    looked_at = list(candidates)
    kit = looked_at[0].exercise.kit
    wishes = {clause: parse_wish(kit, name) for name, clause in kit.absences.items()}
    return [clause for clause, wish in wishes.items() if not any(map(wish, looked_at))]


def _alike(exercise: Exercise, names: Sequence[str], states: Iterable[Any]) -> list[tuple[str, str]]:
    """Pairs of mistakes for which there are programs that print the same for every state.

    The programs are parted by what they print, state by state; one that has no other beside it is left alone.
    """
    groups = [[(name, model) for name in names for model in exercise.variants(name)]]
    for state in states:
        groups = [part for group in groups for part in _parted(exercise, group, state)]
    order = {name: place for place, name in enumerate(names)}
    found = {
        pair for group in groups for pair in combinations(sorted({name for name, _ in group}, key=order.__getitem__), 2)
    }
    return sorted(found, key=lambda pair: (order[pair[0]], order[pair[1]]))


def written(model: AnyModel, wording: Wording, state: Any) -> str:
    """What a program writes into a log."""
    lines: list[str] = []
    write = wording.log.writer(wording.setting, lines.append, lambda move: wording.kit.format_key(model.key(move)))
    shown = model.shown or (lambda value: value)

    def hear(step: Step) -> None:
        value = shown_value(model, step) if step.kind == "leaf" else shown(step.value)
        # `closed` would have a table show the window before the update: the model has said which one is shown.
        write(step._replace(value=value, alpha=shown(step.alpha), beta=shown(step.beta), closed=False))

    Program(model, state, hear, in_order(wording.setting, state))
    return "".join(lines)


def _parted(exercise: Exercise, group: list[tuple[str, AnyModel]], state: Any) -> list[list[tuple[str, AnyModel]]]:
    """The programs of a group by what they print for a state; only groups of several mistakes."""
    parts: dict[Hashable, list[tuple[str, AnyModel]]] = {}
    for name, model in group:
        try:
            lines: Hashable = (
                printed(model, state) if exercise.log is TRACE else written(model, exercise.wording, state)
            )
        except ValueMissingError:
            lines = name  # such a program stops for want of a value
        parts.setdefault(lines, []).append((name, model))
    return [part for part in parts.values() if len({name for name, _ in part}) > 1]
