"""`checkers-ab validate`: the output validator of Kattis, ICPC and DOMjudge problem packages."""

from __future__ import annotations

import os

import click

from checkers_ab.cli.failure import Failure, shown
from checkers_ab.cli.output import opened_output
from checkers_ab.cli.solving import expect_alice, load_cases, open_text
from checkers_ab.trace.check import check_traces
from checkers_ab.trace.convention import ASSIGNMENT
from checkers_ab.trace.describe import describe_verdict
from checkers_ab.trace.finding import Finding
from checkers_ab.trace.meaning import meanings_of
from checkers_ab.trace.reader import read_trace
from checkers_ab.trace.solve import DEPTH

ACCEPTED = 42
WRONG = 43


@click.command("validate", context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@click.argument("path", metavar="INPUT", type=click.Path())
@click.argument("answer", metavar="ANSWER", type=click.Path())
@click.argument("feedback", metavar="FEEDBACK_DIR", type=click.Path())
def command(*, path: str, answer: str, feedback: str) -> int:
    """Judge the trace on standard input for a contest system.

    \b
    checkers-ab validate board.txt board.ans feedback/ < trace

    The exit code is 42 for a right trace and 43 for a wrong one; anything else is a judge's error. FEEDBACK_DIR gets
    judgemessage.txt with everything and teammessage.txt with the kind and the line. ANSWER and further arguments are
    not looked at: traces are judged by their meaning.
    """
    if not os.path.isdir(feedback):
        raise Failure(f"{shown(feedback)}: expected a folder for the messages")
    cases = load_cases(path)
    expect_alice(path, cases)
    with open_text("-") as stream:
        verdicts = check_traces(cases, read_trace(stream), meanings_of(ASSIGNMENT, DEPTH))
    wrong = [verdict for verdict in verdicts if not verdict.valid]
    judge = "\n".join(describe_verdict(verdict, every=False) for verdict in verdicts)
    team = "".join(f"{verdict.case.label}: {_brief(verdict.findings[0])}\n" for verdict in wrong)
    for name, text in (("judgemessage.txt", judge), ("teammessage.txt", team)):
        with opened_output(os.path.join(feedback, name)) as stream:
            stream.write(text)
    return WRONG if wrong else ACCEPTED


def _brief(finding: Finding) -> str:
    """What the team may know: what kind of fault, and where."""
    return f"line {finding.line}: {finding.kind}"
