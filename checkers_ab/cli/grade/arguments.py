"""Options and checks that the commands of `grade` share."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import click

from checkers_ab.cli.io import shown
from checkers_ab.core.errors import InputError
from checkers_ab.core.text import list_some, plural, printable, repr_unless_printable
from checkers_ab.grading.adjust import Adjustments, load_adjustments
from checkers_ab.grading.classfiles import CLASS_FORMATS, MOODLE_FEEDBACK
from checkers_ab.grading.classlist import ClassList
from checkers_ab.grading.downloads import FOLDERS, SHOWN
from checkers_ab.grading.formats import FORMATS
from checkers_ab.grading.gradebook import SYSTEMS, Gradebook
from checkers_ab.grading.plan import GradingPlan
from checkers_ab.grading.planfile import case_folders, load_plan
from checkers_ab.grading.submissions import Submission
from checkers_ab.sandbox.box import Box, Unboxed
from checkers_ab.sandbox.bubblewrap import Bubblewrap, find_box
from checkers_ab.sandbox.seccomp import why_no_filter
from checkers_ab.sandbox.supervise import BoxError

F = TypeVar("F", bound=Callable[..., Any])
NAMED = 10
"""People who are named on standard error; others are only counted."""
SANDBOXES = ("auto", "bwrap", "none")

plan_argument = click.argument("plan_path", metavar="PLAN", type=click.Path())


def sandbox_option(*more: str) -> Callable[[F], F]:
    """The option for the box that programs run in."""
    return click.option(
        "--sandbox",
        type=click.Choice([*SANDBOXES, *more]),
        default="auto",
        show_default=True,
        help="Where programs run: auto and bwrap in bubblewrap, none in none"
        + (", any there or, as root, as another user." if more else "."),
    )


trust_option = click.option(
    "--i-trust-these-programs", "trusted", is_flag=True, help="Needed for --sandbox none: they can do what you can."
)


def read_plan(path: str) -> GradingPlan:
    """The plan at a path; raises InputError."""
    try:
        return load_plan(path)
    except InputError as error:
        raise InputError(repr_unless_printable(str(error))) from None
    except ValueError:  # a NUL byte in the name
        raise InputError("no such file", path=shown(path)) from None


def secrets_of(plan_path: str, *more: str) -> tuple[str, ...]:
    """Folders that no box may show: those of the plan and its cases, and some more."""
    return tuple(map(os.path.realpath, (os.path.dirname(plan_path) or ".", *case_folders(plan_path), *more)))


def choose_box(
    plan: GradingPlan, sandbox: str, *, hide: Collection[str], trusted: bool, elsewhere: bool = False
) -> Box | None:
    """The box for the programs of a plan, without the folders to `hide`; None if the plan runs no programs.

    A box that is made `elsewhere` is not tried here.
    """
    if plan.program is None:
        return None
    if sandbox == "none" and not trusted:
        raise InputError(
            "without a box a submission can read, change and send whatever you can",
            hint="if you have read all of them, add --i-trust-these-programs",
        )
    for path in plan.bind:
        if os.path.realpath(path) in hide:
            raise InputError(f"the plan binds {shown(path)}, where its cases, submissions or results lie")
    if elsewhere:
        return Unboxed() if sandbox == "none" else Bubblewrap()
    try:
        return find_box(sandbox, plan.bind, hide)
    except BoxError as error:
        hint = ""
        if not sys.platform.startswith("linux"):
            hint = "traces that are handed in as files can be judged on any system"
        elif shutil.which("bwrap") is None or why_no_filter():
            hint = "or run them without a box, with --sandbox none, if you trust these programs"
        raise InputError(str(error), hint=hint) from None


def describe_class(found: ClassList, *, most: int = NAMED) -> list[str]:
    """Remarks about a class before its marks: how many submissions, what is nobody's, who is missing.

    Of those who handed in nothing, so many are named at the most.
    """
    download = found.download
    lines = []
    if download.layout != FOLDERS or found.people:
        of = f" of a roster of {len(found.people)}" if found.people else ""
        lines.append(f"{SHOWN[download.layout]}: {plural(len(found.submissions), 'submission')}{of}")
    if download.earlier:
        lines.append(f"{plural(len(download.earlier), 'file')} of earlier attempts left out: the last one counts")
    lines += [f"nobody's: {name}: {reason}" for name, reason in unmatched(found)]
    if found.missing:
        missing = [printable(person.called) for person in found.missing]
        lines.append(f"nothing handed in: {list_some(missing, most, ' and {} more')}")
    return lines


def unmatched(found: ClassList) -> list[tuple[str, str]]:
    """Entries that can't be attributed, and submissions of nobody in the roster, with the reasons."""
    entries = [(aside.entry, aside.reason) for aside in found.download.asides if aside.attributable]
    return [(printable(name), reason) for name, reason in entries] + [
        (printable(submission.name), reason) for submission, reason in found.strangers
    ]


def read_adjustments(plan: GradingPlan, submissions: Sequence[Submission]) -> Adjustments:
    """The adjustments of a plan; raises InputError."""
    if not plan.adjust:
        return Adjustments()
    return Adjustments(load_adjustments(plan.adjust, [case.name for case in plan.cases]), submissions)


def read_gradebook(
    plan: GradingPlan, formats: Sequence[str], path: str | None, column: str, *, layout: str, people: bool
) -> Gradebook | None:
    """The gradebook to fill in, or None for new files. Raises InputError if formats and options do not fit."""
    wanted = [name for name in formats if name in SYSTEMS]
    if MOODLE_FEEDBACK in formats and layout != "moodle":
        raise InputError(f"--format {MOODLE_FEEDBACK}: expected a Moodle download, found {SHOWN[layout]}")
    if path is not None:
        if len(wanted) != 1:
            raise InputError(f"--gradebook: expected one --format {' or '.join(SYSTEMS)} beside it")
        return Gradebook(wanted[0], path, title=plan.title, column=column, most=plan.most)
    if "moodle" in wanted:
        raise InputError(
            "--format moodle fills in the grading worksheet that was downloaded from Moodle: name it with --gradebook"
        )
    if wanted and not people:
        raise InputError(
            f"--format {wanted[0]} needs the people of the class",
            hint='name a roster in the plan, roster = "students.csv", or the exported gradebook with --gradebook',
        )
    return None


def format_options(function: F) -> F:
    """The options for further formats, those of course systems among them."""
    formats = click.option(
        "--format",
        "formats",
        multiple=True,
        type=click.Choice([*FORMATS, *CLASS_FORMATS]),
        help="Also write this, for each submission or for the class; may be repeated.",
    )
    column = click.option(
        "--column",
        metavar="NAME",
        default="",
        help="The column of the gradebook; without it, that of the plan's title.",
    )
    gradebook = click.option(
        "--gradebook", metavar="FILE", type=click.Path(), help="Fill in the gradebook that the course system exported."
    )
    return formats(gradebook(column(function)))
