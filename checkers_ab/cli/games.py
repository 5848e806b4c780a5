"""`checkers-ab games`: what there is to play."""

from __future__ import annotations

import click

from checkers_ab.cli.solving import standard_output
from checkers_ab.core.kit import Kit
from checkers_ab.games.registry import GAMES, make_game, options_of


@click.command("games")
def command() -> None:
    """List the games, their options, sides and evaluations.

    \b
    checkers-ab games
    """
    standard_output().write("\n".join(_describe(name) for name in GAMES))


def _describe(name: str) -> str:
    kit = make_game(name)
    lines = [name]
    lines += [f"  {name}:{option}=...  {text}" for option, text in options_of(name).items()]
    lines.append(f"  sides        {', '.join(kit.sides.values())}")
    for what, names in _plugged(kit).items():
        if names:
            lines.append(f"  {what:12} {', '.join(names)}")
    return "\n".join(lines) + "\n"


def _plugged(kit: Kit[object, object, int]) -> dict[str, list[str]]:
    return {
        "evaluations": list(kit.evaluations),
        "orders": list(kit.orders),
        "scripts": list(kit.scripts),
        "wires": list(kit.wires),
    }
