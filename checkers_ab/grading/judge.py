"""The judge: checks a trace by its meaning, or byte for byte if the plan says so; and a limit on the time of that."""

from __future__ import annotations

import hashlib
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.setting import Setting
from checkers_ab.grading.mark import RIGHT, WRONG, Mark
from checkers_ab.grading.plan import EXACT, GradingPlan, PlannedCase, load_game
from checkers_ab.judge.answer import is_optimal
from checkers_ab.judge.check import Judge
from checkers_ab.judge.report import CaseReport, Names, Report
from checkers_ab.judge.text import finding_data
from checkers_ab.logs.base import find_log
from checkers_ab.logs.solve import format_trace, has_labels, write_traces

MOST_UNREADABLE = 100_000
"""Unreadable lines after which a trace is not read further: a program can print so many that it takes a minute."""
FEWEST = 4
"""A wrong trace needs one in this many of the lines of the search to earn more than the points for its first move."""


Judged = tuple[Mark, Report | None]
"""The mark for a case, and the report on its trace; None if there is no trace to judge."""


def judge(plan: GradingPlan, case: PlannedCase, trace: str) -> Judged:
    """The mark for a trace of one case, with neither points nor a diagnosis yet, and the report on the trace."""
    cases = _cases(plan.game, plan.game_file, case.text)
    judge = Judge(plan.setting, plan.log)
    report = judge.check(cases, trace, most_unreadable=MOST_UNREADABLE, diagnosed=False)
    message = f"The {judge.log.noun} is right."
    mark = Mark(case=case.name, hidden=case.hidden, points=0.0, most=case.points, status=WRONG, message=message)
    if report.valid:
        return _right_mark(plan, mark, cases, trace), report
    labels = has_labels(cases)
    boards = tuple(_board(plan, judge, one, labels) for one in report.cases)
    return replace(_wrong_mark(judge.kit, mark, report, labels), boards=boards, trace=_digest(trace)), report


def diagnose(plan: GradingPlan, judged: Sequence[Judged]) -> tuple[tuple[Mark, ...], tuple[Mapping[str, Any], ...]]:
    """The marks of a submission with the mistakes that explain each, and the mistakes that explain all cases."""
    report = Judge(plan.setting, plan.log).diagnose(*(report for _, report in judged if report is not None))
    known = {name: mistake.in_words() for name, mistake in report.known.items()}
    marks = []
    for mark, own in judged:
        sets = Counter(names for one in own.cases for names in one.suspects) if own else Counter[Names]()
        suspects = tuple(tuple(known[name] for name in names) for names, _ in sets.most_common())
        boards = mark.boards
        if own and not own.valid:
            each = zip(boards, own.cases, strict=True)
            boards = tuple({**board, "suspects": list(map(list, one.suspects))} for board, one in each)
        alone = bool(suspects) and report.diagnosis is None
        marks.append(replace(mark, suspects=suspects, boards=boards, alone=alone))
    mistakes = report.diagnosis.mistakes if report.diagnosis else ()
    return tuple(marks), tuple(known[name] for name in mistakes)


def _right_mark(plan: GradingPlan, mark: Mark, cases: list[Case[Any]], trace: str) -> Mark:
    if plan.check == EXACT and (difference := _first_difference(plan, cases, trace)):
        found = {"label": "", "kinds": {EXACT: 1}, "suspects": [], "hardly": False, "first_move": True}
        return replace(
            mark,
            message=f"The {find_log(plan.log).noun} is right, but it is not byte for byte the course's.",
            kinds={EXACT: 1},
            finding=difference,
            boards=(found,),
        )
    return replace(mark, status=RIGHT)


def _wrong_mark(kit: AnyKit, mark: Mark, report: Report, labelled: bool) -> Mark:
    wrong = [one for one in report.cases if not one.valid]
    kinds = sum((one.counts for one in wrong), Counter[str]())
    first = wrong[0].findings[0]
    label = f"{wrong[0].label}: " if labelled else ""
    layout = "The trace is right but for its layout. " if all(one.right_but_for_layout for one in wrong) else ""
    return replace(
        mark,
        message=f"{layout}{label}Line {first.line}, {first.kind}: {first.message}",
        kinds=dict(sorted(kinds.items())),
        finding=finding_data(kit, first),
    )


def _board(plan: GradingPlan, judged: Judge, report: CaseReport, labelled: bool) -> dict[str, Any]:
    """The findings on one board, as far as points depend on it."""
    state = report.case.state
    few = FEWEST * report.moves < _lines(plan.game, plan.game_file, state, plan.depth) - 1
    optimal = report.answer is not None and is_optimal(judged.models[0], state, report.answer)
    return {
        "label": report.label if labelled else "",
        "kinds": dict(sorted(report.counts.items())),
        "suspects": [],
        "hardly": not report.valid and (report.hides or few),
        "first_move": optimal,
    }


def _digest(trace: str) -> str:
    """A hash of a trace, whatever its line ends."""
    lines = "\n".join(line.rstrip() for line in trace.splitlines())
    return hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _first_difference(plan: GradingPlan, cases: list[Case[Any]], trace: str) -> dict[str, Any] | None:
    """The first line in which a trace differs from the convention's own; None if there is none."""
    lines: list[str] = []

    def write_one(case: Case[Any], write: Callable[[str], object]) -> None:
        find_log(plan.log).write_search(plan.setting, case.state, write)

    write_traces(cases, lines.append, write_one)
    pairs = zip_longest("".join(lines).splitlines(keepends=True), trace.splitlines(keepends=True), fillvalue="")
    for place, (expected, found) in enumerate(pairs, 1):
        if expected != found:
            message = "This line is the first that differs."
            shown = {"expected": repr(expected), "found": repr(found[:200])}
            return {"kind": EXACT, "line": place, "message": message, **shown}
    return None


@lru_cache(maxsize=1024)
def _lines(game: str, file: str, state: Any, depth: int | None) -> int:
    """The number of lines of the trace in the usual order. Other orders have more lines or fewer."""
    return format_trace(Setting(load_game(game, file), depth), state).count("\n")


@lru_cache(maxsize=256)
def _cases(game: str, file: str, text: str) -> list[Case[Any]]:
    """The states of a case, read once for all submissions."""
    return load_game(game, file).parse_states(text)


class TooSlowError(Exception):
    """Work that took more processor time than it may; the message says which."""


@contextmanager
def at_most(seconds: float, what: str) -> Iterator[None]:
    """Raises TooSlowError if `what` takes more processor time; no limit on Windows or in a second thread."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: object) -> None:
        raise TooSlowError(f"{what} took more than {seconds:g} seconds of the processor")

    def lost(unraisable: sys.UnraisableHookArgs) -> None:
        if not isinstance(unraisable.exc_value, TooSlowError):  # that one comes again
            told(unraisable)

    before, told, sys.unraisablehook = signal.signal(signal.SIGPROF, stop), sys.unraisablehook, lost
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)  # again, for an error in a finalizer is lost
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        sys.unraisablehook = told
