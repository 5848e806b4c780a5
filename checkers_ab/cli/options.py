"""Arguments and options shared by several commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from checkers_ab.cli.completion import complete_game, complete_log, with_files
from checkers_ab.cli.io import InFile, shown
from checkers_ab.cli.numbers import Seconds as Seconds
from checkers_ab.cli.solving import expect_fit, load_cases, opened_input, warn
from checkers_ab.core.case import Case
from checkers_ab.core.convention import OWN_ORDER, Convention, parse_convention
from checkers_ab.core.errors import InputError, ValueMissingError, nearest
from checkers_ab.core.kit import Kit
from checkers_ab.core.plugins import load_function
from checkers_ab.core.setting import Setting
from checkers_ab.core.text import list_some
from checkers_ab.games.registry import make_game

if TYPE_CHECKING:
    pass

DEEPEST = 12
LONGEST_CONVENTION = 65_536
"""The most characters of a convention file."""
LONGEST_STATE = 1_000_000
"""The most characters of a file with a state that are read."""

AnyKit = Kit[Any, Any, Any]
Cases = list[Case[Any]]


def complete_convention(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    names = make_game("checkers").conventions
    return with_files([CompletionItem(name) for name in names if name.startswith(incomplete)], incomplete)


input_argument = click.argument("path", metavar="INPUT", type=click.Path(allow_dash=True))
start_argument = click.argument("path", metavar="[INPUT]", required=False, type=click.Path(allow_dash=True))
game_option = click.option(
    "--game",
    "game_name",
    metavar="NAME[:OPTIONS]",
    default="checkers",
    show_default=True,
    shell_complete=complete_game,
    help="The game: see checkers-ab games; or a file of your own, ./nim.py.",
)
eval_option = click.option(
    "--eval",
    "evaluation",
    metavar="NAME",
    help="The evaluation: a name from checkers-ab games, or ./mine.py:function.",
)
depth_option = click.option(
    "--depth", type=click.IntRange(1, DEEPEST), help="Plies to search.  [default: 4; a tree: to its leaves]"
)
output_option = click.option(
    "-o", "--output", type=click.Path(readable=False), metavar="FILE", help="Write to FILE, completely or not at all."
)
case_option = click.option(
    "--case", "number", type=click.IntRange(min=0), metavar="N", help="Only the case with this number."
)
convention_option = click.option(
    "--convention",
    "convention_name",
    metavar="NAME|FILE",
    default="assignment",
    show_default=True,
    shell_complete=complete_convention,
    help="The course's convention for traces: assignment, handout, or a TOML file.",
)
log_option = click.option(
    "--log",
    "log_name",
    metavar="NAME|FILE",
    default="trace",
    show_default=True,
    shell_complete=complete_log,
    help="How the search is written down: trace, table, leaves, or a file of your own, ./visits.py.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Write one JSON object instead.")


def load_kit(name: str) -> AnyKit:
    """Makes a game from its name or path with options; raises InputError."""
    return make_game(name)


def load_game(name: str, state: str | None) -> tuple[AnyKit, Any]:
    """Makes a game by name, and reads a state from a file; by default the initial state."""
    kit = load_kit(name)
    if state is None:
        return kit, kit.game.start()
    with InFile(state), opened_input(kit, state) as stream:
        return kit, kit.parse_state(stream.read(LONGEST_STATE))


def read_setting(
    game: str, depth: int | None = None, convention: str = "assignment", evaluation: str | None = None
) -> Setting[Any, Any, Any]:
    """Makes the setting of a search from the options of a command; raises InputError."""
    kit = load_kit(game)
    return Setting(kit, depth, _read_convention(kit, convention), _load_evaluation(kit, evaluation))


def _load_evaluation(kit: AnyKit, name: str | None) -> str | Callable[[Any], Any] | None:
    """Finds the name of an evaluation, or loads a function by file and name; None without a name."""
    if name is None or name in kit.evaluations:
        return name
    path, colon, function = name.rpartition(":")
    if not (colon and path.endswith(".py")):
        raise InputError(
            f"unknown evaluation {name!r}; {nearest(name, kit.evaluations)}",
            hint="a function of your own is named by file and function: ./mine.py:function",
        )
    return load_function(path, function)


def _read_convention(kit: AnyKit, value: str) -> Convention:
    """Finds a convention by name, or reads it from a TOML file."""
    if value in kit.conventions:
        return kit.conventions[value]
    with InFile(value):
        try:
            with open(value, encoding="utf-8-sig") as stream:
                return parse_convention(stream.read(LONGEST_CONVENTION), (OWN_ORDER, *kit.move_orders))
        except FileNotFoundError:
            there = f"there {'are' if len(kit.conventions) > 1 else 'is'} {' and '.join(kit.conventions)}"
            reason, hint = "no such convention, nor a file of that name", f"{there}; a TOML file can state another"
            raise InputError(reason, path=shown(value), hint=hint) from None
        except UnicodeDecodeError:
            raise InputError("expected UTF-8 text", path=shown(value)) from None


def load_chosen(kit: AnyKit, path: str | None, number: int | None, *, fit: bool = True) -> tuple[Cases, Cases]:
    """Reads all cases of an input; also returns the chosen ones: the case with a number, or all.

    Without an input the only case is the initial state. With `fit`, raises InputError for a state that can't be traced.
    """
    cases = [Case("case1", 1, False, kit.game.start(), [])] if path is None else load_cases(kit, path)
    where = path or kit.name
    chosen = cases if number is None else [the_case(where, cases, number)]
    if fit:
        expect_fit(kit, where, chosen)
    warn(where, chosen)
    return cases, chosen


@contextmanager
def values_needed(path: str) -> Iterator[None]:
    """Refuses a search that would have to value what has no value."""
    try:
        yield
    except ValueMissingError as error:
        raise error.within(shown(path)) from None


def the_case(path: str, cases: Cases, number: int) -> Case[Any]:
    """The case with a number; raises InputError with the numbers of all cases."""
    found = [case for case in cases if case.number == number]
    if len(found) > 1:
        raise InputError(f"{len(found)} cases have the number {number}; --case needs one", path=shown(path))
    if not found:
        numbers = [str(case.number) for case in cases]
        there = f"case{'s' * (len(numbers) > 1)} {list_some(numbers, 20)}"
        raise InputError(f"no case {number}; the file has {there}", path=shown(path))
    return found[0]
