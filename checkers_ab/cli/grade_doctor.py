"""`checkers-ab grade doctor`: what this machine can do."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from checkers_ab.cli.io import Failure, standard_output
from checkers_ab.core.text import printable
from checkers_ab.sandbox.box import Box


@click.command("doctor")
@click.option("--attack", is_flag=True, help="Run the published attacks in boxes on this machine, and print the table.")
def command(*, attack: bool) -> int:
    """Say what this machine can do for running programs apart: what follows from it, and how to get more.

    \b
    checkers-ab grade doctor
    checkers-ab grade doctor --attack     and try the attacks of docs/security.md

    The exit code is 0 when everything that the default promises holds, and 1 when something does not.
    """
    if not sys.platform.startswith("linux"):
        raise Failure("programs can be run on Linux only", hint="traces that are handed in as files can be judged here")
    from checkers_ab.sandbox.doctor import examine

    checks, box = examine()
    write = standard_output().write
    for check in checks:
        write(f"{'ok ' if check.is_promised else 'NO '} {check.name}: {printable(check.found)}\n")
        write(f"      {check.follows}\n")
        if check.advice:
            write(f"      to get {'it' if not check.is_promised else 'more'}: {check.advice}\n")
    holds = all(check.is_promised for check in checks)
    if box is not None:
        write(f"box: {box.name}\n")
        if attack:
            holds &= _attack(box, write)
    return 0 if holds else 1


def _attack(box: Box, write: Callable[[str], object]) -> bool:
    """Runs all attacks, and prints how each was held. True if all were."""
    from checkers_ab.sandbox.attacks import ATTACKS, try_attack

    held = 0
    write("\n")
    for attack in ATTACKS:
        tried = try_attack(box, attack)
        held += tried.is_held
        end = tried.outcome.status or "ended well"
        write(f"{'held' if tried.is_held else 'NOT HELD':8}  {attack.name:16} {attack.what}: {printable(end)}\n")
        for escape in tried.escapes:
            write(f"{'':28}{printable(escape)}\n")
    write(f"{held} of {len(ATTACKS)} attacks held\n")
    return held == len(ATTACKS)
