"""The kit of the skirmish (see `core.kit`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from math import isfinite

from checkers_ab.core.errors import MoveError, OptionError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.setup import BoardRow, replace_letter
from checkers_ab.games.skirmish.drawing import picture
from checkers_ab.games.skirmish.mapfile import MAPS, format_state, parse_state, without_stale_notes
from checkers_ab.games.skirmish.notation import format_move, parse_move
from checkers_ab.games.skirmish.rules import USUAL, Skirmish, Weights, distance, linear, manhattan
from checkers_ab.games.skirmish.script import attack_first, scripted_archers
from checkers_ab.games.skirmish.state import Move, SkirmishState

OPTIONS = {
    "map": f"where to begin: {', '.join(MAPS)} (default {next(iter(MAPS))})",
    "always_attack": "who must attack when an enemy is in reach: yes (both), footmen, archers, or no (default no)",
    "weights": "of the linear evaluation: distance, footmen's health, archers' health (default 10:1:1)",
}

ATTACKERS = {"no": (), "yes": tuple(Side), "footmen": (Side.MAX,), "archers": (Side.MIN,)}
"""The sides that must attack, by the value of always_attack."""


def make(**options: str) -> Kit[SkirmishState, Move, float]:
    """Makes the kit for some options; raises OptionError for an unknown option or value."""
    for name in options:
        _expect("option", name, OPTIONS)
    place = options.get("map", next(iter(MAPS)))
    _expect("map", place, MAPS)
    always_attack = options.get("always_attack", "no")
    _expect("value of always_attack", always_attack, ATTACKERS)
    game = Skirmish(MAPS[place], always_attack=ATTACKERS[always_attack])
    weights = parse_weights(options["weights"]) if "weights" in options else USUAL
    return SkirmishKit(game, weights)


class SkirmishKit(Kit[SkirmishState, Move, float]):
    """The kit of the skirmish on a map."""

    name = "skirmish"
    sides = {Side.MAX: "Footmen", Side.MIN: "Archers"}
    sides_are_plural = True
    move_pattern = r"[0-9]:(?:[NESW]|x[0-9]|-)(?:[ \t]+[0-9]:(?:[NESW]|x[0-9]|-))*+"
    orders = {"attack": attack_first}
    scripts = {"archer": scripted_archers}
    brushes = {".": "free", "T": "a tree", "F": "a footman", "A": "an archer"}
    script_sides = {"archer": Side.MIN}
    format_move = staticmethod(format_move)
    format_state = staticmethod(format_state)
    parse_state = staticmethod(parse_state)
    picture = staticmethod(picture)

    def __init__(self, rules: Skirmish, weights: Weights) -> None:
        evaluations = {"linear": linear(weights), "distance": distance, "manhattan": manhattan}
        super().__init__(rules, evaluations=evaluations)
        self.rules = rules

    def parse_move(self, state: SkirmishState, text: str) -> Move:
        return parse_move(self.rules, state, text)

    def put(self, text: str, rows: Sequence[BoardRow], row: int, column: int, letter: str) -> str:
        """The lines below the map about units that are no longer there go."""
        return without_stale_notes(replace_letter(text, rows[row], column, letter), self.brushes)

    def why_mandatory(self, state: SkirmishState, text: str) -> str:
        if state.side not in self.rules.always_attack:
            return ""
        free = Skirmish(state)
        if text not in map(format_move, free.moves(state)):
            return ""
        return f"{text} does not attack, but a unit with an enemy in reach must."

    def why_illegal(self, state: SkirmishState, text: str) -> str:
        try:
            parse_move(self.rules, state, text)
        except MoveError as error:
            return str(error)
        return "it is not a legal move here"


def parse_weights(text: str) -> Weights:
    """Parses three numbers with colons between them; raises OptionError."""
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
