"""The judge: checks a trace by its meaning, or byte for byte if the plan says so, and gives it a mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.convention import Convention
from checkers_ab.core.kit import Kit
from checkers_ab.games.registry import make_game
from checkers_ab.grading.mark import RIGHT, WRONG, Mark
from checkers_ab.grading.plan import EXACT, GradingPlan, PlannedCase
from checkers_ab.trace.answer import is_optimal
from checkers_ab.trace.check import Judge
from checkers_ab.trace.describe_finding import finding_data
from checkers_ab.trace.report import CaseReport, Names, Report
from checkers_ab.trace.solve import format_trace, has_labels, write_trace, write_traces

AnyKit = Kit[Any, Any, Any]

MOST_UNREADABLE = 100_000
"""Unreadable lines after which a trace is not read further: a program can print so many that it takes a minute."""
FEWEST = 4
"""A wrong trace needs one in this many of the lines of the search to earn more than the points for its first move."""


Judged = tuple[Mark, Report | None]
"""The mark for a case, and the report on its trace; None if there is no trace to judge."""


def judge(plan: GradingPlan, case: PlannedCase, trace: str) -> Judged:
    """The mark for a trace of one case, not yet diagnosed, and the report on it."""
    cases = _cases(plan.game, case.text)
    judge = _judge(plan)
    report = judge.check(cases, trace, most_unreadable=MOST_UNREADABLE, diagnosed=False)
    if report.valid:
        return _right_mark(plan, case, cases, trace), report
    share = sum(_share(plan, judge, one) for one in report.cases) / len(cases)
    return _wrong_mark(_kit(plan.game), case, share, report, has_labels(cases)), report


def diagnose(plan: GradingPlan, judged: Sequence[Judged]) -> tuple[tuple[Mark, ...], tuple[Mapping[str, Any], ...]]:
    """The marks of a submission with the mistakes that explain each, and the mistakes that explain all cases."""
    report = _judge(plan).diagnose(*(report for _, report in judged if report is not None))
    known = {name: mistake.in_words() for name, mistake in report.known.items()}
    marks = []
    for mark, own in judged:
        sets = Counter(names for one in own.cases for names in one.suspects) if own else Counter[Names]()
        suspects = tuple(tuple(known[name] for name in names) for names, _ in sets.most_common())
        marks.append(replace(mark, suspects=suspects, alone=bool(suspects) and report.diagnosis is None))
    mistakes = report.diagnosis.mistakes if report.diagnosis else ()
    return tuple(marks), tuple(known[name] for name in mistakes)


def _judge(plan: GradingPlan) -> Judge:
    return Judge(_kit(plan.game), depth=plan.depth, convention=_convention(plan))


def _convention(plan: GradingPlan) -> Convention:
    return Convention(**plan.convention)  # type: ignore[arg-type]


def _right_mark(plan: GradingPlan, case: PlannedCase, cases: list[Case[Any]], trace: str) -> Mark:
    if plan.check == EXACT and (difference := _first_difference(plan, cases, trace)):
        return Mark(
            case=case.name,
            hidden=case.hidden,
            points=round(max(1.0 - plan.costs.get(EXACT, 1.0), plan.first_move) * case.points, 2),
            most=case.points,
            status=WRONG,
            message="The trace is right, but it is not byte for byte the course's.",
            kinds={EXACT: 1},
            finding=difference,
        )
    return Mark(
        case=case.name,
        hidden=case.hidden,
        points=case.points,
        most=case.points,
        status=RIGHT,
        message="The trace is right.",
    )


def _wrong_mark(kit: AnyKit, case: PlannedCase, share: float, report: Report, labelled: bool) -> Mark:
    wrong = [one for one in report.cases if not one.valid]
    kinds = sum((one.counts for one in wrong), Counter[str]())
    first = wrong[0].findings[0]
    label = f"{wrong[0].label}: " if labelled else ""
    return Mark(
        case=case.name,
        hidden=case.hidden,
        points=round(share * case.points, 2),
        most=case.points,
        status=WRONG,
        message=f"{label}Line {first.line}, {first.kind}: {first.message}",
        kinds=dict(sorted(kinds.items())),
        finding=finding_data(kit, first),
    )


def _share(plan: GradingPlan, judged: Judge, report: CaseReport) -> float:
    """The share of the points that a trace earns: a kind of finding costs once, however often it occurs."""
    if report.valid:
        return 1.0
    share = max(0.0, 1.0 - sum(plan.costs.get(kind, 1.0) for kind in report.counts))
    if plan.check == EXACT:
        share = min(share, 1.0 - plan.costs.get(EXACT, 1.0))
    state = report.case.state
    if report.hides or FEWEST * report.moves < _lines(plan.game, state, plan.depth) - 1:
        share = 0.0  # it is hardly a trace of a search
    if share < plan.first_move and report.answer and is_optimal(judged.models[0], state, report.answer):
        return plan.first_move
    return share


def _first_difference(plan: GradingPlan, cases: list[Case[Any]], trace: str) -> dict[str, Any] | None:
    """The first line in which a trace differs from the convention's own; None if there is none."""
    lines: list[str] = []

    def trace_one(case: Case[Any], write: Callable[[str], object]) -> None:
        write_trace(_kit(plan.game), case.state, write, depth=plan.depth, convention=_convention(plan))

    write_traces(cases, lines.append, trace_one)
    pairs = zip_longest("".join(lines).splitlines(keepends=True), trace.splitlines(keepends=True), fillvalue="")
    for place, (expected, found) in enumerate(pairs, 1):
        if expected != found:
            message = "This line is the first that differs."
            shown = {"expected": repr(expected), "found": repr(found[:200])}
            return {"kind": EXACT, "line": place, "message": message, **shown}
    return None


@lru_cache(maxsize=1024)
def _lines(game: str, state: Any, depth: int | None) -> int:
    """The number of lines of the trace in the usual order. Other orders have more lines or fewer."""
    return format_trace(_kit(game), state, depth=depth).count("\n")


@lru_cache(maxsize=16)
def _kit(game: str) -> AnyKit:
    """A game, made once for all submissions."""
    return make_game(game)


@lru_cache(maxsize=256)
def _cases(game: str, text: str) -> list[Case[Any]]:
    """The states of a case, read once for all submissions."""
    return _kit(game).parse_states(text)
