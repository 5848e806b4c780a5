"""The skirmish with all that belongs to it, for commands (see `core.kit`)."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import partial
from math import isfinite

from checkers_ab.core.errors import OptionError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.games.skirmish.drawing import draw
from checkers_ab.games.skirmish.evaluate import USUAL, Weights, distance, linear
from checkers_ab.games.skirmish.mapfile import format_state, parse_state
from checkers_ab.games.skirmish.maps import MAPS
from checkers_ab.games.skirmish.notation import format_move, parse_move
from checkers_ab.games.skirmish.order import attack_first
from checkers_ab.games.skirmish.rules import INF, Skirmish
from checkers_ab.games.skirmish.script import scripted_archers
from checkers_ab.games.skirmish.state import Move, State

OPTIONS = {
    "map": f"where to begin: {', '.join(MAPS)} (default {next(iter(MAPS))})",
    "always_attack": "yes: a footman next to an archer may only attack (default no)",
    "weights": "of the linear evaluation: distance, footmen's health, archers' health (default 10:1:1)",
}


def make(**options: str) -> Kit[State, Move, float]:
    """The kit for some options, the others as by default; OptionError for an option or a value that there isn't."""
    for name in options:
        _expect("option", name, OPTIONS)
    place = options.get("map", next(iter(MAPS)))
    _expect("map", place, MAPS)
    always_attack = options.get("always_attack", "no")
    _expect("value of always_attack", always_attack, ("yes", "no"))
    game = Skirmish(MAPS[place], always_attack=always_attack == "yes")
    weights = parse_weights(options["weights"]) if "weights" in options else USUAL
    return Kit(
        name="skirmish",
        game=game,
        window=(-INF, INF),
        evaluations={"linear": linear(weights), "distance": distance},
        sides={Side.MAX: "Footmen", Side.MIN: "Archers"},
        format_move=format_move,
        parse_move=partial(parse_move, game),
        format_state=format_state,
        parse_state=parse_state,
        draw=draw,
        orders={"attack": attack_first},
        scripts={"archer": scripted_archers},
        script_sides={"archer": Side.MIN},
    )


def parse_weights(text: str) -> Weights:
    """Three numbers with colons between them; OptionError for anything else."""
    try:
        weights = [float(part) for part in text.split(":")]
    except ValueError:
        weights = []
    if len(weights) != 3 or not all(isfinite(weight) and weight >= 0 for weight in weights):
        raise OptionError(f"expected three weights of 0 or more, such as 10:1:1, found {text!r}")
    return Weights(*weights)


def _expect(what: str, found: str, known: Iterable[str]) -> None:
    names = list(known)
    if found not in names:
        near = get_close_matches(found, names, n=1)
        ask = f"; did you mean {near[0]!r}?" if near else ""
        raise OptionError(f"the skirmish has no {what} {found!r}{ask} (there is: {', '.join(names)})")
