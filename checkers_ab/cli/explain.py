"""`checkers-ab explain`: what a line of the trace means."""

from __future__ import annotations

from io import StringIO

import click

from checkers_ab.cli.check import reference_lines
from checkers_ab.cli.failure import Failure, shown
from checkers_ab.cli.options import (
    case_option,
    convention_option,
    depth_option,
    input_argument,
    load_chosen,
    read_convention,
)
from checkers_ab.cli.solving import standard_output
from checkers_ab.games.checkers.boardfile import Case
from checkers_ab.games.checkers.drawing import draw_board
from checkers_ab.trace.explain import Explanation, explain_line
from checkers_ab.trace.meaning import meanings_of
from checkers_ab.trace.reader import read_trace
from checkers_ab.trace.solve import has_labels


@click.command("explain")
@input_argument
@click.argument("line", metavar="LINE", type=click.IntRange(min=1))
@depth_option
@case_option
@convention_option
def command(*, path: str, line: int, depth: int, number: int | None, convention_name: str) -> None:
    """Say what line LINE of the trace of INPUT means.

    \b
    checkers-ab explain board.txt 57           line 57 of the whole trace
    checkers-ab explain cases.txt 12 --case 5  line 12 of that of case 5

    Shown are the board before and after, whose move it is, the window and which move set each end of it; and for a
    pruning line why nothing in it can matter.
    """
    convention = read_convention(convention_name)
    everything, cases = load_chosen(path, number)
    start = 0
    for case, lines in zip(
        cases, reference_lines(path, cases, depth, convention, labelled=has_labels(everything)), strict=True
    ):
        if line <= start + len(lines):
            # Empty lines in front make the reader count as the whole output does.
            events = read_trace(StringIO("\n" * start + "".join(lines)))
            explanation = explain_line(case.board, events, line, meanings_of(convention, depth)[0])
            standard_output().write(_describe(case, line, lines[line - start - 1], explanation))
            return
        start += len(lines)
    raise Failure(f"{shown(path)}: no line {line}; the trace has {start} lines")


def _describe(case: Case, line: int, text: str, explanation: Explanation | None) -> str:
    if explanation is None:
        meaning = f"It is the label of {case.label}." if text.strip() else "It separates what stands above and below."
        explanation = Explanation(sentences=[meaning])
    parts = [f"line {line}: {text.rstrip()}", "", *explanation.sentences]
    for name, board in (("before", explanation.before), ("after", explanation.after)):
        if board is not None:
            parts += ["", name, draw_board(board, explanation.move or ())]
    return "\n".join(parts) + "\n"
