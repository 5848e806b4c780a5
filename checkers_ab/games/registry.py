"""The games there are: names and modules as text, loaded when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from checkers_ab.core.errors import OptionError, nearest
from checkers_ab.core.kit import Kit

GAMES = {
    "checkers": "checkers_ab.games.checkers.kit",
    "tictactoe": "checkers_ab.games.tictactoe.kit",
    "amazons": "checkers_ab.games.amazons.kit",
    "skirmish": "checkers_ab.games.skirmish.kit",
}


def options_of(name: str) -> dict[str, str]:
    """The options of a game, each with a line of help."""
    options: dict[str, str] = import_module(GAMES[name]).OPTIONS
    return options


def make_game(text: str) -> Kit[Any, Any, Any]:
    """A game by its name with options, such as `amazons:size=6,first=black`; OptionError says what there is."""
    name, _, listed = text.partition(":")
    if name not in GAMES:
        raise OptionError(f"unknown game {name!r}; {nearest(name, GAMES)}")
    options = parse_options(listed, options_of(name), f"{name} has no option")
    kit: Kit[Any, Any, Any] = import_module(GAMES[name]).make(**options)
    return kit


def parse_options(listed: str, known: dict[str, str], complaint: str) -> dict[str, str]:
    """`a=1,b=2` as a dictionary; OptionError for a name that is not known or comes twice."""
    options: dict[str, str] = {}
    for part in filter(None, listed.split(",")):
        name, equals, value = part.partition("=")
        if name not in known:
            raise OptionError(f"{complaint} {name!r}; {nearest(name, known)}")
        if not equals or name in options:
            raise OptionError(f"expected {name}=VALUE once, found {part!r}")
        options[name] = value
    return options
