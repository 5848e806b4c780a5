"""Options and checks that the commands of `grade` share."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Collection
from typing import Any, TypeVar

import click

from checkers_ab.cli.io import Failure, shown
from checkers_ab.core.text import repr_unless_printable
from checkers_ab.grading.plan import GradingPlan
from checkers_ab.grading.planfile import PlanError, case_folders, load_plan
from checkers_ab.sandbox.box import Box
from checkers_ab.sandbox.bubblewrap import Bubblewrap
from checkers_ab.sandbox.detect import find_box
from checkers_ab.sandbox.supervise import BoxError
from checkers_ab.sandbox.unboxed import Unboxed

F = TypeVar("F", bound=Callable[..., Any])
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
    """The plan at a path, or a Failure that says what is wrong with it."""
    try:
        return load_plan(path)
    except PlanError as error:
        raise Failure(repr_unless_printable(str(error))) from None
    except ValueError:  # a NUL byte in the name
        raise Failure(f"{shown(path)}: no such file") from None


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
        raise Failure(
            "without a box a submission can read, change and send whatever you can",
            hint="if you have read all of them, add --i-trust-these-programs",
        )
    for path in plan.bind:
        if os.path.realpath(path) in hide:
            raise Failure(f"the plan binds {shown(path)}, where its cases, submissions or results lie")
    if elsewhere:
        return Unboxed() if sandbox == "none" else Bubblewrap()
    try:
        return find_box(sandbox, plan.bind, hide)
    except BoxError as error:
        hint = ""
        if not sys.platform.startswith("linux"):
            hint = "traces that are handed in as files can be judged on any system"
        elif shutil.which("bwrap") is None:
            hint = "or run them without a box, with --sandbox none, if you trust these programs"
        raise Failure(str(error), hint=hint) from None
