"""`checkers-ab grade init`: a plan to begin with."""

from __future__ import annotations

import os
from importlib.resources import files

import click

from checkers_ab.cli.io import Failure, shown
from checkers_ab.cli.output import opened_output


@click.command("init")
@click.argument("path", metavar="[PLAN]", default="plan.toml", type=click.Path())
def command(*, path: str) -> int:
    """Write a grading plan with a comment on every key to PLAN, plan.toml if it is not named.

    \b
    checkers-ab grade init                writes plan.toml
    checkers-ab grade init -              to standard output
    """
    if path != "-" and os.path.lexists(path):
        raise Failure(f"{shown(path)}: a file of that name exists already", hint="choose another name")
    with opened_output(path) as stream:
        stream.write((files("checkers_ab.grading") / "plan.toml").read_text(encoding="utf-8"))
    return 0
