"""New states for the homework: reached by legal play, and with the features that are wished for."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from typing import Any

from checkers_ab.core.errors import nearest
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.observe import Observer
from checkers_ab.core.setting import Setting
from checkers_ab.core.values import INF
from checkers_ab.judge.answer import reaches
from checkers_ab.judge.evidence import Evidence, evidence_of, explains
from checkers_ab.judge.findings_rows import wording_of
from checkers_ab.judge.mistakes import catalogue
from checkers_ab.judge.model import AnyModel, right_models
from checkers_ab.logs.base import Log
from checkers_ab.logs.trace import TRACE


class Exercise:
    """A search as exercises are made for it: its setting, and the programs that are right and wrong there."""

    def __init__(self, setting: Setting[Any, Any, Any], log: Log = TRACE) -> None:
        self.setting = setting
        self.kit = setting.kit
        self.log = log
        self.models = log.programs(right_models(setting), setting)
        self.model = self.models[0]
        self.wording = wording_of(setting, log)
        self.mistakes = catalogue(setting.kit, self.model, log, setting)
        self._variants: dict[str, list[AnyModel]] = {}

    def trace(self, state: Any) -> str:
        """The trace of a state, or another log."""
        lines: list[str] = []
        self.log.write_search(self.setting, state, lines.append)
        return "".join(lines)

    def variants(self, mistake: str) -> list[AnyModel]:
        """The programs with a mistake; none if nobody can make it in this exercise."""
        if mistake not in self._variants:
            made = [model for right in self.models for model in self.mistakes[mistake].variants(right)]
            self._variants[mistake] = made
        return self._variants[mistake]


class Candidate(Observer[Any, Any]):
    """A state and what its search comes across; each thing is looked up when it is first asked for."""

    def __init__(self, exercise: Exercise, state: Any) -> None:
        self.exercise = exercise
        self.state = state
        self.cuts = 0
        self.lines = 1
        """The lines of the trace, the last one included."""
        self.root_cut = self.end = self.early_end = False
        self.came_across: set[str] = set()
        """The names of the game's own features that the search has shown."""
        self._line = [state]

    @cached_property
    def searched(self) -> Candidate:
        """This candidate, after its search."""
        self.value = self.exercise.setting.search(self.state, self).value
        return self

    @cached_property
    def evidence(self) -> Evidence:
        """The trace of this state."""
        made_for = self.exercise
        events = list(made_for.log.read(StringIO(made_for.trace(self.state)), made_for.setting))
        return evidence_of(self.state, events)

    @cached_property
    def unique_best(self) -> bool:
        """True if just one first move is optimal."""
        value, model = self.searched.value, self.exercise.model
        return sum(reaches(model, self.state, move, value) for move in model.game.moves(self.state)) == 1

    def separates(self, mistake: str) -> bool:
        """True if the trace changes under a mistake."""
        wording, variants = self.exercise.wording, self.exercise.variants(mistake)
        return not any(explains(model, wording, self.evidence) for model in variants)

    def visit(self, ply: int, side: Side, move: Any) -> None:
        self._follow(ply, move)

    def leaf(self, ply: int, side: Side, move: Any, value: Any) -> None:
        child = self._follow(ply, move)
        if self.exercise.kit.game.utility(child) is not None:
            self.end = True
            self.early_end |= ply != self.exercise.model.depth

    def prune(self, ply: int, side: Side, moves: Sequence[Any], alpha: Any, beta: Any) -> None:
        self.cuts += 1
        self.lines += 1
        self.root_cut |= ply == 1

    def _follow(self, ply: int, move: Any) -> Any:
        kit, parent = self.exercise.kit, self._line[ply - 1]
        self.lines += 1
        child = kit.game.play(parent, move)
        for name, shows in kit.search_features.items():
            if name not in self.came_across and shows(parent, move, child):
                self.came_across.add(name)
        self._line[ply:] = [child]
        return child


Wish = Callable[[Candidate], bool]

FEATURES: dict[str, Wish] = {
    "end": lambda candidate: candidate.searched.end,
    "early-end": lambda candidate: candidate.searched.early_end,
    "root-cut": lambda candidate: candidate.searched.root_cut,
    "unique-best": lambda candidate: candidate.unique_best,
}
"""Features that a state of every game can have."""
NUMBERS: dict[str, Callable[[Candidate], int]] = {
    "cuts": lambda candidate: candidate.searched.cuts,
    "lines": lambda candidate: candidate.searched.lines,
}
"""Features that are numbers: pruning lines, and all lines of the trace."""
_RANGE = re.compile(r"([0-9]{1,9})(?:\.\.([0-9]{1,9})?)?|\.\.([0-9]{1,9})", re.ASCII)


def feature_names(kit: Kit[Any, Any, Any]) -> list[str]:
    """The names of all features without a number or a mistake in them."""
    return [*kit.features, *kit.search_features, *FEATURES]


def parse_wish(kit: Kit[Any, Any, Any], text: str, mistakes: Collection[str] = ()) -> Wish:
    """A feature by its name, `cuts:RANGE`, `lines:RANGE`, or `separates:MISTAKE`; ValueError names what is near.

    `mistakes` are those that can be shown, by default those of a trace.
    """
    name, _, detail = text.partition(":")
    if text in FEATURES:
        return FEATURES[text]
    if text in kit.features:
        return lambda candidate: kit.features[text](candidate.state)
    if text in kit.search_features:
        return lambda candidate: text in candidate.searched.came_across
    if name in NUMBERS:
        number, (fewest, most) = NUMBERS[name], parse_range(name, detail)
        return lambda candidate: fewest <= number(candidate) <= most
    mistakes = mistakes or catalogue(kit)
    if name == "separates" and detail in mistakes:
        return lambda candidate: candidate.separates(detail)
    known = [*feature_names(kit), *(f"{name}:N" for name in NUMBERS), *(f"separates:{name}" for name in mistakes)]
    raise ValueError(f"unknown feature {text!r}; {nearest(text, known, cutoff=0.5)}")


def parse_range(name: str, text: str) -> tuple[int, float]:
    """The least and the greatest number: of `N` and `N..` N and no limit, of `N..M` both, of `..M` 0 and M."""
    if not (found := _RANGE.fullmatch(text)):
        raise ValueError(f"expected numbers after {name!r}, such as {name}:20, {name}:5..40 or {name}:..40")
    fewest, most = int(found[1] or 0), float(found[2] or found[3] or INF)
    if fewest > most:
        raise ValueError(f"{name}:{text} fits no number: the lower end of a range comes first")
    return fewest, most


@dataclass
class StateSearch:
    """A search for states: how many were looked at, and how many met each wish."""

    exercise: Exercise
    wishes: dict[str, Wish]
    looked_at: int = 0

    def __post_init__(self) -> None:
        self.met = dict.fromkeys(self.wishes, 0)

    def states(self, seed: int) -> Iterator[Any]:
        """States that meet every wish, no two the same or mirrored; None for each one looked at in vain. Endless."""
        kit = self.exercise.kit
        chance = random.Random(seed)
        seen = set()
        while True:
            state = kit.random_state(chance)
            self.looked_at += 1
            if state is None or state in seen or not self.meets_all(Candidate(self.exercise, state)):
                yield None
                continue
            seen |= {state, kit.mirrored(state)}
            yield state

    def meets_all(self, candidate: Candidate) -> bool:
        for name, wish in self.wishes.items():
            if not wish(candidate):
                return False
            self.met[name] += 1
        return True
