"""Explaining wrong traces: the mistakes of the one program that wrote them, in one text or in several."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from itertools import islice

from checkers_ab.core.mistake import Mistake
from checkers_ab.trace.encoding import readable
from checkers_ab.trace.evidence import Evidence, evidence_of, explained, explains
from checkers_ab.trace.mistakes import catalogue
from checkers_ab.trace.model import AnyModel
from checkers_ab.trace.reader import read_trace
from checkers_ab.trace.report import CaseReport, Diagnosis, Names, Nearest, Report
from checkers_ab.trace.set_search import SetSearch
from checkers_ab.trace.wording import Wording

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


Traces = Iterator[tuple[CaseReport, Evidence]]


def diagnose(models: Sequence[AnyModel], wording: Wording, *checked: Report) -> Report:
    """One report on all cases of some, diagnosed as the traces of one program; each wrong case gets its suspects."""
    cases = [case for report in checked for case in report.cases]
    diagnosed = Report(cases, "".join(report.text for report in checked))
    if not any(map(_is_wrong, cases)) or any(case.surplus for case in cases):
        return diagnosed
    program = _Program(models, wording, checked)
    search = program.search()
    sets = search.explaining()
    diagnosed.known, diagnosed.complete = search.mistakes, search.complete
    if sets:
        found = tuple(search.mistakes[name] for name in sets[0])
        diagnosed.diagnosis = Diagnosis(found=found, alternatives=sets[1:], cases=sum(map(_is_a_trace, cases)))
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


def _is_right(case: CaseReport) -> bool:
    return case.valid and _is_a_trace(case)


class _Program:
    """The traces of one program. They are read again whenever they are needed, and not kept."""

    def __init__(self, models: Sequence[AnyModel], wording: Wording, checked: Sequence[Report]) -> None:
        self.models = models
        self.wording = wording
        self.checked = checked

    def traces(self, wanted: Callable[[CaseReport], bool]) -> Traces:
        """The traces of some cases, in the order of the text."""
        for report in self.checked:
            lines = iter(readable(report.text))
            line = 0
            for case in filter(wanted, report.cases):
                deque(islice(lines, case.start - line), maxlen=0)
                text = "".join(islice(lines, case.lines))
                line = case.end
                yield case, evidence_of(case.case.state, list(read_trace(StringIO(text), self.wording.kit)))

    def search(self) -> SetSearch:
        """A search with a sample of the wrong traces, those first that refute a right program soonest."""
        sample = dict(islice(((id(case), evidence) for case, evidence in self.traces(_is_wrong)), SAMPLE))

        def others() -> Iterator[Evidence]:
            return (one for _, one in self.traces(lambda case: _is_a_trace(case) and id(case) not in sample))

        right = self._right_sample()
        known = catalogue(self.wording.kit)
        mistakes = {name: mistake for name, mistake in known.items() if not self._is_refuted(mistake, right)}
        wrong = sorted(sample.values(), key=self._first_fault)
        return SetSearch(self.models, mistakes, self.wording, wrong, others)

    def _right_sample(self) -> list[Evidence]:
        """Some right traces, and not too many lines of them."""
        sample: list[Evidence] = []
        for _, evidence in islice(self.traces(_is_right), SAMPLE):
            sample.append(evidence)
            if sum(len(one.events) for one in sample) > MOST_SAMPLED:
                break
        return sample

    def _is_refuted(self, mistake: Mistake, right: Iterable[Evidence]) -> bool:
        """True if two right traces refute a mistake. In one, another mistake might undo it."""
        models = [changed for model in self.models for changed in mistake.variants(model)]
        refuting = (one for one in right if not any(explains(model, self.wording, one) for model in models))
        return len(list(islice(refuting, 2))) == 2

    def _first_fault(self, evidence: Evidence) -> int:
        """The number of events before a right program is refuted."""
        return max(explained(model, self.wording, evidence) for model in self.models)

    def nearest(self, search: SetSearch) -> Nearest | None:
        """The set that explains most; None if none explains a whole wrong trace, or half of one, before it ends."""
        right = self._right_sample()
        cases, wrong = zip(*islice(self.traces(_is_wrong), SAMPLE), strict=True)
        best: tuple[tuple[int, int], int, Names] = ((-1, -1), 0, ())
        most = search.replayed + search.most_events
        for names in search.furthest(NEAREST):
            if search.replayed > most:
                break
            models = [one for one in search.models(names) if all(explains(one, self.wording, trace) for trace in right)]
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
        known = mistakes = catalogue(self.wording.kit)
        left = MOST_EVENTS_ALONE
        for case, evidence in self.traces(_is_wrong):
            alone = SetSearch(self.models, mistakes, self.wording, [evidence], largest=1, most_events=left)
            case.suspects = sorted(alone.explaining(), key=lambda names: names not in sets)
            if not case.suspects and not alone.is_right:
                case.suspects = sets
            left -= alone.replayed
            known = known | alone.mistakes
        return known
