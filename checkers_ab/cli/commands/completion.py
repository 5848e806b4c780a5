"""Shell completion of games and players: names, files, and names with options."""

from __future__ import annotations

import ast
import os
from glob import escape, glob

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

from checkers_ab.core.errors import OptionError

Items = list[CompletionItem]


def with_files(names: Items, incomplete: str) -> Items:
    """Adds the matching files to the matching names.

    If no name matches, the shell completes files itself. Otherwise they are listed here, because bash uses either
    the list of a program or its own files.
    """
    if not names:
        return [CompletionItem(incomplete, type="file")]
    return names + [CompletionItem(path) for path in _files(incomplete)]


def _files(incomplete: str, ending: str = "") -> list[str]:
    """The folders, and the files with an ending, that begin with a word."""
    found = [path + "/" * os.path.isdir(path) for path in glob(escape(incomplete) + "*")]
    return sorted(path for path in found if path.endswith(("/", ending)))


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Completes games and Python files; after a game and a colon, its options."""
    from checkers_ab.games.registry import game_names, split_game

    name, listed = split_game(incomplete)
    if incomplete[len(name) :].startswith(":"):
        return _options(f"{name}:", listed, options_of_game(name))
    names = [CompletionItem(known) for known in game_names() if known.startswith(incomplete)]
    return names + [CompletionItem(path) for path in _files(incomplete, ".py") if incomplete or path.endswith(".py")]


def complete_log(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Completes logs and Python files."""
    from checkers_ab.logs.base import log_names

    return with_files([CompletionItem(name) for name in log_names() if name.startswith(incomplete)], incomplete)


def options_of_game(name: str) -> dict[str, str]:
    """The options of a game. A file is only parsed, not run, during completion."""
    from checkers_ab.games.registry import is_path, options_of

    try:
        return _written_options(name) if is_path(name) else options_of(name)
    except OptionError:
        return {}


def _written_options(path: str) -> dict[str, str]:
    """The value of OPTIONS in a Python file, if it is a literal."""
    try:
        with open(path, "rb") as stream:
            body = ast.parse(stream.read()).body
        for statement in body:
            if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "OPTIONS":
                return {str(key): str(text) for key, text in ast.literal_eval(statement.value).items()}
    except (OSError, ValueError, SyntaxError, AttributeError, RecursionError):
        pass  # the command itself reports the error
    return {}


def complete_player(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Completes kinds of players; after a kind and a colon, its options and their values in the GAME."""
    from checkers_ab.cli.commands.players import KINDS, OPTIONS

    kind, colon, listed = incomplete.partition(":")
    if colon and kind in OPTIONS:
        return _options(f"{kind}:", listed, OPTIONS[kind], _values(ctx))
    items = []
    for name, text in KINDS.items():
        spellings = [name] + [f"{name}:"] * (name in OPTIONS)
        if name != "human" or ctx.command.name == "play":
            items += [CompletionItem(word, help=text) for word in spellings if word.startswith(incomplete)]
    return items


def _values(ctx: click.Context) -> dict[str, list[str]]:
    """The names that the game of a command line has, by the option that takes them; files are not run."""
    from checkers_ab.cli.commands.players import ALGORITHMS
    from checkers_ab.games.registry import is_path, make_game, split_game

    game = ctx.params.get("game") or next(iter(ctx.args), "")  # click leaves it in args while an option has no value
    try:
        kit = None if is_path(split_game(game)[0]) else make_game(game)
    except OptionError:
        kit = None
    tables = {"eval": "evaluations", "order": "orders", "name": "scripts"}
    return {"algorithm": [*ALGORITHMS]} | {option: [*getattr(kit, table, ())] for option, table in tables.items()}


def _options(before: str, listed: str, known: dict[str, str], values: dict[str, list[str]] | None = None) -> Items:
    """Completes `a=1,b`: options that are still missing, or values of the last one."""
    *done, last = listed.split(",")
    before += "".join(f"{part}," for part in done)
    name, equals, value = last.partition("=")
    if equals:
        return [
            CompletionItem(f"{before}{name}={known_value}")
            for known_value in (values or {}).get(name, [])
            if known_value.startswith(value)
        ]
    taken = {part.partition("=")[0] for part in done}
    return [
        CompletionItem(f"{before}{option}=", help=text)
        for option, text in known.items()
        if option.startswith(name) and option not in taken
    ]


@add_completion_class
class WholeWords(BashComplete):
    """Joins the words that bash splits at `:` and `=`, as in `amazons:size=6`; adds no blank after a colon."""

    source_template = BashComplete.source_template.replace(
        "COMPREPLY+=($value)", "COMPREPLY+=($value)\n            [[ $value == *[:=/] ]] && compopt -o nospace"
    )

    written = ""
    """The text of the joined word before its last part."""

    def get_completion_args(self) -> tuple[list[str], str]:
        words = split_arg_string(os.environ["COMP_WORDS"])
        place = int(os.environ["COMP_CWORD"])
        joined: list[str] = []
        for word in words[: place + 1]:
            if joined and not word.startswith("--") and (word.strip(":=") == "" or joined[-1].endswith((":", "="))):
                joined[-1] += word
            else:
                joined.append(word)
        if place >= len(words):
            return joined[1:], ""
        incomplete = joined.pop()
        self.written = incomplete[: len(incomplete) - len(words[place].lstrip(":="))]
        if incomplete.startswith("-"):
            self.written = self.written.partition("=")[2]
        return joined[1:], incomplete

    def format_completion(self, item: CompletionItem) -> str:
        if item.type != "plain":
            return super().format_completion(item)
        return f"{item.type},{item.value.removeprefix(self.written)}"


SET_UP = {
    "bash": ("~/.bashrc", 'eval "$({name} completion bash)"'),
    "zsh": ("~/.zshrc", 'eval "$({name} completion zsh)"'),
    "fish": ("~/.config/fish/config.fish", "{name} completion fish | source"),
}
"""For each shell the file that it reads at its start, and the line to add there."""


@click.command("completion")
@click.argument("shell", metavar="[SHELL]", required=False, type=click.Choice(list(SET_UP)))
@click.pass_context
def command(ctx: click.Context, shell: str | None) -> None:
    """Print the script with which a shell completes commands, files and options; SHELL is bash, zsh or fish.

    \b
    checkers-ab completion                    how to set it up
    eval "$(checkers-ab completion bash)"     for this shell, if it is bash
    """
    root = ctx.find_root()
    name = root.info_name or ""
    if shell is None:
        for known, (file, line) in SET_UP.items():
            click.echo(f"{known}: add this line to {file}:\n  {line.format(name=name)}")
        return
    made = get_completion_class(shell)
    assert made is not None
    click.echo(made(root.command, {}, name, f"_{name}_COMPLETE".replace("-", "_").upper()).source())
