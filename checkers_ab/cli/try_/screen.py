"""The screen of `checkers-ab try`: the table, the diagnosis, and one thing to do next."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from checkers_ab.cli.try_.boards import Board
from checkers_ab.cli.try_.judging import Attempt
from checkers_ab.cli.try_.program import Program
from checkers_ab.cli.try_.running import OUTPUT_LIMIT, TIME_LIMIT
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.text import escape, list_some, shorten
from checkers_ab.judge.report import Report
from checkers_ab.judge.text import NARROWEST, describe_diagnosis, describe_report, wrapped

TIME = 8
"""Columns of the time."""


class Table:
    """A row for each board, written as soon as it is known."""

    def __init__(self, boards: Sequence[Board], write: Callable[[str], object]) -> None:
        self.write = write
        self.width = max(shutil.get_terminal_size().columns, NARROWEST)
        self.names = min(max(len("board"), *(len(board.name) for board in boards)), self.width // 3)
        self.findings = self.width - self.names - len("  right  ") - len("  ") - TIME
        self.empty = True

    def add(self, attempt: Attempt) -> None:
        if self.empty:
            self._row("board", "", "first finding", "time")
            self.empty = False
        verdict = "right" if attempt.right else "wrong"
        self._row(attempt.board.name, verdict, in_brief(attempt), f"{attempt.answer.run.seconds:.2f} s")

    def _row(self, name: str, verdict: str, finding: str, time: str) -> None:
        cells = (_fitted(name, self.names), f"{verdict:5}", _fitted(finding, self.findings), f"{time:>{TIME}}")
        self.write("  ".join(cells) + "\n")

    def sentence(self, sentence: str) -> None:
        self.write(wrapped(sentence, self.width, "", "  ") + "\n")


def in_brief(attempt: Attempt) -> str:
    """The fault of an attempt, in a few words; empty if nothing is."""
    if attempt.trouble:
        words = attempt.answer.last_words if attempt.answer.run.status != TIME_LIMIT else ""
        return f"{attempt.trouble}: {words}" if words else attempt.trouble
    if attempt.right:
        return ""
    finding = attempt.report.findings[0]
    found = "" if finding.found == "nothing" else f": {finding.found}"
    return f"line {finding.line}: {finding.kind}{found}"


ONE_BOARD = (
    "This board alone is little evidence: another mistake may look the same here. Without --case all boards decide."
)


def in_full(kit: AnyKit, attempt: Attempt, report: Report, *, every: bool) -> str:
    """An attempt as `check` shows a trace, and what went wrong besides."""
    width = shutil.get_terminal_size().columns
    text = describe_report(kit, report, every=every, width=width, trace=attempt.answer.text)
    if report.diagnosis:
        text += f"\n{wrapped(ONE_BOARD, width, '  ', '  ')}\n"
    if attempt.trouble:
        text += f"\n{attempt.board.name}: {attempt.trouble}\n"
    errors = escape(attempt.answer.run.stderr.decode("utf-8", "replace"), keep="\n\t").rstrip("\n")
    return text + (f"\nIt wrote to standard error:\n{errors}\n" if errors else "")


def summary(kit: AnyKit, attempts: Sequence[Attempt], report: Report) -> str:
    """The number of right boards, and the diagnosis over all of them."""
    width = shutil.get_terminal_size().columns
    lines = f"{sum(attempt.right for attempt in attempts)} of {len(attempts)} right\n"
    if left := [attempt.board.name for attempt in attempts if attempt.answer.run.left_behind]:
        lines += (
            wrapped(f"Processes that the program left running were ended: {_listed(left)}.", width, "", "  ") + "\n"
        )
    explanation = "" if ignores_board(attempts) else describe_diagnosis(kit, report, width=width)
    return f"{lines}\n{explanation}" if explanation else lines


def ignores_board(attempts: Sequence[Attempt]) -> bool:
    """True if a program prints the same for all of several boards."""
    answers = {(attempt.answer.raw, attempt.trouble) for attempt in attempts}
    return len(attempts) > 1 and len(answers) == 1 and not attempts[0].trouble


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do next, and the case to show for it, if any."""

    sentence: str
    case: str = ""


def next_step(kit: AnyKit, attempts: Sequence[Attempt], report: Report, program: Program) -> NextStep:
    """The next step for a program that is wrong."""
    first = next(attempt for attempt in attempts if not attempt.right)
    name = first.board.name
    if ignores_board(attempts):
        place = "the file {input}" if "{input}" in program.command else "standard input, or from the last argument"
        return NextStep(f"Read the board from {place}: the program prints the same for every board.")
    if report.diagnosis:
        mistake = report.diagnosis.found[0]
        rule = f" (rule {mistake.rule})" if kit.paragraphs else ""
        return NextStep(f"{mistake.fix.removesuffix('.')}{rule}.")
    if first.trouble:
        return NextStep(f"{_mend(first, program)}:", name)
    finding = first.report.findings[0]
    if all(attempt.right or attempt.report.right_but_for_layout for attempt in attempts):
        return NextStep(f"Only the layout is wrong. In line {finding.line} of {name}: {finding.message}")
    return NextStep(f"Look at line {finding.line} of {name} ({finding.kind}):", name)


def _mend(attempt: Attempt, program: Program) -> str:
    """The next step after a run that went wrong."""
    name, status = attempt.board.name, attempt.answer.run.status
    if status == TIME_LIMIT:
        return f"Find out why the program does not end on {name}, or give it more time with --time"
    if status == OUTPUT_LIMIT:
        return f"Find out why the program does not stop writing on {name}"
    if status:
        return f"Make the program end without an error on {name} ({in_brief(attempt)})"
    if program.writes_file:
        return "Write the trace to the file that {output} names, or leave {output} out and print it"
    return "Print the trace, or name a file for it with {output}"


def changes(before: Sequence[Attempt], now: Sequence[Attempt]) -> list[str]:
    """The changes for better and worse from one run to the next, as sentences."""
    last = {attempt.board.name: attempt for attempt in before}
    pairs = [(last[attempt.board.name], attempt) for attempt in now if attempt.board.name in last]
    both_wrong = [(old, new) for old, new in pairs if not old.right and not new.right]
    told = {
        "Better": [new for old, new in pairs if new.right and not old.right],
        "Worse": [new for old, new in pairs if old.right and not new.right],
        "Fewer findings than before": [new for old, new in both_wrong if _findings(new) < _findings(old)],
        "More findings than before": [new for old, new in both_wrong if _findings(new) > _findings(old)],
    }
    sentences = [f"{word}: {_listed([one.board.name for one in which])}." for word, which in told.items() if which]
    return sentences or ["No board got better or worse."]


def _findings(attempt: Attempt) -> int:
    return attempt.report.counts.total()


def _fitted(text: str, width: int) -> str:
    """A text in so many columns, shortened if need be."""
    return f"{shorten(text, width):{width}}"


def _listed(names: Sequence[str]) -> str:
    return list_some(names, 6, " and {} more")
