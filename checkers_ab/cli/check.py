"""`checkers-ab check`: is this trace right, and if not, why?"""

from __future__ import annotations

import json
from difflib import unified_diff
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

import click

from checkers_ab.cli.failure import Failure, os_failure
from checkers_ab.cli.options import (
    case_option,
    convention_option,
    depth_option,
    input_argument,
    json_option,
    load_chosen,
    read_convention,
)
from checkers_ab.cli.solving import open_text, standard_output, trace_case
from checkers_ab.games.checkers.boardfile import Case
from checkers_ab.trace.check import Verdict, check_traces
from checkers_ab.trace.convention import Convention
from checkers_ab.trace.describe import describe_verdict
from checkers_ab.trace.finding import clip
from checkers_ab.trace.meaning import meanings_of
from checkers_ab.trace.mistakes import Misconception
from checkers_ab.trace.reader import LONGEST_LINE, read_trace
from checkers_ab.trace.solve import has_labels, write_traces

if TYPE_CHECKING:
    from checkers_ab.trace.solve import Write

DIFF_LINES = 40


@click.command("check")
@input_argument
@click.argument("trace", metavar="TRACE", type=click.Path(allow_dash=True))
@depth_option
@case_option
@convention_option
@click.option("--exact", is_flag=True, help="Demand the convention's bytes, and show the difference.")
@click.option("--all", "every", is_flag=True, help="List every finding.")
@json_option
def command(
    *,
    path: str,
    trace: str,
    depth: int,
    number: int | None,
    convention_name: str,
    exact: bool,
    every: bool,
    as_json: bool,
) -> int:
    """Judge TRACE, a trace of the boards in INPUT, by its meaning.

    \b
    checkers-ab check board.txt my-trace.txt          a verdict, and what is wrong
    my-program board.txt | checkers-ab check board.txt -
    checkers-ab check board.txt my-trace.txt --exact  byte for byte, with a diff
    checkers-ab check board.txt my-trace.txt --json   for other programs

    Any order of moves and any usual layout is accepted. The exit code is 0 for a right trace, 1 for a wrong one.
    """
    if path == "-" and trace == "-":
        raise Failure("INPUT and TRACE can't both be standard input")
    convention = read_convention(convention_name)
    everything, cases = load_chosen(path, number)
    write = standard_output().write
    if exact:
        reference = reference_lines(path, cases, depth, convention, labelled=has_labels(everything))
        return _check_bytes(cases, reference, _read_lines(trace, sum(map(len, reference))), write, as_json)
    try:
        with open_text(trace) as stream:
            others = {case.number for case in everything} - {case.number for case in cases}
            verdicts = check_traces(cases, read_trace(stream), meanings_of(convention, depth), others=others)
    except OSError as error:
        raise os_failure(trace, error) from None
    if as_json:
        write(json.dumps(_as_json(verdicts), indent=2) + "\n")
    else:
        for place, verdict in enumerate(verdicts):
            write(("\n" if place and not verdicts[place - 1].valid else "") + describe_verdict(verdict, every=every))
    return 0 if all(verdict.valid for verdict in verdicts) else 1


def _as_json(verdicts: list[Verdict]) -> dict[str, Any]:
    return {
        "valid": all(verdict.valid for verdict in verdicts),
        "cases": [
            {
                "label": verdict.case.label,
                "valid": verdict.valid,
                "findings": [finding.in_words() for finding in verdict.findings],
                "diagnosis": _diagnosis_as_json(verdict.diagnosis),
            }
            for verdict in verdicts
        ],
    }


def _diagnosis_as_json(diagnosis: list[Misconception]) -> dict[str, Any] | None:
    if not diagnosis:
        return None
    first, *others = diagnosis
    return {
        "name": first.name,
        "sentence": first.sentence,
        "fix": first.fix,
        "paragraph": first.paragraph,
        "others": [other.name for other in others],
    }


def reference_lines(
    path: str, cases: list[Case], depth: int, convention: Convention, *, labelled: bool
) -> list[list[str]]:
    """The lines of the convention's own traces, case by case, each with what stands before it."""
    traces: list[list[str]] = []

    def trace_one(case: Case, write: Write) -> None:
        trace_case(path, case, write, depth=depth, convention=convention)

    for place, case in enumerate(cases):
        lines: list[str] = [] if place == 0 or not labelled else ["\n"]
        write_traces([case], lines.append, trace_one, labelled=labelled)
        traces.append(lines)
    return traces


def _read_lines(trace: str, expected: int) -> list[str]:
    """The lines of a trace as they are, a few more than expected if there are so many."""
    try:
        with open_text(trace) as stream:
            stream.reconfigure(newline="")  # type: ignore[attr-defined]  # a CR is a difference
            return list(islice(iter(lambda: stream.readline(LONGEST_LINE), ""), expected + DIFF_LINES))
    except OSError as error:
        raise os_failure(trace, error) from None


def _check_bytes(cases: list[Case], reference: list[list[str]], found: list[str], write: Write, as_json: bool) -> int:
    """Compares line for line, and shows where the texts part."""
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


def _exact_as_json(cases: list[Case], reference: list[list[str]], found: list[str]) -> dict[str, Any]:
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
        listed.append({"label": case.label, "valid": not findings, "findings": findings, "diagnosis": None})
        start = end
    return {"valid": all(case["valid"] for case in listed), "cases": listed}
