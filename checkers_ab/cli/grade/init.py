"""`checkers-ab grade init`: a plan to begin with."""

from __future__ import annotations

import os
from importlib.resources import files

import click

from checkers_ab.cli.io import shown
from checkers_ab.cli.output import opened_output
from checkers_ab.core.errors import InputError

KINDS = ("cpp", "java", "python", "traces")


@click.command("init")
@click.argument("path", metavar="[PLAN]", default="plan.toml", type=click.Path())
@click.option("--for", "kind", type=click.Choice(KINDS), help="For programs in a language, or for traces as files.")
def command(*, path: str, kind: str | None) -> int:
    """Write a grading plan with a comment on every key to PLAN, plan.toml if it is not named.

    \b
    checkers-ab grade init                writes plan.toml
    checkers-ab grade init --for java     for a class that hands in Java
    checkers-ab grade init -              to standard output
    """
    if path != "-" and os.path.lexists(path):
        raise InputError("a file of that name exists already", path=shown(path), hint="choose another name")
    with opened_output(path) as stream:
        stream.write(_plan_for(kind))
    return 0


def _plan_for(kind: str | None) -> str:
    """The usual plan, with the part about programs for one kind of submission."""
    folder = files("checkers_ab.grading")
    text = (folder / "plan.toml").read_text(encoding="utf-8")
    if kind is None:
        return text
    before, _, rest = text.partition("[program]")
    _, _, after = rest.partition("# [limits]")
    return f"{before}{(folder / f'plan-{kind}.toml').read_text(encoding='utf-8')}\n# [limits]{after}"
