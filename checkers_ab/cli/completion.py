"""Shell completion where a word may be a name or a file, or a name with options: games and players."""

from __future__ import annotations

import ast
import os
from glob import escape, glob

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

from checkers_ab.core.errors import OptionError

Items = list[CompletionItem]


def with_files(names: Items, incomplete: str) -> Items:
    """The names and the files that begin with a word.

    Files are left to the shell where no name fits. Where one does they are listed here, because bash takes
    either a program's list or its own files.
    """
    if not names:
        return [CompletionItem(incomplete, type="file")]
    return names + [CompletionItem(path) for path in _files(incomplete)]


def _files(incomplete: str, ending: str = "") -> list[str]:
    """The files with an ending, and the folders, that begin with a word."""
    found = [path + "/" * os.path.isdir(path) for path in glob(escape(incomplete) + "*")]
    return sorted(path for path in found if path.endswith(("/", ending)))


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Games and Python files; after a game and a colon, its options."""
    from checkers_ab.games.registry import game_names, split_game

    name, listed = split_game(incomplete)
    if incomplete[len(name) :].startswith(":"):
        return _options(f"{name}:", listed, options_of_game(name))
    names = [CompletionItem(known) for known in game_names() if known.startswith(incomplete)]
    return names + [CompletionItem(path) for path in _files(incomplete, ".py") if incomplete or path.endswith(".py")]


def options_of_game(name: str) -> dict[str, str]:
    """The options of a game; a file is read for them, not run, for nobody has asked for that yet."""
    from checkers_ab.games.registry import is_path, options_of

    try:
        return _written_options(name) if is_path(name) else options_of(name)
    except OptionError:
        return {}


def _written_options(path: str) -> dict[str, str]:
    """The dictionary that a Python file assigns to OPTIONS, if it is written out there."""
    try:
        with open(path, "rb") as stream:
            body = ast.parse(stream.read()).body
        for statement in body:
            if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "OPTIONS":
                return {str(key): str(text) for key, text in ast.literal_eval(statement.value).items()}
    except (OSError, ValueError, SyntaxError, AttributeError, RecursionError):
        pass  # the command says what is wrong with it
    return {}


def complete_player(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Kinds of players; after one and a colon its options, and the names that the GAME has for their values."""
    from checkers_ab.cli.players import KINDS, OPTIONS

    kind, colon, listed = incomplete.partition(":")
    if colon and kind in OPTIONS:
        return _options(f"{kind}:", listed, OPTIONS[kind], _values(ctx))
    if kind.startswith("program@"):
        return [CompletionItem(f"program@{wire}:") for wire in _values(ctx)["wire"] if wire.startswith(kind[8:])]
    items = []
    for name, text in KINDS.items():
        spellings = [name] * (name != "program") + [f"{name}:"] * (name in OPTIONS or name == "program")
        if name != "human" or ctx.command.name == "play":
            items += [CompletionItem(word, help=text) for word in spellings if word.startswith(incomplete)]
    return items


def _values(ctx: click.Context) -> dict[str, list[str]]:
    """The names that the game of a command line has, by the option that takes them; a file is not run for them."""
    from checkers_ab.cli.players import ALGORITHMS
    from checkers_ab.games.registry import is_path, make_game, split_game

    game = ctx.params.get("game") or next(iter(ctx.args), "")  # click leaves it there while an option has no value
    try:
        kit = None if is_path(split_game(game)[0]) else make_game(game)
    except OptionError:
        kit = None
    tables = {"eval": "evaluations", "order": "orders", "name": "scripts", "wire": "wires"}
    return {"algorithm": [*ALGORITHMS]} | {option: [*getattr(kit, table, ())] for option, table in tables.items()}


def _options(before: str, listed: str, known: dict[str, str], values: dict[str, list[str]] | None = None) -> Items:
    """The ways to go on in `a=1,b`: options that are not there yet, or values of the last one."""
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
    """Bash takes `amazons:size=6` for five words; here they are one again, and nothing follows a colon by itself."""

    source_template = BashComplete.source_template.replace(
        "COMPREPLY+=($value)", "COMPREPLY+=($value)\n            [[ $value == *[:=/] ]] && compopt -o nospace"
    )

    written = ""
    """What stands before the last of the words in the one that they make."""

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
