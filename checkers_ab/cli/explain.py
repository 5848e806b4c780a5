"""`checkers-ab explain`: the meaning of a line of the trace."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import click

from checkers_ab.cli.io import Failure, shown, standard_output
from checkers_ab.cli.options import (
    case_option,
    convention_option,
    depth_option,
    eval_option,
    game_option,
    input_argument,
    load_chosen,
    load_evaluation,
    load_kit,
    read_convention,
    values_needed,
)
from checkers_ab.core.kit import Kit
from checkers_ab.core.picture import Grid, Picture, draw_text
from checkers_ab.trace.explain import Explanation, explain_line
from checkers_ab.trace.solve import has_labels


@click.command("explain")
@input_argument
@click.argument("line", metavar="LINE", type=click.IntRange(min=1))
@game_option
@eval_option
@depth_option
@case_option
@convention_option
def command(
    *,
    path: str,
    line: int,
    game_name: str,
    evaluation: str | None,
    depth: int | None,
    number: int | None,
    convention_name: str,
) -> None:
    """Say what line LINE of the trace of INPUT means.

    \b
    checkers-ab explain board.txt 57           line 57 of the whole trace
    checkers-ab explain cases.txt 12 --case 5  line 12 of that of case 5

    Shown are the board before and after, whose move it is, the window and which move set each end of it; and for a
    pruning line why nothing in it can matter.
    """
    kit = load_kit(game_name)
    evaluate = load_evaluation(kit, evaluation)
    convention = read_convention(kit, convention_name)
    everything, cases = load_chosen(kit, path, number)
    labelled = has_labels(everything)
    explain = partial(explain_line, kit, depth=depth, convention=convention, evaluate=evaluate)
    start = 0
    for place, case in enumerate(cases):
        labels = [*([""] if place else []), case.label] if labelled else []
        if line <= start + len(labels):
            sentence = f"It is the label of {case.label}." if labels[line - start - 1] else _SEPARATES
            _describe(kit, line, labels[line - start - 1], Explanation(sentences=[sentence]))
            return
        start += len(labels)
        with values_needed(path):
            trace = explain(case.state, line, start=start)
        if line <= start + len(trace.lines):
            explanation = trace.explanation or Explanation(sentences=[_SEPARATES])
            _describe(kit, line, trace.lines[line - start - 1].rstrip(), explanation)
            return
        start += len(trace.lines)
    raise Failure(f"{shown(path)}: no line {line}; the trace has {start} lines")


_SEPARATES = "It separates what stands above and below."


def _describe(kit: Kit[Any, Any, Any], line: int, text: str, explanation: Explanation) -> None:
    parts = [f"line {line}: {text}".rstrip(), "", *explanation.sentences]
    for name, picture in _pictures(kit, explanation):
        parts += ["", name, draw_text(picture)]
    standard_output().write("\n".join(parts) + "\n")


def _pictures(kit: Kit[Any, Any, Any], explanation: Explanation) -> list[tuple[str, Picture]]:
    """The states before and after; what the move touches is marked in both."""
    if explanation.before is None:
        return []
    before = kit.picture(explanation.before)
    if explanation.after is None:
        return [("before", before)]
    after = kit.picture(explanation.after, explanation.move)
    if isinstance(before, Grid) and isinstance(after, Grid):
        before = replace(before, marks=after.marks)
    return [("before", before), ("after", after)]
