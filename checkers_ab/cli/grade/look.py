"""`checkers-ab grade look`: what was handed in, and by whom."""

from __future__ import annotations

import os
from collections import defaultdict

import click

from checkers_ab.cli.grade.arguments import describe_class, plan_argument, read_plan, unmatched
from checkers_ab.cli.io import standard_output
from checkers_ab.core.text import plural, printable
from checkers_ab.grading.classlist import ClassList, opened_class
from checkers_ab.grading.downloads import FOLDERS, SHOWN
from checkers_ab.grading.submissions import Submission


@click.command("look")
@plan_argument
@click.argument("folder", metavar="SUBMISSIONS", type=click.Path())
def command(*, plan_path: str, folder: str) -> int:
    """Show what SUBMISSIONS holds before anything is run: whose it is, what counts and what is nobody's.

    \b
    checkers-ab grade look plan.toml handed-in
    checkers-ab grade look plan.toml gradebook_2026_hw4.zip

    Downloads of Canvas, Moodle, Blackboard, Gradescope and Brightspace and folders of clones are recognised by the
    names in them, or by layout = "moodle" in the plan. The exit code is 1 when something belongs to nobody.
    """
    plan = read_plan(plan_path)
    with opened_class(folder, plan) as found:
        lines = [*_head(found), *_table(found.submissions), *_foot(found)]
        standard_output().write("\n".join(lines) + "\n")
        return 1 if unmatched(found) else 0


def _head(found: ClassList) -> list[str]:
    if found.download.layout == FOLDERS and not found.people:
        return [f"{SHOWN[FOLDERS]}: {plural(len(found.submissions), 'submission')}", ""]
    return [describe_class(found)[0], ""]


def _table(submissions: list[Submission]) -> list[str]:
    """A line for each submission: its name, the person, what was handed in, when, and remarks."""
    rows = [
        (
            printable(one.name),
            printable(one.person.name) if one.person.name != one.name else "",
            _what(one),
            ", ".join(filter(None, (one.attempt, "late" if one.late else "", one.note))),
        )
        for one in submissions
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, (*widths, 0), strict=True)).rstrip() for row in rows
    ]


def _what(submission: Submission) -> str:
    if len(submission.files) == 1:
        return printable(submission.files[0][0])
    if submission.files:
        return plural(len(submission.files), "file")
    return "folder" if os.path.isdir(submission.path) else printable(os.path.basename(submission.path))


def _foot(found: ClassList) -> list[str]:
    reasons = defaultdict(list)
    for aside in found.download.asides:
        if not aside.attributable:
            reasons[aside.reason].append(printable(aside.entry))
    left = [
        f"left out: {entries[0]}{f' and {len(entries) - 1} more' * (len(entries) > 1)}: {reason}"
        for reason, entries in reasons.items()
    ]
    plain = found.download.layout == FOLDERS and not found.people
    lines = left + describe_class(found, most=len(found.missing))[not plain :]
    return ["", *lines] if lines else []
