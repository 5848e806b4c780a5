"""Checking a file of traces against a file of boards."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from checkers_ab.checkers.boardfile import Case
from checkers_ab.trace import telling
from checkers_ab.trace.finding import Finding
from checkers_ab.trace.meaning import Meaning
from checkers_ab.trace.misconceptions import Misconception, diagnose
from checkers_ab.trace.reader import Event, Heading, Oddity
from checkers_ab.trace.verify import Replay

MOST_FINDINGS = 10_000
"""For each case; further ones are only counted."""
MOST_EVENTS = 50_000
"""A trace with more lines is not diagnosed, so that memory stays flat."""


@dataclass
class Verdict:
    """What the check of one case came to."""

    case: Case
    start: int
    """The trace stands after this line of the text, and ends with line `end`."""
    end: int
    findings: list[Finding]
    total: int
    """How many findings there were, also beyond those kept."""
    other_board: bool
    """Whether not one first move of the trace is legal here."""
    events: list[Event] | None = None
    """The trace, for the diagnosis; None if it was too long, or when that is done."""
    diagnosis: list[Misconception] = field(default_factory=list)
    """What explains the trace, the likeliest first."""

    @property
    def valid(self) -> bool:
        return self.total == 0


class _Attempt:
    """A replay under one meaning, with its findings."""

    def __init__(self, case: Case, meaning: Meaning) -> None:
        self.findings: list[Finding] = []
        self.total = 0
        self.replay = Replay(case.board, meaning, self.report)

    def report(self, finding: Finding) -> None:
        self.total += 1
        if self.total <= MOST_FINDINGS:
            self.findings.append(finding)


def check_traces(cases: Sequence[Case], events: Iterable[Event], meanings: Sequence[Meaning]) -> list[Verdict]:
    """A verdict for each case; the traces stand in the order of the cases. Wrong ones are diagnosed."""
    rest = iter(events)
    verdicts: list[Verdict] = []
    for case in cases:
        verdicts += [_check_one(case, rest, meanings, verdicts[-1].end if verdicts else 0)]
    surplus = next((event for event in rest if not isinstance(event, Heading | Oddity)), None)
    if surplus is not None:
        verdicts[-1].total += 1
        verdicts[-1].findings.append(telling.surplus(surplus))
    if any(not verdict.valid for verdict in verdicts):
        _diagnose(verdicts, meanings[0])
    return verdicts


def _check_one(case: Case, events: Iterator[Event], meanings: Sequence[Meaning], start: int) -> Verdict:
    """Takes the events of one trace, after line `start`; the meaning that fits it best counts."""
    kept = deque[Event](maxlen=MOST_EVENTS + 1)
    first, *others = [_Attempt(case, meaning) for meaning in meanings]
    if others:
        _run_together([first.replay, *(other.replay for other in others)], events, kept.append)
    else:
        first.replay.run(events, kept.append)
    best = min([first, *others], key=lambda attempt: attempt.total)
    return Verdict(
        case,
        start=start,
        end=kept[-1].line if kept else start,
        findings=best.findings,
        total=best.total,
        other_board=best.replay.root.gap and not best.replay.returned,
        events=list(kept) if len(kept) <= MOST_EVENTS else None,
    )


def _run_together(replays: Sequence[Replay], events: Iterable[Event], keep: Callable[[Event], object]) -> None:
    """As `Replay.run`, under several meanings at once."""
    event = None
    for event in events:
        keep(event)
        for replay in replays:
            replay.take(event)
        if replays[0].done:
            return
    for replay in replays:
        replay.finish(event)


def _diagnose(verdicts: list[Verdict], right: Meaning) -> None:
    """What explains more of the cases comes first, for one program made them all."""
    for verdict in verdicts:
        if verdict.events:
            verdict.diagnosis = diagnose(verdict.case.board, verdict.events, right)
    explained = Counter(mistake.name for verdict in verdicts for mistake in verdict.diagnosis)
    for verdict in verdicts:
        verdict.events = None
        verdict.diagnosis.sort(key=lambda mistake: -explained[mistake.name])
        if verdict.valid:
            verdict.diagnosis = []
