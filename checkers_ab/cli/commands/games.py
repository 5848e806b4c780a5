"""`checkers-ab games`: lists the games, and checks the laws on a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from checkers_ab.cli.commands.completion import complete_game
from checkers_ab.cli.io import standard_output
from checkers_ab.core.errors import OptionError
from checkers_ab.core.kit import Kit
from checkers_ab.core.law_checks import LawResult, Sample
from checkers_ab.core.picture import draw_text
from checkers_ab.core.text import shorten
from checkers_ab.games.registry import game_names, make_game, options_of, split_game

LONGEST_LINE = 500


@click.command("games")
@click.argument("game", metavar="[GAME]", required=False, shell_complete=complete_game)
@click.option("--test", is_flag=True, help="Check the laws of every game on GAME.")
def command(*, game: str | None, test: bool) -> int:
    """List the games, their options, sides and evaluations.

    \b
    checkers-ab games
    checkers-ab games ./nim.py            a game of your own, see docs/new-game.md
    checkers-ab games --test ./nim.py     check its rules, notation and pictures

    A GAME is one of the names listed, a game of an installed package, or the path of a Python file; options follow a
    colon, as in amazons:size=6. With --test the exit code is 1 if a law is broken.
    """
    write = standard_output().write
    if game is None:
        if test:
            raise click.UsageError("--test is for one game: checkers-ab games --test GAME")
        write("\n".join(_listed(name) for name in game_names()))
        return 0
    kit = make_game(game)
    if not test:
        write(_describe(game, kit))
        return 0
    return _test(game, kit, write)


def _listed(name: str) -> str:
    try:
        return _describe(name, make_game(name))
    except OptionError as error:  # a broken package must not hide the other games
        return f"{name}\n  broken       {error}\n"


def _describe(game: str, kit: Kit[Any, Any, Any]) -> str:
    name = split_game(game)[0]
    lines = [game]
    lines += [f"  {name}:{option}=...  {text}" for option, text in options_of(name).items()]
    lines.append(f"  sides        {', '.join(kit.sides.values())}")
    for what, names in _plugged(kit).items():
        if names:
            lines.append(f"  {what:12} {', '.join(names)}")
    return "\n".join(lines) + "\n"


def _plugged(kit: Kit[Any, Any, Any]) -> dict[str, list[str]]:
    return {
        "evaluations": list(kit.evaluations),
        "orders": list(kit.orders),
        "scripts": list(kit.scripts),
        "wires": list(kit.wires),
    }


def _test(game: str, kit: Kit[Any, Any, Any], write: Any) -> int:
    """Writes the result of each law; returns 1 if one is broken."""
    from checkers_ab.core.laws import LAWS, check_laws

    sample, broken, advised = Sample(kit), 0, 0
    for result in check_laws(sample):
        law = result.law
        word = "holds" if result.holds else "advice" if law.advice else "BROKEN"
        write(f"{word:7} {law.name:24} {law.sentence}\n")
        if not result.holds:
            write(_explain(kit, result))
            advised, broken = advised + law.advice, broken + (not law.advice)
    write(f"sides alternate: {'yes' if sample.sides_alternate else 'no'}\n")
    if broken:
        write(f"\n{game}: {broken} of {len(LAWS)} laws broken\n")
        return 1
    write(f"\n{game}: no law is broken\n" if advised else f"\n{game}: all {len(LAWS)} laws hold\n")
    return 0


def _explain(kit: Kit[Any, Any, Any], result: LawResult) -> str:
    """The details of a broken law, on separate lines: what was found, the state, the move, the fix."""
    lines = [f"found:   {_on_one_line(result.found)}"]
    if result.state is not None:
        lines += [f"{head:8} {line}" for head, line in _headed("state:", _draw(kit, result.state))]
    if result.move is not None:
        lines.append(f"move:    {_on_one_line(repr(result.move))}")
    lines.append(f"to fix:  {result.law.fix}")
    return "".join(f"        {line}\n" for line in lines)


def _on_one_line(text: str) -> str:
    return shorten(" ".join(text.split()), LONGEST_LINE)


def _headed(head: str, text: str) -> list[tuple[str, str]]:
    return [("" if place else head, line) for place, line in enumerate(text.rstrip("\n").split("\n"))]


def _draw(kit: Kit[Any, Any, Any], state: Any) -> str:
    """The state as a picture, or as text, or as its repr, if the game fails to draw it."""
    drawings: list[Callable[[], object]] = [
        lambda: draw_text(kit.picture(state, None)),
        lambda: kit.format_state(state),
    ]
    for draw in drawings:
        try:
            text = draw()
        except Exception:  # the game may be broken
            continue
        if isinstance(text, str) and text.strip():
            return text
    return repr(state)
