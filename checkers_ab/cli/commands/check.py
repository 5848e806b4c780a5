"""`checkers-ab check`: judges a trace and explains its errors."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict
from difflib import unified_diff
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

import click

from checkers_ab.cli.commands.coverage import describe_meaning
from checkers_ab.cli.io import InFile, configure, open_text, read_trace, standard_output
from checkers_ab.cli.options import (
    Cases,
    case_option,
    convention_option,
    depth_option,
    eval_option,
    exchanged,
    expect_no_board,
    game_option,
    input_argument,
    json_option,
    load_chosen,
    log_option,
    read_setting,
)
from checkers_ab.cli.solving import TraceGiven, say_over
from checkers_ab.core.case import Case
from checkers_ab.core.errors import InputError
from checkers_ab.core.setting import Setting
from checkers_ab.judge.check import Judge
from checkers_ab.judge.report import Report, clip
from checkers_ab.judge.text import describe_report, wrapped
from checkers_ab.logs.base import Log, find_log
from checkers_ab.logs.events import LONGEST_LINE
from checkers_ab.logs.solve import has_labels, write_traces
from checkers_ab.logs.trace import TRACE

if TYPE_CHECKING:
    from checkers_ab.logs.solve import Write

DIFF_LINES = 40


@click.command("check")
@input_argument
@click.argument("trace", metavar="TRACE", type=click.Path(allow_dash=True))
@game_option
@depth_option
@eval_option
@case_option
@convention_option
@log_option
@click.option("--exact", is_flag=True, help="Compare byte for byte with the convention, and show a diff.")
@click.option("--all", "every", is_flag=True, help="List every finding.")
@json_option
def command(
    *,
    path: str,
    trace: str,
    game_name: str,
    depth: int | None,
    evaluation: str | None,
    number: int | None,
    convention_name: str,
    log_name: str,
    exact: bool,
    every: bool,
    as_json: bool,
) -> int:
    """Judge TRACE, a trace of the boards in INPUT or another log, by its meaning.

    \b
    checkers-ab check board.txt my-trace.txt          a verdict, and what is wrong
    my-program board.txt | checkers-ab check board.txt -
    checkers-ab check board.txt my-trace.txt --exact  byte for byte, with a diff
    checkers-ab check board.txt my-trace.txt --json   for other programs

    Any order of moves and any usual layout is accepted. The exit code is 0 for a right trace, 1 for a wrong one.
    """
    if path == "-" and trace == "-":
        raise InputError("INPUT and TRACE can't both be standard input")
    setting = read_setting(game_name, depth, convention_name, evaluation)
    kit, log = setting.kit, find_log(log_name)
    try:
        everything, cases = load_chosen(kit, path, number)
    except TraceGiven as error:
        raise exchanged(kit, path, trace, error) from None
    write = standard_output().write
    if exact:
        labelled = has_labels(everything)
        reference = reference_lines(setting, path, cases, labelled=labelled, log=log)
        return _check_bytes(cases, reference, _read_lines(trace, sum(map(len, reference))), write, as_json)
    text = read_trace(trace)
    others = {case.number for case in everything} - {case.number for case in cases}
    report = Judge(setting, log).check(cases, text, others=others)
    expect_no_board(kit, trace, text, report)
    if as_json:
        write(json.dumps(as_data(report), indent=2) + "\n")
    else:
        width = shutil.get_terminal_size().columns
        write(describe_report(kit, report, every=every, width=width, trace=text))
        if report.valid and log is TRACE:
            lines = sum(case.lines for case in report.cases)
            meaning = describe_meaning(setting, [case.state for case in cases], lines)
            write(wrapped(meaning, width, "", "") + "\n" if meaning else "")
    return 0 if report.valid else 1


def as_data(report: Report) -> dict[str, Any]:
    """Converts a report to JSON data."""
    return {
        "valid": report.valid,
        "diagnosis": _diagnosis_data(report),
        "nearest": None if report.nearest is None else asdict(report.nearest),
        "complete": report.complete,
        "cases": [
            {
                "label": case.label,
                "valid": case.valid,
                "findings": [finding.in_words() for finding in case.findings],
                "counts": dict(case.counts),
                "suspects": [list(names) for names in case.suspects],
            }
            for case in report.cases
        ],
    }


def _diagnosis_data(report: Report) -> dict[str, Any] | None:
    diagnosis = report.diagnosis
    if diagnosis is None:
        return None
    return {
        "mistakes": [mistake.in_words() for mistake in diagnosis.found],
        "sentence": diagnosis.sentence,
        "alternatives": [list(names) for names in diagnosis.alternatives],
    }


def reference_lines(
    setting: Setting[Any, Any, Any], path: str, cases: Cases, *, labelled: bool, log: Log = TRACE
) -> list[list[str]]:
    """The lines of the reference traces, or of another log, case by case, each with its heading."""
    written: list[list[str]] = []

    def write_one(case: Case[Any], write: Write) -> None:
        if log.write_search(setting, case.state, write).move is None:
            say_over(setting.kit, path, case)

    for place, case in enumerate(cases):
        lines: list[str] = [] if place == 0 or not labelled else ["\n"]
        write_traces([case], lines.append, write_one, labelled=labelled)
        written.append("".join(lines).splitlines(keepends=True))
    return written


def _read_lines(trace: str, expected: int) -> list[str]:
    """Reads the lines of a trace unchanged; stops a few lines after the expected number."""
    with InFile(trace), open_text(trace) as stream:
        configure(stream, newline="")  # a CR is a difference
        return list(islice(iter(lambda: stream.readline(LONGEST_LINE), ""), expected + DIFF_LINES))


def _check_bytes(cases: Cases, reference: list[list[str]], found: list[str], write: Write, as_json: bool) -> int:
    """Compares line by line, and shows the first difference."""
    expected = [line for lines in reference for line in lines]
    if as_json:
        write(json.dumps(_exact_as_json(cases, reference, found), indent=2) + "\n")
    elif expected == found:
        write(f"the same, byte for byte: {len(expected)} lines\n")
    else:
        diff = [_shown(line) for line in unified_diff(expected, found, "expected", "found", n=2)]
        place, (wanted, there) = next(
            (place, pair)
            for place, pair in enumerate(zip_longest(expected, found, fillvalue="nothing\n"), 1)
            if pair[0] != pair[1]
        )
        write(f"line {place} is the first that differs\n  expected  {_shown(wanted)}\n  found     {_shown(there)}\n\n")
        write("\n".join(diff[:DIFF_LINES]) + "\n" + ("... and more\n" if len(diff) > DIFF_LINES else ""))
    return 0 if expected == found else 1


def _shown(line: str) -> str:
    return clip(line.removesuffix("\n"), 100) + ("" if line.endswith("\n") else " (no line end)")


def _exact_as_json(cases: Cases, reference: list[list[str]], found: list[str]) -> dict[str, Any]:
    listed = []
    start = 0
    for case, lines in zip(cases, reference, strict=True):
        end = start + len(lines) if case is not cases[-1] else max(start + len(lines), len(found))
        findings = []
        for place in range(start, end):
            wanted = lines[place - start] if place - start < len(lines) else ""
            there = found[place] if place < len(found) else ""
            if wanted != there:
                findings.append(
                    {
                        "kind": "format" if there else "truncated",
                        "line": place + 1,
                        "message": "This line is not the convention's.",
                        "expected": wanted.rstrip("\n"),
                        "found": clip(there),
                    }
                )
                break
        counts = {finding["kind"]: 1 for finding in findings}
        listed.append(
            {"label": case.label, "valid": not findings, "findings": findings, "counts": counts, "suspects": []}
        )
        start = end
    return {"valid": all(case["valid"] for case in listed), "diagnosis": None, "cases": listed}
