"""`checkers-ab rule`: the rules of the homework, by their numbers."""

from __future__ import annotations

from textwrap import fill, shorten

import click

from checkers_ab.cli.screen import Screen
from checkers_ab.core.errors import InputError
from checkers_ab.judge.text import first_sentence, load_rules

NARROWEST = 20


@click.command("rule")
@click.argument("number", metavar="[N]", type=click.IntRange(0), required=False)
def command(*, number: int | None) -> int:
    """Print paragraph N of the rules that messages name, or list them all in a line each.

    \b
    checkers-ab rule 22                  how a board is valued
    checkers-ab rule                     every rule, by its first words
    """
    rules = load_rules()
    screen = Screen()
    width = max(screen.width, NARROWEST)
    if number is None:
        for known in rules:
            screen.write(f"{known:2}  {shorten(first_sentence(known), width - 4, placeholder=' ...')}\n")
        return 0
    if number not in rules:
        raise InputError(f"there is no rule {number}; there are {_ranges(list(rules))}")
    parts = f"Rule {number}: {rules[number]}".split("\n\n")
    screen.write("\n\n".join(part if part.startswith("|") else _wrapped(part, width) for part in parts) + "\n")
    return 0


def _wrapped(text: str, width: int) -> str:
    return fill(" ".join(text.split()), width, break_long_words=False, break_on_hyphens=False)


def _ranges(numbers: list[int]) -> str:
    """Numbers in words, runs of them as their ends."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    *most, last = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return f"{', '.join(most)} and {last}" if most else last
