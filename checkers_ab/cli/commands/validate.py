"""`checkers-ab validate`: an output validator for Kattis, ICPC and DOMjudge problem packages."""

from __future__ import annotations

import os

import click

from checkers_ab.cli.io import LongTrace, read_trace, shown
from checkers_ab.cli.options import game_option, load_chosen, log_option, read_setting
from checkers_ab.cli.output import opened_output
from checkers_ab.core.errors import InputError
from checkers_ab.judge.check import Judge
from checkers_ab.judge.report import Finding
from checkers_ab.judge.text import describe_report
from checkers_ab.logs.base import find_log

ACCEPTED = 42
WRONG = 43


@click.command("validate", context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@click.argument("path", metavar="INPUT", type=click.Path())
@click.argument("answer", metavar="ANSWER", type=click.Path())
@click.argument("feedback", metavar="FEEDBACK_DIR", type=click.Path())
@game_option
@log_option
def command(*, path: str, answer: str, feedback: str, game_name: str, log_name: str) -> int:
    """Judge the trace on standard input for a contest system.

    \b
    checkers-ab validate board.txt board.ans feedback/ < trace

    The exit code is 42 for a right trace and 43 for a wrong one; anything else is a judge error. FEEDBACK_DIR gets
    judgemessage.txt with all findings and teammessage.txt with the kind and the line. ANSWER and further arguments are
    ignored: traces are judged by their meaning.
    """
    if not os.path.isdir(feedback):
        raise InputError(f"{shown(feedback)}: expected a folder for the messages")
    setting = read_setting(game_name)
    kit = setting.kit
    _, cases = load_chosen(kit, path, None)
    try:
        trace = read_trace("-")
    except LongTrace as error:
        judgement = team = f"{error}\n"
    else:
        report = Judge(setting, find_log(log_name)).check(cases, trace)
        judgement = describe_report(kit, report, trace=trace)
        team = "".join(f"{case.label}: {_brief(case.findings[0])}\n" for case in report.cases if not case.valid)
    for name, text in (("judgemessage.txt", judgement), ("teammessage.txt", team)):
        with opened_output(os.path.join(feedback, name)) as stream:
            stream.write(text)
    return WRONG if team else ACCEPTED


def _brief(finding: Finding) -> str:
    """The message for the team: only kind and line of a finding."""
    return f"line {finding.line}: {finding.kind}"
