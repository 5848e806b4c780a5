"""`checkers-ab exercise`: exercises for a class, and their marks."""

from __future__ import annotations

from importlib import import_module

import click

from checkers_ab.cli.options import in_plain_words

PARTS = ("make", "mark")
"""The commands below this one, each in the module `exercise_NAME` beside it."""


class _MakeByDefault(click.Group):
    """Inserts `make` if the first argument is neither a command nor a request for help."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*PARTS, *ctx.help_option_names):
            args = ["make", *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(PARTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        command: click.Command = import_module(f"checkers_ab.cli.commands.exercise_{cmd_name}").command
        return in_plain_words(command)


@click.group("exercise", cls=_MakeByDefault)
def command() -> None:
    """Exercises in alpha-beta: a tree or board for each student, questions, keys, and marks.

    \b
    checkers-ab exercise week3 --count 30
    checkers-ab exercise week3 --roster class.csv --want deep-cut
    checkers-ab exercise mark week3 answers.csv

    The first two are short for checkers-ab exercise make; its help lists the options. A folder called mark is written
    ./mark.
    """
