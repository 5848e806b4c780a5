"""`checkers-ab explain`: the meaning of a line of the trace."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from checkers_ab.cli.io import read_trace, shown, standard_output
from checkers_ab.cli.options import (
    Cases,
    case_option,
    convention_option,
    depth_option,
    eval_option,
    expect_followed,
    expect_trace,
    game_option,
    input_argument,
    load_chosen,
    log_option,
    read_setting,
    values_needed,
)
from checkers_ab.core.errors import InputError
from checkers_ab.core.kit import Kit
from checkers_ab.core.picture import Grid, Picture, draw_text
from checkers_ab.core.setting import AnySetting
from checkers_ab.core.text import plural
from checkers_ab.explain.line import Explanation, explain_line, explain_own_line
from checkers_ab.judge.report import clip
from checkers_ab.logs.base import Log, find_log
from checkers_ab.logs.solve import has_labels
from checkers_ab.logs.text import readable


@click.command("explain")
@input_argument
@click.argument("line", metavar="LINE", type=click.IntRange(min=1))
@game_option
@eval_option
@depth_option
@case_option
@convention_option
@log_option
@click.option(
    "--trace", metavar="TRACE", type=click.Path(allow_dash=True), help="A log of your own: LINE is one of its lines."
)
def command(
    *,
    path: str,
    line: int,
    game_name: str,
    evaluation: str | None,
    depth: int | None,
    number: int | None,
    convention_name: str,
    log_name: str,
    trace: str | None,
) -> None:
    """Say what line LINE of the trace of INPUT means.

    \b
    checkers-ab explain board.txt 57           line 57 of the whole trace
    checkers-ab explain cases.txt 12 --case 5  line 12 of that of case 5
    checkers-ab explain board.txt 57 --trace my-trace.txt   a line of your own
    checkers-ab explain board.txt 57 --log table            a row of the table

    Shown are the board before and after, whose move it is, the window and which move set each end of it; and for a
    pruning line why nothing in it can matter. A line of your own trace is explained in the order of that trace, with
    what came back from below it, and with what is wrong with it. Of a table each row is explained, also where a
    position is shown again: its value, its window, and what is left out when that has closed.
    """
    log = find_log(log_name)
    setting = read_setting(game_name, depth, convention_name, evaluation)
    everything, cases = load_chosen(setting.kit, path, number)
    if trace is not None:
        expect_followed(log, log_name)
        others = {case.number for case in everything} - {case.number for case in cases}
        _describe_own(setting, log, path, cases, trace, line, others)
        return
    _describe_line(setting, log, path, cases, line, labelled=has_labels(everything))


def _describe_line(setting: AnySetting, log: Log, path: str, cases: Cases, line: int, *, labelled: bool) -> None:
    """Explains a line of the trace that this program writes, or of another log."""
    kit, start = setting.kit, 0
    for place, case in enumerate(cases):
        labels = [*([""] if place else []), case.label] if labelled else []
        if line <= start + len(labels):
            sentence = f"It is the label of {case.label}." if labels[line - start - 1] else _SEPARATES
            _describe(kit, line, labels[line - start - 1], Explanation(sentences=[sentence]))
            return
        start += len(labels)
        with values_needed(path):
            trace = explain_line(setting, case.state, line, log=log, start=start)
        if line <= start + len(trace.lines):
            _describe_written(kit, line, trace.lines[line - start - 1].rstrip(), trace.explanation)
            return
        start += len(trace.lines)
    raise InputError(f"no line {line}; the {log.noun} has {plural(start, 'line')}", path=shown(path))


def _describe_own(
    setting: AnySetting, log: Log, path: str, cases: Cases, trace: str, line: int, others: set[int]
) -> None:
    """Explains a line of somebody's log."""
    if path == "-" and trace == "-":
        raise InputError("INPUT and TRACE can't both be standard input")
    text = read_trace(trace)
    expect_trace(setting, trace, text, log)
    lines = readable(text).read().splitlines()
    if line > len(lines):
        raise InputError(f"no line {line}; the {log.noun} has {plural(len(lines), 'line')}", path=shown(trace))
    written = lines[line - 1].strip()
    with values_needed(path):
        meant = explain_own_line(setting, cases, text, line, log=log, others=others)
    _describe_written(setting.kit, line, clip(written, LONGEST_SHOWN), meant)


LONGEST_SHOWN = 400
"""Characters of a line."""
_SEPARATES = "It separates what stands above and below."


def _describe_written(kit: Kit[Any, Any, Any], line: int, text: str, explanation: Explanation) -> None:
    _describe(kit, line, text, explanation if text else Explanation(sentences=[_SEPARATES]))


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
