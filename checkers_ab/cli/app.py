"""The click application. Each command has its own module, which is loaded when it is called."""

from __future__ import annotations

import os
from importlib import import_module
from io import StringIO
from keyword import iskeyword

import click
from click.shell_completion import CompletionItem

from checkers_ab import __version__
from checkers_ab.cli.commands.completion import with_files
from checkers_ab.cli.io import say
from checkers_ab.cli.main import COMMANDS, near_command
from checkers_ab.cli.options import in_plain_words

NAME = "checkers-ab"
EXAMPLE = 41
"""Columns for the example of a command."""


class SolveByDefault(click.Group):
    """A command group that inserts `solve` if the first argument is neither a command nor a group option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*COMMANDS, *self.own_options(ctx)):
            if not args[0].startswith("-") and not os.path.exists(args[0]) and (hint := near_command(args[0])):
                raise click.UsageError(f"{args[0]}: no such file{hint}", ctx)
            args = ["solve", *args]
        return super().parse_args(ctx, args)

    def own_options(self, ctx: click.Context) -> list[str]:
        return [name for parameter in self.get_params(ctx) for name in parameter.opts]

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(
            f"checkers_ab.cli.commands.{cmd_name}{'_' * iskeyword(cmd_name)}"
        ).command
        return in_plain_words(command)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands in groups, each with an example, before the options."""
        for title, commands in GROUPS.items():
            with formatter.section(title):
                rows = [(f"{example:{EXAMPLE}}", words) for example, words in commands.values()]
                formatter.write_dl(rows, col_max=EXAMPLE)
        click.Command.format_options(self, ctx, formatter)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completes commands, files, and the options of `solve`: all of them may come first."""
        found = super().shell_complete(ctx, incomplete)
        if incomplete.startswith("-") and (solve := self.get_command(ctx, "solve")):
            known = {item.value for item in found}
            options = solve.shell_complete(click.Context(solve, parent=ctx, info_name="solve"), incomplete)
            return found + [item for item in options if item.value not in known]
        return with_files(found, incomplete)


def show_version(ctx: click.Context, _parameter: click.Parameter, asked: bool) -> None:
    """Prints the version, and whether the package is compiled."""
    if asked:
        from checkers_ab.cli.main import how_built

        click.echo(f"{NAME} {__version__} ({how_built()})")
        ctx.exit()


@click.group(NAME, cls=SolveByDefault, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_version,
    help="Show the version and how the package is built.",
)
def app() -> None:
    """The exact trace of an alpha-beta search, on a checkers board or of any game, and its judge.

    The default command is `solve`. A file with the name of a command is written as ./solve.
    """


def call(args: list[str]) -> int:
    """Runs a command line and returns its exit code."""
    if f"_{NAME}_COMPLETE".replace("-", "_").upper() in os.environ:
        app.main(args, NAME)
    try:
        with app.make_context(NAME, list(args)) as ctx:
            return app.invoke(ctx) or 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        shown = StringIO()
        error.show(shown)
        say(shown.getvalue().rstrip("\n"))
        return error.exit_code


GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "For the homework": {
        "solve": ("checkers-ab board.txt", "the trace of a board (solve)"),
        "try": ("checkers-ab try ./hw4", "what is wrong with your program"),
        "view": ("checkers-ab view board.txt --open", "a page: the search, step by step"),
        "check": ("checkers-ab check board.txt mine.txt", "is this trace right?"),
        "explain": ("checkers-ab explain board.txt 57", "line 57 of the trace, in words"),
        "rule": ("checkers-ab rule 26", "a rule of the homework"),
        "tree": ("checkers-ab tree board.txt", "the search as a tree"),
        "board": ("checkers-ab board board.txt", "the board, drawn"),
    },
    "For a class": {
        "generate": ("checkers-ab generate next-term", "new boards, with their traces"),
        "exercise": ("checkers-ab exercise week3 --count 30", "a tree for each student, keys"),
        "site": ("checkers-ab site public --serve", "a web page with the judge in it"),
        "coverage": ("checkers-ab coverage inputs/*.txt", "the mistakes that boards can show"),
        "grade": ("checkers-ab grade run plan.toml handed-in", "programs or traces into marks"),
        "validate": ("checkers-ab validate in ans dir < trace", "a judge for contest systems"),
    },
    "Games": {
        "games": ("checkers-ab games", "the games there are"),
        "play": ("checkers-ab play connect4", "you against the search"),
        "match": ("checkers-ab match checkers --max search --min random", "players against each other"),
        "search": ("checkers-ab search amazons --time 5", "the best move"),
        "perft": ("checkers-ab perft checkers --depth 6", "counted move sequences"),
    },
    "Help": {
        "help": ("checkers-ab help check", "every option of a command"),
        "completion": ("checkers-ab completion", "what the tab key completes"),
    },
}
"""For each command a call, and what it gives."""
