"""`checkers-ab grade pack`: the archive for Gradescope."""

from __future__ import annotations

import os
from zipfile import BadZipFile, ZipFile

import click

from checkers_ab.cli.grade.arguments import plan_argument, read_plan
from checkers_ab.cli.io import InFile, shown
from checkers_ab.cli.output import expect_folder
from checkers_ab.core.errors import InputError
from checkers_ab.core.files import exiting_on_signals, replacing
from checkers_ab.grading.pack import SCRIPTS, write_archive


@click.command("pack")
@plan_argument
@click.option("-o", "--output", metavar="FILE.zip", required=True, type=click.Path(), help="The archive to write.")
def command(*, plan_path: str, output: str) -> int:
    """Pack PLAN, its cases and this program into an archive that Gradescope takes as an autograder.

    \b
    checkers-ab grade pack plan.toml -o autograder.zip

    It is set up without a network. Submissions run in bubblewrap or, where that is not available, as another user.
    """
    plan = read_plan(plan_path)
    expect_folder(output)
    if os.path.exists(output) and not _is_ours(output):
        raise InputError(
            "a file of that name exists, and it is no archive of ours", path=shown(output), hint="choose another name"
        )
    with InFile(output), exiting_on_signals(), replacing(os.path.realpath(output)) as stream:
        write_archive(stream, plan)
    return 0


def _is_ours(path: str) -> bool:
    """True if a file is an archive that this command has written."""
    try:
        with ZipFile(path) as archive:
            return set(SCRIPTS) < set(archive.namelist())
    except (OSError, BadZipFile):
        return False
