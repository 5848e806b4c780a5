"""Checking a file of traces against a file of states."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from itertools import chain
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.convention import ASSIGNMENT, Convention
from checkers_ab.core.kit import Kit
from checkers_ab.core.mistake import Mistake
from checkers_ab.trace.diagnosis import Diagnosis, suspects_of
from checkers_ab.trace.events import Event, FirstMove, Heading, Pruned, Tried, Unreadable
from checkers_ab.trace.finding import Finding
from checkers_ab.trace.mistakes import catalogue
from checkers_ab.trace.model import AnyModel, Evaluation, right_models, usual_evaluation
from checkers_ab.trace.reader import read_trace
from checkers_ab.trace.replay import Replay
from checkers_ab.trace.wording import Wording

MOST_FINDINGS = 10_000
"""For each case; further ones are only counted."""
MOST_EVENTS = 50_000
"""A trace with more lines is not diagnosed, so that memory stays flat."""


@dataclass
class CaseReport:
    """What the check of one case came to."""

    case: Case[Any]
    start: int
    """The trace stands after this line of the text, and ends with line `end`."""
    end: int
    findings: list[Finding]
    counts: Counter[str]
    """The number of findings of each kind, also beyond those kept."""
    other_board: bool
    """True if not one first move of the trace is legal here."""
    moves: int = 0
    """The number of its lines that name moves."""
    hides: bool = False
    """True if a line that can't be read stands where a move, or the answer, should be."""
    answer: FirstMove | None = None
    """The line that names the first move; None if there is none."""
    events: list[Event] | None = None
    """The trace, for the diagnosis; None if it was too long, or when that is done."""
    explained_by: list[Mistake] = field(default_factory=list)
    """The mistakes each of which explains this trace alone, the likeliest first."""

    @property
    def label(self) -> str:
        return self.case.label

    @property
    def valid(self) -> bool:
        return not self.counts

    @property
    def suspects(self) -> list[tuple[str, ...]]:
        """The sets of mistakes that explain this case alone, by their names."""
        return [(mistake.name,) for mistake in self.explained_by]


@dataclass
class Report:
    """What the check of a file came to."""

    cases: list[CaseReport]
    diagnosis: Diagnosis | None = None
    nearest: None = None
    complete: bool = True
    """False when the search for sets of mistakes stopped at its bound."""

    @property
    def valid(self) -> bool:
        return all(case.valid for case in self.cases)


class Judge:
    """Judges traces of one game, as a course has it."""

    def __init__(
        self,
        kit: Kit[Any, Any, Any],
        *,
        depth: int | None = None,
        convention: Convention = ASSIGNMENT,
        evaluate: Evaluation | None = None,
        evaluation: str = "",
    ) -> None:
        """`evaluation` is the name of `evaluate`, if it has one; without either the game's usual one is meant."""
        self.kit = kit
        self.models = right_models(kit, depth=depth, convention=convention, evaluate=evaluate)
        self.wording = Wording(kit, evaluation if evaluate else usual_evaluation(kit))

    def check_text(self, cases: Sequence[Case[Any]], text: str) -> Report:
        """Checks the traces in a text."""
        return self.check(cases, read_trace(StringIO(text, newline=None), self.kit))

    def check(self, cases: Sequence[Case[Any]], events: Iterable[Event], *, others: Collection[int] = ()) -> Report:
        """A report on each case; wrong traces are diagnosed.

        The traces stand in the order of the cases. A heading with the number of a later case begins that one; traces
        under headings with the numbers of `others` are passed over.
        """
        text = _Text(events)
        reports: list[CaseReport] = []
        headed = False
        while len(reports) < len(cases):
            heading = text.next_heading()
            if heading is not None and heading.number in others:
                text.skip_to_heading()
                continue
            if heading is None and headed and (surplus := text.skip_to_heading()):
                _add(reports[-1], self.wording.surplus(surplus))
                continue
            headed = headed or heading is not None
            for _ in range(_cases_ahead(cases, len(reports), heading)):
                reports.append(self._check_one(cases[len(reports)], _Text([]), text.line))
            reports.append(self._check_one(cases[len(reports)], text, text.line))
        if not others and (surplus := next((event for event in text if not isinstance(event, Heading)), None)):
            _add(reports[-1], self.wording.surplus(surplus))
        return self._diagnosed(reports)

    def _check_one(self, case: Case[Any], text: _Text, start: int) -> CaseReport:
        """Takes the events of one trace, after line `start`; the reading that fits it best counts."""
        kept = deque[Event](maxlen=MOST_EVENTS + 1)
        attempts = [_Attempt(case, model, self.wording, start) for model in self.models]
        if len(attempts) == 1:
            attempts[0].replay.run(text, kept.append)
        else:
            _run_together([attempt.replay for attempt in attempts], text, kept.append)
        if kept and isinstance(kept[-1], Heading):
            text.put_back(kept.pop())  # it has interrupted this trace
        whole = len(kept) <= MOST_EVENTS
        if whole and _may_be_a_slip(attempts[0]):
            again = [_Attempt(case, model, self.wording, start, trusting=False) for model in self.models]
            for attempt in again:
                attempt.replay.run(kept)
            attempts += again
        best = min(attempts, key=lambda attempt: attempt.counts.total())
        text.line = kept[-1].line if kept else start
        return CaseReport(
            case,
            start=start,
            end=text.line,
            findings=best.findings,
            counts=best.counts,
            other_board=best.replay.refused and len(best.replay.root.left) == len(best.replay.legal),
            moves=sum(isinstance(event, (Tried, Pruned)) for event in kept),
            hides=bool(best.counts) and any(isinstance(event, Unreadable) and event.ply is not None for event in kept),
            answer=kept[-1] if kept and isinstance(kept[-1], FirstMove) else None,
            events=list(kept) if whole else None,
        )

    def _diagnosed(self, reports: list[CaseReport]) -> Report:
        """The mistakes that explain wrong traces; those that explain more of the cases come first."""
        if all(report.valid for report in reports):
            return Report(reports)
        mistakes = catalogue(self.kit)
        traced = [report for report in reports if report.events]
        for report in traced:
            assert report.events
            report.explained_by = suspects_of(
                report.case.state, report.events, self.models, mistakes.values(), self.wording
            )
            report.events = None
        explained = Counter(mistake.name for report in traced for mistake in report.explained_by)
        for report in reports:
            report.explained_by.sort(key=lambda mistake: -explained[mistake.name])
        found = [mistake for mistake in mistakes.values() if explained[mistake.name] == len(traced)]
        for report in reports:
            if report.valid:
                report.explained_by = []
        if not found:
            return Report(reports)
        first, *others = found
        return Report(reports, Diagnosis(found=(first,), alternatives=[(other.name,) for other in others]))


class _Attempt:
    """A replay under one model, with its findings."""

    def __init__(
        self, case: Case[Any], model: AnyModel, wording: Wording, after: int, *, trusting: bool = True
    ) -> None:
        self.findings: list[Finding] = []
        self.counts: Counter[str] = Counter()
        self.replay = Replay(case.state, model, wording, self.report, after=after, trusting=trusting)

    def report(self, finding: Finding) -> None:
        self.counts[finding.kind] += 1
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(finding)


class _Text:
    """The events of a text, one of which may be put back."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.events = iter(events)
        self.waiting: Event | None = None
        self.line = 0

    def __iter__(self) -> Iterator[Event]:
        """The events that are left."""
        if self.waiting is None:
            return self.events
        event, self.waiting = self.waiting, None
        return chain([event], self.events)

    def put_back(self, event: Event) -> None:
        self.waiting = event

    def next_heading(self) -> Heading | None:
        """Passes over headings, and says which was the last; None if something else comes first."""
        heading = None
        for event in self:
            if not isinstance(event, Heading):
                self.put_back(event)
                return heading
            heading = event
        return heading

    def skip_to_heading(self) -> Event | None:
        """Passes over a trace; its first event."""
        first = None
        for event in self:
            if isinstance(event, Heading):
                self.put_back(event)
                break
            first = first or event
        return first


def _cases_ahead(cases: Sequence[Case[Any]], place: int, heading: Heading | None) -> int:
    """The number of cases from a place on that a heading passes over; none if it names no later case."""
    if heading is None or cases[place].number == heading.number:
        return 0
    return next((ahead for ahead, case in enumerate(cases[place:]) if case.number == heading.number), 0)


def _may_be_a_slip(attempt: _Attempt) -> bool:
    """True if a wrong h has further findings after it: perhaps the program knew the right one."""
    kinds = {finding.kind for finding in attempt.findings}
    return "wrong-h" in kinds and kinds != {"wrong-h"}


def _run_together(replays: Sequence[Replay], events: Iterable[Event], keep: Callable[[Event], object]) -> None:
    """As `Replay.run`, under several models at once."""
    event = None
    for event in events:
        keep(event)
        for replay in replays:
            replay.take(event)
        if replays[0].done:
            return
    for replay in replays:
        replay.finish(event)


def _add(report: CaseReport, finding: Finding) -> None:
    report.counts[finding.kind] += 1
    report.findings.append(finding)
