"""Checking a file of traces against a file of states."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from io import StringIO
from itertools import islice
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.kit import Kit
from checkers_ab.core.setting import AnySetting
from checkers_ab.judge.compare import Comparison
from checkers_ab.judge.diagnosis import MOST_LINES, diagnose
from checkers_ab.judge.findings import Whereabouts, Wording
from checkers_ab.judge.follow import Replay
from checkers_ab.judge.program import right_models
from checkers_ab.judge.report import CaseReport, Finding, Report
from checkers_ab.judge.rows import RowReplay, replay_type, wording_of
from checkers_ab.judge.windows import AnyModel
from checkers_ab.logs.base import LOGS, Log, find_log
from checkers_ab.logs.events import (
    Back,
    Entered,
    Event,
    FirstMove,
    Heading,
    NearMiss,
    Oddity,
    Pruned,
    Remark,
    Row,
    Tried,
    Unreadable,
)
from checkers_ab.logs.text import TraceText
from checkers_ab.logs.trace import TRACE

MOST_LOOKED_AT = 20
"""Events that tell whether a text is another log."""
MOST_FINDINGS = 10_000
"""For each case; further ones are only counted."""


class Judge:
    """Judges traces of one game, as a course has it."""

    def __init__(self, setting: AnySetting, log: str | Log = TRACE) -> None:
        self.kit = setting.kit
        self.log = find_log(log)
        self.models = self.log.programs(right_models(setting), setting)
        self.wording = wording_of(setting, self.log)

    def check(
        self,
        cases: Sequence[Case[Any]],
        text: str,
        *,
        others: Collection[int] = (),
        most_unreadable: int | None = None,
        diagnosed: bool = True,
    ) -> Report:
        """A report on each case of a text, whose traces stand in the order of the cases.

        A heading with the number of a later case begins that one; traces under the numbers of `others` are passed over.
        """
        whole = StringIO(text, newline=None).read()
        events = self.log.read(StringIO(whole), self.wording.setting)
        if most_unreadable is not None:
            events = _until_too_many(events, most_unreadable)
        reports = self._check_all(cases, TraceText(events), others)
        self._look_for_other_log(reports, whole)
        if self.log is not TRACE:
            for case in reports:
                case.findings = [replace(finding, of_trace=False) for finding in case.findings]
        report = Report(reports, whole, noun=self.log.noun)
        return self.diagnose(report) if diagnosed else report

    def diagnose(self, *checked: Report) -> Report:
        """One report on all cases of some: what explains their traces, if one program wrote them all."""
        return diagnose(self.models, self.wording, *checked)

    def _look_for_other_log(self, reports: Sequence[CaseReport], text: str) -> None:
        """Says so if most of a text can't be read, but all of its first lines as another log."""
        if not reports or any(report.valid for report in reports):
            return
        unreadable = [type(event) is Unreadable for event in self._first_events(self.log, text)]
        if 2 * sum(unreadable) <= len(unreadable):
            return
        for other in map(find_log, LOGS):
            is_sure = other.follows or self.kit.move_pattern != Kit.move_pattern  # else any word is a move
            events = self._first_events(other, text)
            if is_sure and events and not any(isinstance(event, (Unreadable, NearMiss, Oddity)) for event in events):
                reports[0].findings = [self.wording.other_log(other)]
                reports[0].counts = Counter(["truncated"])
                return

    def _first_events(self, log: Log, text: str) -> list[Event]:
        """The first events of a text, read as a log, without headings."""
        events = log.read(StringIO(text), self.wording.setting)
        return list(islice((event for event in events if type(event) is not Heading), MOST_LOOKED_AT))

    def _check_all(self, cases: Sequence[Case[Any]], text: TraceText, others: Collection[int]) -> list[CaseReport]:
        reports: list[CaseReport] = []
        headed = False
        waiting: list[Remark] = []
        while len(reports) < len(cases):
            heading, before, after = text.opening()
            waiting += self._add_remarks(reports, before, text)
            if heading is not None and heading.number in others:
                text.skip_to_heading()
                continue
            if heading is None and headed and (surplus := text.take_before(cases[len(reports)].number)):
                self._add_surplus(reports[-1], surplus)
                continue
            headed = headed or heading is not None
            for _ in range(_cases_ahead(cases, len(reports), heading)):
                reports.append(self._check_one(cases[len(reports)], TraceText([]), text.line))
            text.put_back(*waiting, *after)
            waiting = []
            reports.append(self._check_one(cases[len(reports)], text, text.line))
        self._add_remarks(reports, text.opening()[1], text)
        if reports and not others:
            self._add_surplus(reports[-1], text)
        return reports

    def _add_remarks(self, reports: Sequence[CaseReport], remarks: list[Remark], text: TraceText) -> list[Remark]:
        """Adds what was printed after a trace to the last report; without a report, it is for the next one."""
        if not reports:
            return remarks
        for remark in remarks:
            _add(reports[-1], self.wording.layout(remark))
            text.line = reports[-1].end = remark.line
        return []

    def _add_surplus(self, report: CaseReport, events: Iterable[Event]) -> None:
        """Adds what is too much after a trace: another one is reported once."""
        known = False
        for event in events:
            if isinstance(event, Unreadable):
                _add(report, self.wording.layout(event._replace(ply=None)))
            elif not (known or isinstance(event, Heading | NearMiss | Oddity)):
                _add(report, self.wording.surplus(event))
                report.surplus = known = True

    def _check_one(self, case: Case[Any], text: TraceText, start: int) -> CaseReport:
        """Takes the events of one trace, after line `start`; the reading that fits it best counts."""
        attempts = [_Attempt(case, model, self.wording) for model in self.models]
        kept = _run(attempts, text, start)
        if kept and (isinstance(kept[-1], Heading) or _opens_another(kept)):
            text.put_back(kept.pop())  # it has interrupted this trace
        whole = len(kept) <= MOST_LINES
        if whole and _may_be_a_slip(attempts[0]):
            again = [_Attempt(case, model, self.wording, trusting=False) for model in self.models]
            _run(again, kept, start)
            attempts += again
        best = min(attempts, key=lambda attempt: (attempt.counts.total(), attempt.times.total()))
        if whole and best.counts["illegal-move"]:
            best.findings = Whereabouts(self.wording, case.state, kept).explain(best.findings)
        text.line = kept[-1].line if kept else start
        return CaseReport(
            case,
            start=start,
            end=text.line,
            findings=list(best.summed_up()),
            counts=best.counts,
            other_board=best.replay.other_board,
            moves=sum(isinstance(event, (Tried, Pruned, Entered, Row)) for event in kept),
            hides=bool(best.counts) and any(isinstance(event, Unreadable) and event.ply is not None for event in kept),
            answer=kept[-1] if kept and isinstance(kept[-1], FirstMove) else None,
        )


class _Attempt:
    """A replay under one model, with its findings."""

    def __init__(self, case: Case[Any], model: AnyModel, wording: Wording, *, trusting: bool = True) -> None:
        self.findings: list[Finding] = []
        self.slips: dict[str, Finding] = {}
        """The first finding of each group."""
        self.times: Counter[str] = Counter()
        self.unlike: set[str] = set()
        """The groups whose findings do not all say the same."""
        self.counts: Counter[str] = Counter()
        judging: type[Replay | Comparison] = replay_type(wording) if wording.log.follows else Comparison
        self.replay = judging(case.state, model, wording, self.report)
        self.replay.trusting = trusting

    def report(self, finding: Finding) -> None:
        if group := finding.group:
            first = self.slips.setdefault(group, finding)
            self.times[group] += finding.times
            if finding.message != first.message:
                self.unlike.add(group)
            if finding is not first:
                return
        self.counts[finding.kind] += 1
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(finding)

    def summed_up(self) -> Iterator[Finding]:
        """The findings, those that stand for others of their group with the number of times."""
        for finding in self.findings:
            like, times = ", and the like" * (finding.group in self.unlike), self.times[finding.group]
            often = f"{finding.message.removesuffix('.')}{like}, {times:,} times; first at line {finding.line}."
            yield replace(finding, message=often) if times > 1 else finding


def _until_too_many(events: Iterable[Event], most_unreadable: int) -> Iterator[Event]:
    """The events before the first unreadable line that is one too many."""
    unreadable = 0
    for event in events:
        unreadable += type(event) is Unreadable
        if unreadable > most_unreadable:
            return
        yield event


def _cases_ahead(cases: Sequence[Case[Any]], place: int, heading: Heading | None) -> int:
    """The number of cases from a place on that a heading passes over; none if it names no later case."""
    if heading is None or cases[place].number == heading.number:
        return 0
    return next((ahead for ahead, case in enumerate(cases[place:]) if case.number == heading.number), 0)


def _may_be_a_slip(attempt: _Attempt) -> bool:
    """True if a wrong value has further findings after it: perhaps the program knew the right one."""
    if isinstance(attempt.replay, RowReplay) and attempt.counts.keys() & {"wrong-value", "wrong-window"}:
        return attempt.times.total() > 1 or attempt.counts.total() > 1
    return "wrong-h" in attempt.counts and not attempt.counts.keys() <= {"wrong-h", "format"}


def _opens_another(events: deque[Event]) -> bool:
    """True if the last of some events is the first row of another case."""
    last, before = events[-1], islice(events, len(events) - 1)
    return type(last) is Back and last.opening and any(type(event) in (Back, Entered) for event in before)


def _run(attempts: Sequence[_Attempt], events: Iterable[Event], start: int) -> deque[Event]:
    """Takes events under several models at once, until the trace is over, or the text; the last of them."""
    kept = deque[Event](maxlen=MOST_LINES + 1)
    first, *others = (attempt.replay for attempt in attempts)
    keep, take, event = kept.append, first.take, None  # looked up once
    for event in events:
        keep(event)
        take(event)
        if others:
            for other in others:
                other.take(event)
        if first.done:
            return kept
    for attempt in attempts:
        attempt.replay.finish(event, start)
    return kept


def _add(report: CaseReport, finding: Finding) -> None:
    report.counts[finding.kind] += 1
    if len(report.findings) < MOST_FINDINGS:
        report.findings.append(finding)
