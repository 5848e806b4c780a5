"""`checkers-ab grade one`: a single submission."""

from __future__ import annotations

import os

import click

from checkers_ab.cli.grade.arguments import (
    choose_box,
    plan_argument,
    read_plan,
    sandbox_option,
    secrets_of,
    trust_option,
)
from checkers_ab.cli.io import InFile, say
from checkers_ab.cli.output import opened_output
from checkers_ab.core.text import printable
from checkers_ab.grading.downloads.folders import submission_at
from checkers_ab.grading.feedback import feedback
from checkers_ab.grading.feedback_html import feedback_html
from checkers_ab.grading.formats import FORMATS, write_format
from checkers_ab.grading.grade import grading_key
from checkers_ab.grading.mark import UNREADABLE, for_students, format_result
from checkers_ab.grading.submissions import submission_key
from checkers_ab.grading.workers import Task, grade_locally


@click.command("one")
@plan_argument
@click.argument("path", metavar="SUBMISSION", type=click.Path())
@click.option(
    "--format",
    "format_name",
    type=click.Choice(("page", "html", "json", *FORMATS)),
    default="page",
    show_default=True,
    help="What to write.",
)
@click.option("--name", help="The student's name, instead of the file's.")
@click.option("-o", "--output", metavar="FILE", type=click.Path(), help="Write to FILE: whole, or not at all.")
@sandbox_option("any")
@trust_option
def command(
    *, plan_path: str, path: str, format_name: str, name: str | None, output: str | None, sandbox: str, trusted: bool
) -> int:
    """Grade one SUBMISSION, a folder, zip, tar or single file, and write its page.

    \b
    checkers-ab grade one plan.toml handed-in/ada.zip
    checkers-ab grade one plan.toml . --format gradescope -o results.json

    The exit code is 0 when it was graded, whatever the mark, and 1 when it could not be, or when its program was
    killed, and not for a limit.
    """
    plan = read_plan(plan_path)
    hide = secrets_of(plan_path, os.path.dirname(os.path.abspath(path)))
    box = choose_box(plan, sandbox, hide=hide, trusted=trusted)
    submission = submission_at(path, name)
    with InFile(path):
        task = Task(submission, grading_key(plan, submission_key(submission, plan.limits), box))
    # A process of its own is killed if it takes too long.
    ((_, result),) = grade_locally(plan, box, iter([task]), jobs=1)
    if isinstance(result, str):
        say(f"{printable(submission.name)}: could not be graded: {result}")
        return 1
    shown = for_students(result, points_only=plan.points_only)
    if format_name == "page":
        text = feedback(shown, plan.title)
    elif format_name == "html":
        text = feedback_html(shown, plan.title)
    else:
        text = format_result(result) if format_name == "json" else write_format(format_name, [shown], plan.title)
    with opened_output(output) as stream:
        stream.write(text)
    if result.problem and result.status != UNREADABLE:
        say(f"{printable(submission.name)}: {result.problem}")
    return 1 if result.problem else 0
