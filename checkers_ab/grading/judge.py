"""The judge: checks a trace by its meaning, or byte for byte if the plan says so, and gives it a mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from io import StringIO
from itertools import zip_longest

from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.boardfile import Case, parse_boards
from checkers_ab.grading.mark import RIGHT, WRONG, Mark
from checkers_ab.grading.plan import EXACT, GradingPlan, PlannedCase
from checkers_ab.trace.answer import is_optimal
from checkers_ab.trace.check import Verdict, check_traces
from checkers_ab.trace.convention import Convention
from checkers_ab.trace.describe import describe_finding
from checkers_ab.trace.meaning import Meaning, meanings_of
from checkers_ab.trace.reader import Event, Unreadable, read_trace
from checkers_ab.trace.solve import format_trace, has_labels, write_trace, write_traces

MOST_UNREADABLE = 100_000
"""Unreadable lines after which a trace is not read further: a program can print so many that it takes a minute."""
FEWEST = 4
"""A wrong trace needs one in this many of the lines of the search to earn more than the points for its first move."""


def judge(plan: GradingPlan, case: PlannedCase, trace: str) -> Mark:
    """The mark for a trace of one case."""
    cases = _boards(case.text)
    convention = Convention(**plan.convention)  # type: ignore[arg-type]
    meanings = meanings_of(convention, plan.depth)
    verdicts = check_traces(cases, _bounded(read_trace(StringIO(trace, newline=None))), meanings)
    wrong = [verdict for verdict in verdicts if not verdict.valid]
    if wrong:
        share = sum(_share(plan, verdict, meanings[0]) for verdict in verdicts) / len(verdicts)
        return _wrong_mark(case, share, wrong, labelled=has_labels(cases))
    difference = _first_difference(cases, plan.depth, convention, trace) if plan.check == EXACT else ""
    if difference:
        return Mark(
            case=case.name,
            hidden=case.hidden,
            points=round(max(1.0 - plan.costs.get(EXACT, 1.0), plan.first_move) * case.points, 2),
            most=case.points,
            status=WRONG,
            message="The trace is right, but it is not byte for byte the course's.",
            kinds={EXACT: 1},
            details=difference,
        )
    return Mark(
        case=case.name,
        hidden=case.hidden,
        points=case.points,
        most=case.points,
        status=RIGHT,
        message="The trace is right.",
    )


def _bounded(events: Iterable[Event]) -> Iterator[Event]:
    """The events of a trace, up to the limit of unreadable lines."""
    unreadable = 0
    for event in events:
        unreadable += isinstance(event, Unreadable)
        if unreadable > MOST_UNREADABLE:
            return
        yield event


def _wrong_mark(case: PlannedCase, share: float, wrong: list[Verdict], *, labelled: bool) -> Mark:
    kinds = sum((verdict.kinds for verdict in wrong), Counter[str]())
    explained = Counter(mistake.name for verdict in wrong for mistake in verdict.diagnosis)
    first = wrong[0].findings[0]
    others = kinds.total() - 1
    more = f"\n\n  and {others:,} more finding{'s' * (others > 1)}" if others else ""
    details = describe_finding(first) + more
    label = f"{wrong[0].case.label}: " if labelled else ""
    return Mark(
        case=case.name,
        hidden=case.hidden,
        points=round(share * case.points, 2),
        most=case.points,
        status=WRONG,
        message=f"{label}Line {first.line}, {first.kind}: {first.message}",
        kinds=dict(sorted(kinds.items())),
        diagnoses=tuple(name for name, _ in explained.most_common()),
        details=details,
    )


def _share(plan: GradingPlan, verdict: Verdict, meaning: Meaning) -> float:
    """The share of the points that a board's trace earns: a kind of finding costs once, however often it occurs."""
    if verdict.valid:
        return 1.0
    share = max(0.0, 1.0 - sum(plan.costs.get(kind, 1.0) for kind in verdict.kinds))
    if plan.check == EXACT:
        share = min(share, 1.0 - plan.costs.get(EXACT, 1.0))
    if verdict.hides or FEWEST * verdict.moves < _lines(verdict.case.board, plan.depth) - 1:
        share = 0.0  # it is hardly a trace of a search
    if share < plan.first_move and verdict.answer and is_optimal(meaning, verdict.case.board, verdict.answer):
        return plan.first_move
    return share


def _first_difference(cases: list[Case], depth: int, convention: Convention, trace: str) -> str:
    """The first line in which a trace differs from the convention's own; empty if there is none."""
    lines: list[str] = []

    def trace_one(case: Case, write: Callable[[str], object]) -> None:
        write_trace(case.board, write, depth=depth, convention=convention)

    write_traces(cases, lines.append, trace_one)
    pairs = zip_longest("".join(lines).splitlines(keepends=True), trace.splitlines(keepends=True), fillvalue="")
    for place, (expected, found) in enumerate(pairs, 1):
        if expected != found:
            return (
                f"  line {place} is the first that differs\n    expected  {expected!r}\n    found     {found[:200]!r}\n"
            )
    return ""


@lru_cache(maxsize=1024)
def _lines(board: Board, depth: int) -> int:
    """The number of lines of the trace in the usual order. Other orders have more lines or fewer."""
    return format_trace(board, depth=depth).count("\n")


@lru_cache(maxsize=256)
def _boards(text: str) -> list[Case]:
    """The boards of a case, read once for all submissions."""
    return parse_boards(text)
