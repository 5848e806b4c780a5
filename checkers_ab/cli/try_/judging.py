"""Trying a program on boards: the answers, judged one by one and diagnosed together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checkers_ab.cli.try_.boards import Board
from checkers_ab.cli.try_.program import Answer, Program
from checkers_ab.cli.try_.running import OUTPUT_LIMIT, TIME_LIMIT
from checkers_ab.core.case import Case
from checkers_ab.judge.check import Judge
from checkers_ab.judge.report import CaseReport, Report

MOST_TIMEOUTS = 2
"""After so many boards that took too long, no further one is run."""
MOST_UNREADABLE = 100_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """A board, what the program wrote for it, and what the judge says of that."""

    board: Board
    answer: Answer
    checked: Report
    """The report on this trace alone, without a diagnosis."""

    @property
    def report(self) -> CaseReport:
        return self.checked.cases[0]

    @property
    def right(self) -> bool:
        return self.report.valid

    @property
    def trouble(self) -> str:
        return self.answer.trouble

    @property
    def cut_short(self) -> bool:
        """True if all that is wrong with the trace is that it ends too early, as the program did."""
        return bool(self.answer.run.status) and self.report.counts.keys() == {"truncated"}


class Trial:
    """A program that is tried on boards. `headed` is False once it turns out that it can't read headings."""

    def __init__(self, judge: Judge, program: Program) -> None:
        self.judge = judge
        self.program = program
        self.headed = True

    def attempts(self, boards: Sequence[Board]) -> Iterator[Attempt]:
        """The attempts, board after board; they end after two time-outs."""
        timeouts = 0
        for place, board in enumerate(boards):
            attempt = self.attempt(board, headed=self.headed)
            if place == 0 and board.heading and self.headed:
                attempt = self._first(attempt)
            yield attempt
            timeouts += attempt.answer.run.status == TIME_LIMIT
            if timeouts == MOST_TIMEOUTS:
                return

    def attempt(self, board: Board, *, headed: bool) -> Attempt:
        answer = self.program.answer(board.as_file(headed=headed))
        case = Case(board.name, 1, True, board.state, [])
        checked = self.judge.check([case], answer.text, most_unreadable=MOST_UNREADABLE, diagnosed=False)
        return Attempt(board=board, answer=answer, checked=checked)

    def _first(self, attempt: Attempt) -> Attempt:
        """The better of two attempts at the first board: with its heading, and without."""
        if attempt.right or attempt.report.right_but_for_layout:
            return attempt
        other = self.attempt(attempt.board, headed=False)
        if _rank(other) <= _rank(attempt):
            return attempt
        self.headed = False
        return other

    def diagnose_one(self, attempt: Attempt) -> Report:
        """A report on the trace of one board, with what explains it."""
        return attempt.checked if attempt.cut_short else self.judge.diagnose(attempt.checked)

    def diagnose(self, attempts: Sequence[Attempt]) -> Report:
        """One report on all traces, as those of one program. Traces that end with the program are no evidence."""
        kept = [attempt for attempt in attempts if not attempt.cut_short and attempt.answer.run.status != OUTPUT_LIMIT]
        return self.judge.diagnose(*(attempt.checked for attempt in kept))


def _rank(attempt: Attempt) -> tuple[bool, bool, int]:
    """A rank for how well a program did on a board."""
    report = attempt.report
    return attempt.right, bool(report.moves) and not report.other_board, -report.counts.total()
