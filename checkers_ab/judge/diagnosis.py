"""Explaining wrong traces: the mistakes of the one program that wrote them, in one text or in several."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from itertools import chain, combinations, islice, permutations

from checkers_ab.core.mistake import PARTS, Mistake
from checkers_ab.judge.evidence import Evidence, evidence_of, explained, explains, refutation
from checkers_ab.judge.findings import Wording
from checkers_ab.judge.mistakes import catalogue
from checkers_ab.judge.report import CaseReport, Diagnosis, Names, Nearest, Report
from checkers_ab.judge.weights import FITTED, fitted_mistakes
from checkers_ab.judge.windows import AnyModel
from checkers_ab.logs.events import FirstMove
from checkers_ab.logs.text import readable

MOST_LINES = 50_000
"""A trace with more lines is not diagnosed, so that memory stays flat."""
SAMPLE = 12
"""Wrong cases that sets of mistakes are searched for with; the other cases then confirm or refute them."""
MOST_SAMPLED = 5_000
"""Lines of right traces that mistakes are tried on before the search."""
MOST_EVENTS_ALONE = 100_000
"""Lines that are replayed to explain the wrong cases one by one, all together."""
NEAREST = 24
"""Sets that are compared to find the nearest."""


def diagnose(models: Sequence[AnyModel], wording: Wording, *checked: Report) -> Report:
    """One report on all cases of some, diagnosed as the traces of one program; each wrong case gets its suspects."""
    cases = [case for report in checked for case in report.cases]
    diagnosed = Report(cases, "".join(report.text for report in checked), noun=wording.log.noun)
    if not any(map(_is_wrong, cases)) or any(case.surplus for case in cases):
        return diagnosed
    program = _Program(models, wording, checked)
    search = program.search()
    sets = search.explaining()
    diagnosed.known, diagnosed.complete = search.mistakes, search.complete
    if sets:
        found, whole = tuple(search.mistakes[name] for name in sets[0]), sum(map(_is_a_trace, cases))
        diagnosed.diagnosis = Diagnosis(found=found, alternatives=sets[1:], cases=whole, noun=diagnosed.noun)
    else:
        diagnosed.nearest = program.nearest(search)
    if len(cases) == 1:
        cases[0].suspects = sets
    else:
        diagnosed.known |= program.explain_one_by_one(sets)
    return diagnosed


def _is_a_trace(case: CaseReport) -> bool:
    return 0 < case.lines <= MOST_LINES


def _is_wrong(case: CaseReport) -> bool:
    """True for a wrong trace that is not too long."""
    return not case.valid and _is_a_trace(case)


class _Program:
    """The traces of one program. Those beyond some samples are read again when they are needed, and not kept."""

    def __init__(self, models: Sequence[AnyModel], wording: Wording, checked: Sequence[Report]) -> None:
        self.models, self.wording, self.checked = models, wording, checked
        self.known = catalogue(wording.kit, models[0], wording.log, wording.setting)
        self.wrong = list(islice(self.traces(_is_wrong), SAMPLE))
        self.right: list[Evidence] = []
        """Some right traces, and not too many lines of them."""
        for _, evidence in islice(self.traces(lambda case: case.valid and _is_a_trace(case)), SAMPLE):
            self.right.append(evidence)
            if sum(len(one.events) for one in self.right) > MOST_SAMPLED:
                break

    def traces(self, wanted: Callable[[CaseReport], bool]) -> Iterator[tuple[CaseReport, Evidence]]:
        """The traces of some cases, in the order of the text."""
        for report in self.checked:
            lines, line = iter(readable(report.text)), 0
            for case in filter(wanted, report.cases):
                text = "".join(islice(lines, case.start - line, case.end - line))
                line = case.end
                events = self.wording.log.read(StringIO(text), self.wording.setting)
                yield case, evidence_of(case.case.state, list(events))

    def search(self) -> SetSearch:
        """A search with a sample of the wrong traces, those first that refute a right program soonest."""
        sample = {id(case) for case, _ in self.wrong}

        def others() -> Iterator[Evidence]:
            return (one for _, one in self.traces(lambda case: _is_a_trace(case) and id(case) not in sample))

        mistakes = {name: mistake for name, mistake in self.known.items() if not self._is_refuted(mistake)}
        wrong = [evidence for _, evidence in self.wrong]
        wrong.sort(key=lambda one: max(explained(model, self.wording, one) for model in self.models))
        return SetSearch(self.models, mistakes, self.wording, wrong, others)

    def _is_refuted(self, mistake: Mistake) -> bool:
        """True if two right traces refute a mistake. In one, another mistake might undo it."""
        models = [changed for model in self.models for changed in mistake.variants(model)]
        refuting = (one for one in self.right if not any(explains(model, self.wording, one) for model in models))
        return len(list(islice(refuting, 2))) == 2

    def nearest(self, search: SetSearch) -> Nearest | None:
        """The set that explains most; None if none explains a whole wrong trace, or half of one, before it ends."""
        cases, wrong = zip(*self.wrong, strict=True)
        best: tuple[tuple[int, int], int, Names] = ((-1, -1), 0, ())
        most = search.replayed + search.most_events
        furthest = sorted(filter(None, search.reached), key=lambda one: (search.reached[one], -len(one)), reverse=True)
        for names in furthest[:NEAREST]:
            if search.replayed > most:
                break
            models = (one for one in search.models(names) if all(explains(one, self.wording, it) for it in self.right))
            reached = max((search.progress(model, wrong) for model in models), default=(-1, -1))
            best = max(best, (reached, -len(names), names), key=lambda one: one[:2])
        (place, events), _, names = best
        usual = max(search.progress(model, wrong) for model in self.models)
        if place >= len(wrong) or (place, events) <= usual:
            return None
        case, evidence = cases[place], wrong[place]
        if place == 0 and 2 * events < len(evidence.events):
            return None
        line = case.start + evidence.events[events].line if events < len(evidence.events) else case.end
        return Nearest(mistakes=names, case=case.label, lines=events, line=line)

    def explain_one_by_one(self, sets: list[Names]) -> dict[str, Mistake]:
        """Gives each wrong case the mistakes that explain it alone, or else the sets that explain all; the mistakes."""
        known, left = self.known, MOST_EVENTS_ALONE
        for case, evidence in self.traces(_is_wrong):
            alone = SetSearch(self.models, self.known, self.wording, [evidence], largest=1, most_events=left)
            case.suspects = sorted(alone.explaining(), key=lambda names: names not in sets)
            if not case.suspects and not alone.is_right:
                case.suspects = sets
            left -= alone.replayed
            known = known | alone.mistakes
        return known


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

    def __post_init__(self) -> None:
        self.whole = len(self.wrong), 0
        """The progress of a program that explains all of them."""

    @property
    def complete(self) -> bool:
        """False when the search has stopped at its bound."""
        return self.replayed < self.most_events

    @property
    def is_right(self) -> bool:
        """True if nothing is wrong with the traces but their layout, or that they are cut short."""
        if any(self.progress(model, self.wrong) == self.whole for model in self.rights):
            return True
        # Without an answer nothing tells a program that ends early from one that was stopped.
        return "answer" not in self.wording.log.shows and any(
            all(explained(model, self.wording, one) >= len(one.events) > 0 for one in self.wrong)
            for model in self.rights
        )

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

    def _of_size(self, size: int, sets: list[Names], added: Collection[str] = ()) -> list[Names]:
        """The sets of a size that explain the wrong traces: smaller ones with one more, of `added` if any; or pairs."""
        places = {name: place for place, name in enumerate(self.mistakes)}
        tried: dict[Names, None] = {}
        for names in sets:
            for name in added or self._additions(names):
                larger = tuple(sorted({*names, name}, key=places.__getitem__))
                if len(larger) == size and larger not in tried and self._gains(larger, *self._best_progress(names)):
                    tried[larger] = None
        found = [names for names in tried if self._best_progress(names) == self.whole]
        if size == 2 and not (found or added):
            found = [names for names in self._pairs() if self._best_progress(names) == self.whole]
        return sorted(found, key=lambda names: [places[name] for name in names])

    def _additions(self, names: Names) -> list[str]:
        """The mistakes that may explain the event at which a set is refuted."""
        case, place = self._best_progress(names)
        if not names or case == len(self.wrong) or "answer" not in self.wording.log.shows:
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

        def shows(name: str) -> bool:
            return any(refutation(model, self.wording, first) not in usual for model in self.models((name,)))

        return combinations(filter(shows, self.mistakes), 2)

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
            every = (self.progress(model, self.wrong) for model in self.models(names))
            self.reached[names] = max(every, default=(-1, -1))
        return self.reached[names]

    def progress(self, model: AnyModel, traces: Sequence[Evidence]) -> tuple[int, int]:
        """The number of traces that a program would have written whole, and the events of the next one."""
        for place, evidence in enumerate(traces):
            events = explained(model, self.wording, evidence)
            self.replayed += events + 1
            if events <= len(evidence.events):
                return place, events
        return len(traces), 0

    def _confirmed(self, sets: list[Names]) -> list[Names]:
        """Those of some sets with which one program would have written every trace, the other ones too."""
        models = {names: self.models(names) for names in sets}
        for evidence in chain(self.wrong, self.others()) if sets else ():
            models = {
                names: left
                for names, programs in models.items()
                if (left := [model for model in programs if explains(model, self.wording, evidence)])
            }
            if not models:
                break
        # Mistakes that can be made in fewer ways come first: they explain more by less.
        return sorted(models, key=lambda names: len(self.models(names)))


def _prefer_catalogued(sets: list[Names]) -> list[Names]:
    """The sets in which no fitted evaluation stands for a mistake of the catalogue."""
    fitted = [names for names in sets if any(name.startswith(FITTED) for name in names)]
    named = [names for names in sets if names not in fitted]
    rests = {rest for names in named for rest in combinations(names, len(names) - 1)}
    return named + [names for names in fitted if tuple(one for one in names if not one.startswith(FITTED)) not in rests]
