"""`checkers-ab grade`: a class of submissions."""

from __future__ import annotations

from importlib import import_module

import click

from checkers_ab.cli.options import in_plain_words
from checkers_ab.core.errors import nearest

PARTS = ("init", "look", "run", "mark", "one", "pack", "doctor")
"""The commands below this one, each in the module of `cli.grade` with the same name."""


class _Parts(click.Group):
    """Loads the module of a command when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(PARTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        if cmd_name not in PARTS:
            raise click.UsageError(f"No such command {cmd_name!r}; {nearest(cmd_name, PARTS)}", ctx)
        command: click.Command = import_module(f"checkers_ab.cli.grade.{cmd_name}").command
        return in_plain_words(command)


@click.group("grade", cls=_Parts)
def command() -> None:
    """Grade a class: programs in any language, or traces handed in as files.

    \b
    checkers-ab grade init plan.toml                a plan to begin with
    checkers-ab grade look plan.toml handed-in      what is whose
    checkers-ab grade run plan.toml handed-in -o results
    checkers-ab grade mark plan.toml results        other points, nothing is run
    checkers-ab grade one plan.toml handed-in/ada   one submission
    checkers-ab grade pack plan.toml -o upload.zip  for Gradescope
    checkers-ab grade doctor                        what this machine can do
    """
