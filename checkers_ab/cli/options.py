"""Arguments and options shared by several commands."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from shlex import quote
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click
from click.shell_completion import CompletionItem

from checkers_ab.cli.commands.completion import complete_game, complete_log, with_files
from checkers_ab.cli.io import InFile, shown
from checkers_ab.cli.solving import TraceGiven, expect_fit, load_cases, opened_input, warn
from checkers_ab.core.case import Case
from checkers_ab.core.convention import OWN_ORDER, Convention, parse_convention
from checkers_ab.core.errors import InputError, StateError, ValueMissingError, nearest
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.plugins import load_function
from checkers_ab.core.setting import Setting
from checkers_ab.core.text import list_some
from checkers_ab.games.registry import make_game
from checkers_ab.judge.report import Report
from checkers_ab.logs.base import Log
from checkers_ab.logs.events import Back, Entered, FirstMove, Pruned, Tried, Unreadable
from checkers_ab.logs.lines_reader import reader_of

if TYPE_CHECKING:
    pass


DEEPEST = 12
LONGEST_CONVENTION = 65_536
"""The most characters of a convention file."""
LONGEST_STATE = 1_000_000
"""The most characters of a file with a state that are read."""

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


LONGEST = 1e6
"""The most seconds that can be asked for."""


class Whole(click.IntRange):
    """A whole number in a range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            _refuse(f"a whole number, {self._describe_range()}", value, param, ctx)

    def _describe_range(self) -> str:
        """The range, for the help as well."""
        return f"{self.min} or more" if self.max is None else f"{self.min} to {self.max}"


class Seconds(click.FloatRange):
    """A number of seconds above 0."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0, LONGEST, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            seconds = super().convert(value, param, ctx)
        except click.BadParameter:
            seconds = math.nan
        if math.isnan(seconds):
            _refuse("a number of seconds above 0, such as 0.5", value, param, ctx)
        return seconds

    def _describe_range(self) -> str:
        return ""


def _refuse(expected: str, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> NoReturn:
    option = param.get_error_hint(ctx).strip("'") if param is not None and ctx is not None else "number"
    raise click.UsageError(f"{option}: expected {expected}, found {str(value)!r}", ctx)


def in_plain_words(command: click.Command) -> click.Command:
    """The command; its whole numbers have messages in plain words."""
    for param in command.params:
        if type(param.type) is click.IntRange:
            param.type = Whole(param.type.min, param.type.max)
    return command


SAMPLE = 20_000
"""Characters; enough of a text to tell if it is a trace."""


def is_trace(kit: AnyKit, stream: TextIO) -> bool:
    """True if a text that is no board is a trace; if it can't be read again, what is left of it counts."""
    with suppress(OSError, ValueError):
        stream.seek(0)
    events = list(reader_of(kit).read(StringIO(stream.read(SAMPLE))))
    return sum(isinstance(event, Tried | Pruned | FirstMove) for event in events) > sum(
        isinstance(event, Unreadable) for event in events
    )


def expect_no_board(kit: AnyKit, path: str, text: str, report: Report) -> None:
    """Refuses a board that was given as a trace; it has been judged already."""
    if not any(case.moves or case.answer for case in report.cases) and report.cases[0].counts["format"]:
        _expect_unreadable(kit, path, text)


def expect_trace(setting: Setting[Any, Any, Any], path: str, text: str, log: Log) -> None:
    """Refuses a board that was given as a trace, or as another log."""
    events = log.read(StringIO(text[:SAMPLE]), setting)
    if not any(isinstance(event, Tried | Pruned | FirstMove | Entered | Back) for event in events):
        _expect_unreadable(setting.kit, path, text)


def expect_followed(log: Log, name: str) -> None:
    """Refuses a log, asked for by a name, that does not name every move of the search."""
    if not log.follows:
        raise InputError(
            f"a {log.noun} can't be followed line by line, for it does not name every move that is searched",
            hint=f"checkers-ab check --log {quote(name)} judges it as a whole",
        )


def _expect_unreadable(kit: AnyKit, path: str, text: str) -> None:
    """Refuses a text if it can be read as a board."""
    try:
        kit.parse_states(text)
    except StateError:
        return
    raise InputError(
        "this is a board, not a trace",
        path=shown(path),
        hint=f"TRACE is what a program wrote; checkers-ab solve {game_words(kit)}{typed(path)} writes one",
    )


def exchanged(kit: AnyKit, path: str, trace: str, error: TraceGiven) -> InputError:
    """The refusal of a trace as INPUT: if TRACE is a board, the two are exchanged."""
    try:
        load_cases(kit, trace)
    except InputError:
        return error
    return InputError(
        f"{shown(path)} is a trace and {shown(trace)} a board: the arguments are exchanged",
        hint=f"checkers-ab check {game_words(kit)}{typed(trace)} {typed(path)}",
    )


def game_words(kit: AnyKit) -> str:
    """The option for a game, for a command line; nothing for the usual one."""
    return "" if kit.name == "checkers" else f"--game {quote(kit.name)} "


def typed(path: str) -> str:
    """A file's name for a command line."""
    return "-" if path == "-" else quote(shown(path))
