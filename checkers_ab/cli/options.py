"""Arguments and options that several commands share."""

from __future__ import annotations

import math
from typing import Any

import click
from click.shell_completion import CompletionItem

from checkers_ab.cli.completion import with_files
from checkers_ab.cli.failure import Failure, os_failure, shown
from checkers_ab.cli.solving import expect_alice, load_cases, warn
from checkers_ab.games.checkers.boardfile import Case
from checkers_ab.trace.convention import CONVENTIONS, Convention, ConventionError, parse_convention
from checkers_ab.trace.solve import DEPTH

DEEPEST = 12
LONGEST_CONVENTION = 65_536
"""Characters; nobody states more."""


class Seconds(click.FloatRange):
    """A number of seconds above 0."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0, 1e6, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        return self.fail(f"{value!r} is not a number of seconds", param, ctx) if math.isnan(seconds) else seconds


def complete_convention(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return with_files([CompletionItem(name) for name in CONVENTIONS if name.startswith(incomplete)], incomplete)


input_argument = click.argument("path", metavar="INPUT", type=click.Path(allow_dash=True))
depth_option = click.option(
    "--depth", type=click.IntRange(1, DEEPEST), default=DEPTH, show_default=True, help="Plies to search."
)
output_option = click.option(
    "-o", "--output", type=click.Path(readable=False), metavar="FILE", help="Write to FILE, whole or not at all."
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
    help="How the course writes a trace: assignment, handout, or a TOML file.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Write one JSON object instead.")


def read_convention(value: str) -> Convention:
    """A built-in convention by its name, or the one that a TOML file states."""
    if value in CONVENTIONS:
        return CONVENTIONS[value]
    try:
        with open(value, encoding="utf-8-sig") as stream:
            return parse_convention(stream.read(LONGEST_CONVENTION))
    except FileNotFoundError:
        raise Failure(
            f"{shown(value)}: no such convention, nor a file of that name",
            hint=f"there are {' and '.join(CONVENTIONS)}; a TOML file can state another",
        ) from None
    except UnicodeDecodeError:
        raise Failure(f"{shown(value)}: expected UTF-8 text") from None
    except ConventionError as error:
        raise Failure(f"{shown(value)}: {error}") from None
    except OSError as error:
        raise os_failure(value, error) from None


def load_chosen(path: str, number: int | None, *, for_alice: bool = True) -> tuple[list[Case], list[Case]]:
    """All cases of an input, and those of them that are meant: the one with a number, or all.

    Unless it is not `for_alice` that they are looked at, it must be her move in those.
    """
    cases = load_cases(path)
    chosen = cases if number is None else [the_case(path, cases, number)]
    if for_alice:
        expect_alice(path, chosen)
    warn(path, chosen)
    return cases, chosen


def the_case(path: str, cases: list[Case], number: int) -> Case:
    """The one case with a number, or a refusal that says which there are."""
    found = [case for case in cases if case.number == number]
    if len(found) > 1:
        raise Failure(f"{shown(path)}: {len(found)} cases have the number {number}; --case needs one")
    if not found:
        numbers = [str(case.number) for case in cases]
        there = f"case{'s' * (len(numbers) > 1)} {', '.join(numbers[:20])}{', ...' * (len(numbers) > 20)}"
        raise Failure(f"{shown(path)}: no case {number}; the file has {there}")
    return found[0]
