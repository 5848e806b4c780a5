"""The search for the smallest sets of mistakes with which a program would have written some traces as they stand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, permutations

from checkers_ab.core.mistake import PARTS, Mistake
from checkers_ab.trace.events import FirstMove
from checkers_ab.trace.evidence import Evidence, explained, explains, refutation
from checkers_ab.trace.fitting import FITTED, fitted_mistakes
from checkers_ab.trace.model import AnyModel
from checkers_ab.trace.report import Names
from checkers_ab.trace.wording import Wording

LARGEST_SET = 3
MOST_EVENTS = 300_000
"""Lines that are replayed, all models together, before the search for sets stops: about a second."""
MOST_EXTENDED = 24
"""Sets of a size that are extended by one more mistake: those that explain most."""


@dataclass
class SetSearch:
    """A search for sets of mistakes that explain some wrong traces, and then the right ones beside them."""

    rights: Sequence[AnyModel]
    mistakes: dict[str, Mistake]
    wording: Wording
    wrong: Sequence[Evidence]
    others: Callable[[], Iterable[Evidence]] = tuple
    largest: int = LARGEST_SET
    most_events: int = MOST_EVENTS
    replayed: int = 0
    reached: dict[Names, tuple[int, int]] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """False when the search has stopped at its bound."""
        return self.replayed < self.most_events

    @property
    def is_right(self) -> bool:
        """True if nothing is wrong with the traces but their layout, or that they are cut short."""
        return any(self.progress(model, self.wrong) == self._all() for model in self.rights)

    def explaining(self) -> list[Names]:
        """The smallest sets that explain everything, in the order of the catalogue; none if there are none."""
        if self.is_right:
            return []
        sets: list[Names] = [()]
        for size in range(1, self.largest + 1):
            if confirmed := self._confirmed(self._of_size(size, sets) or self._fitted(size, sets)):
                return _prefer_catalogued(confirmed)
            sets = self._most_promising(size)
        return []

    def _fitted(self, size: int, sets: list[Names]) -> list[Names]:
        """The sets of a size that explain the wrong traces with an evaluation that is fitted to them."""
        models = [model for names in sets for model in self.models(names)]
        fitted = {mistake.name: mistake for mistake in fitted_mistakes(models, self.wrong, self.wording)}
        new = fitted.keys() - self.mistakes.keys()
        self.mistakes = self.mistakes | fitted
        return self._of_size(size, sets, new) if new else []

    def models(self, names: Names) -> list[AnyModel]:
        """The programs with a set of mistakes. Those that touch the same part are combined in every order."""
        chosen = [self.mistakes[name] for name in names]
        alike = len({mistake.part for mistake in chosen}) < len(chosen)
        found = []
        for order in permutations(chosen) if alike else [chosen]:
            models = list(self.rights)
            for mistake in order:
                models = [changed for model in models for changed in mistake.variants(model)]
            found += models
        return found

    def _all(self) -> tuple[int, int]:
        return len(self.wrong), 0

    def _of_size(self, size: int, sets: list[Names], added: Collection[str] = ()) -> list[Names]:
        """The sets of a size that explain the wrong traces: grown from smaller ones, pairs also any two mistakes.

        With `added` only these mistakes are added to the smaller sets.
        """
        places = {name: place for place, name in enumerate(self.mistakes)}
        tried: dict[Names, None] = {}
        for names in sets:
            for name in added or self._additions(names):
                larger = tuple(sorted({*names, name}, key=places.__getitem__))
                if len(larger) == size and larger not in tried and self._gains(larger, *self._best_progress(names)):
                    tried[larger] = None
        found = [names for names in tried if self._best_progress(names) == self._all()]
        if size == 2 and not found and not added:
            found = [names for names in self._pairs() if self._best_progress(names) == self._all()]
        return sorted(found, key=lambda names: [places[name] for name in names])

    def _additions(self, names: Names) -> list[str]:
        """The mistakes that may explain the event at which a set is refuted."""
        case, place = self._best_progress(names)
        if not names or case == len(self.wrong):
            return list(self.mistakes)
        events = self.wrong[case].events
        at_answer = place >= len(events) or isinstance(events[place], FirstMove)
        parts = {"answer", "writing"} if at_answer else {*PARTS} - {"answer"}
        return [name for name, mistake in self.mistakes.items() if mistake.part in parts]

    def _gains(self, names: Names, case: int, events: int) -> bool:
        """True if a set explains more of a trace than so many events, or all traces were explained before."""
        if case == len(self.wrong) or not self.complete:
            return self.complete
        reached = [explained(model, self.wording, self.wrong[case]) for model in self.models(names)]
        self.replayed += sum(reached)
        return max(reached, default=0) > events

    def _pairs(self) -> Iterable[Names]:
        """Any two mistakes, of which both show where the right program is refuted, if that can be seen."""
        first = self.wrong[0]
        usual = [refutation(model, self.wording, first) for model in self.rights]
        if any(seen.hides for seen in usual):
            return combinations(self.mistakes, 2)
        shown = [
            name
            for name in self.mistakes
            if any(refutation(model, self.wording, first) not in usual for model in self.models((name,)))
        ]
        return combinations(shown, 2)

    def _most_promising(self, size: int) -> list[Names]:
        """The sets of a size that explain more than any of their parts."""

        def gains(names: Names) -> bool:
            smaller = (tuple(other for other in names if other != name) for name in names)
            return all(self.reached[names] > self._best_progress(part) for part in smaller)

        sets = [names for names in list(self.reached) if len(names) == size and gains(names)]
        return sorted(sets, key=self.reached.__getitem__, reverse=True)[:MOST_EXTENDED]

    def _best_progress(self, names: Names) -> tuple[int, int]:
        """The progress of the best model of a set: wrong traces that it explains whole, and events of the next."""
        if names not in self.reached:
            if not self.complete:
                return -1, -1
            furthest = max((self.progress(model, self.wrong) for model in self.models(names)), default=(-1, -1))
            self.reached[names] = furthest
        return self.reached[names]

    def progress(self, model: AnyModel, traces: Sequence[Evidence]) -> tuple[int, int]:
        """The number of traces that a program would have written whole, and the events of the next one."""
        for place, evidence in enumerate(traces):
            events = explained(model, self.wording, evidence)
            self.replayed += events + 1
            if events <= len(evidence.events):
                return place, events
        return len(traces), 0

    def furthest(self, most: int) -> list[Names]:
        """The sets with the most progress."""
        sets = sorted(self.reached, key=lambda names: (self.reached[names], -len(names)), reverse=True)
        return [names for names in sets if names][:most]

    def _confirmed(self, sets: list[Names]) -> list[Names]:
        """Those of some sets with which one program would have written every trace, the other ones too.

        Mistakes that can be made in fewer ways come first: they explain more by less.
        """
        models = {names: self.models(names) for names in sets}
        for evidence in chain(self.wrong, self.others()) if sets else ():
            models = {
                names: left
                for names, programs in models.items()
                if (left := [model for model in programs if explains(model, self.wording, evidence)])
            }
            if not models:
                break
        return sorted(models, key=lambda names: len(self.models(names)))


def _prefer_catalogued(sets: list[Names]) -> list[Names]:
    """The sets in which no fitted evaluation stands for a mistake of the catalogue."""
    fitted = [names for names in sets if any(name.startswith(FITTED) for name in names)]
    named = [names for names in sets if names not in fitted]
    rests = {rest for names in named for rest in combinations(names, len(names) - 1)}
    return named + [names for names in fitted if tuple(one for one in names if not one.startswith(FITTED)) not in rests]
