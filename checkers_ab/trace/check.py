"""Checking a file of traces against a file of boards."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from checkers_ab.games.checkers.boardfile import Case
from checkers_ab.trace import wording
from checkers_ab.trace.finding import Finding
from checkers_ab.trace.meaning import Meaning
from checkers_ab.trace.mistakes import Misconception, diagnose
from checkers_ab.trace.reader import Cut, Event, First, Heading, Tried, Unreadable
from checkers_ab.trace.replay import Replay

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
    kinds: Counter[str]
    """How many findings there were of each kind, also beyond those kept."""
    other_board: bool
    """Whether not one first move of the trace is legal here."""
    moves: int = 0
    """How many of its lines name moves."""
    hides: bool = False
    """Whether a line that can't be read stands where a move, or the answer, should be."""
    answer: First | None = None
    """The line that names the first move; None if there is none."""
    events: list[Event] | None = None
    """The trace, for the diagnosis; None if it was too long, or when that is done."""
    diagnosis: list[Misconception] = field(default_factory=list)
    """What explains the trace, the likeliest first."""

    @property
    def total(self) -> int:
        """How many findings there were, also beyond those kept."""
        return self.kinds.total()

    @property
    def valid(self) -> bool:
        return not self.kinds


class _Attempt:
    """A replay under one meaning, with its findings."""

    def __init__(self, case: Case, meaning: Meaning, after: int, *, trusting: bool = True) -> None:
        self.findings: list[Finding] = []
        self.kinds: Counter[str] = Counter()
        self.replay = Replay(case.board, meaning, self.report, after=after, trusting=trusting)

    def report(self, finding: Finding) -> None:
        self.kinds[finding.kind] += 1
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(finding)


class _Text:
    """The events of a text, one of which may be put back."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.events = iter(events)
        self.line = 0

    def put_back(self, event: Event) -> None:
        self.events = chain([event], self.events)

    def next_heading(self) -> Heading | None:
        """Passes over headings, and says which was the last; None if something else comes first."""
        heading = None
        for event in self.events:
            if not isinstance(event, Heading):
                self.put_back(event)
                return heading
            heading = event
        return heading

    def skip_to_heading(self) -> Event | None:
        """Passes over a trace; its first event."""
        first = None
        for event in self.events:
            if isinstance(event, Heading):
                self.put_back(event)
                break
            first = first or event
        return first


def check_traces(
    cases: Sequence[Case], events: Iterable[Event], meanings: Sequence[Meaning], *, others: Collection[int] = ()
) -> list[Verdict]:
    """A verdict for each case; wrong traces are diagnosed.

    The traces stand in the order of the cases. A heading with the number of a later case begins that one; traces under
    headings with the numbers of `others` are passed over.
    """
    text = _Text(events)
    verdicts: list[Verdict] = []
    headed = False
    while len(verdicts) < len(cases):
        heading = text.next_heading()
        if heading is not None and heading.number in others:
            text.skip_to_heading()
            continue
        if heading is None and headed and (surplus := text.skip_to_heading()):
            _add(verdicts[-1], wording.surplus(surplus))
            continue
        headed = headed or heading is not None
        numbers = [case.number for case in cases[len(verdicts) :]]
        ahead = numbers.index(heading.number) if heading and heading.number in numbers else 0
        passed_over = cases[len(verdicts) : len(verdicts) + ahead]
        verdicts += [_check_one(case, _Text([]), meanings, text.line) for case in passed_over]
        verdicts.append(_check_one(cases[len(verdicts)], text, meanings, text.line))
    if not others and (surplus := next((event for event in text.events if not isinstance(event, Heading)), None)):
        _add(verdicts[-1], wording.surplus(surplus))
    if any(not verdict.valid for verdict in verdicts):
        _diagnose(verdicts, meanings)
    return verdicts


def _add(verdict: Verdict, finding: Finding) -> None:
    verdict.kinds[finding.kind] += 1
    verdict.findings.append(finding)


def _check_one(case: Case, text: _Text, meanings: Sequence[Meaning], start: int) -> Verdict:
    """Takes the events of one trace, after line `start`; the reading that fits it best counts."""
    kept = deque[Event](maxlen=MOST_EVENTS + 1)
    attempts = [_Attempt(case, meaning, start) for meaning in meanings]
    if len(attempts) == 1:
        attempts[0].replay.run(text.events, kept.append)
    else:
        _run_together([attempt.replay for attempt in attempts], text.events, kept.append)
    if kept and isinstance(kept[-1], Heading):
        text.put_back(kept.pop())  # it has interrupted this trace
    if len(kept) <= MOST_EVENTS:
        attempts += _second_thoughts(case, list(kept), meanings, start, attempts)
    best = min(attempts, key=lambda attempt: attempt.kinds.total())
    text.line = kept[-1].line if kept else start
    return Verdict(
        case,
        start=start,
        end=text.line,
        findings=best.findings,
        kinds=best.kinds,
        other_board=best.replay.refused and len(best.replay.root.left) == len(best.replay.legal),
        moves=sum(isinstance(event, (Tried, Cut)) for event in kept),
        hides=bool(best.kinds) and any(isinstance(event, Unreadable) and event.ply is not None for event in kept),
        answer=kept[-1] if kept and isinstance(kept[-1], First) else None,
        events=list(kept) if len(kept) <= MOST_EVENTS else None,
    )


def _second_thoughts(
    case: Case, events: list[Event], meanings: Sequence[Meaning], start: int, attempts: Sequence[_Attempt]
) -> list[_Attempt]:
    """If a wrong h has further findings after it, perhaps it was a slip of the pen: the program knew the right one."""
    kinds = [finding.kind for finding in attempts[0].findings]
    if "wrong-h" not in kinds or set(kinds) == {"wrong-h"}:
        return []
    again = [_Attempt(case, meaning, start, trusting=False) for meaning in meanings]
    for attempt in again:
        attempt.replay.run(events)
    return again


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


def _diagnose(verdicts: list[Verdict], rights: Sequence[Meaning]) -> None:
    """What explains more of the cases comes first, for one program made them all."""
    for verdict in verdicts:
        if verdict.events:
            verdict.diagnosis = diagnose(verdict.case.board, verdict.events, rights)
    explained = Counter(mistake.name for verdict in verdicts for mistake in verdict.diagnosis)
    for verdict in verdicts:
        verdict.events = None
        verdict.diagnosis.sort(key=lambda mistake: -explained[mistake.name])
        if verdict.valid:
            verdict.diagnosis = []
