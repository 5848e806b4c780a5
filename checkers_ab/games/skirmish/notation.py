"""Notation of moves: in `1:N 2:x3` unit 1 steps north and unit 2 attacks unit 3; in `2:-` unit 2 stays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from checkers_ab.core.errors import MoveError, StateError, show
from checkers_ab.core.game import Side
from checkers_ab.games.skirmish.rules import Skirmish
from checkers_ab.games.skirmish.state import Action, Ground, Kind, Move, Number, SkirmishState, Square, Unit, Way

_ACTION = re.compile(r"(?P<unit>[0-9])\s*:?\s*(?:(?P<way>[NESW])|x\s*(?P<target>[0-9])|-)(?!\w)", re.IGNORECASE)


def format_action(action: Action) -> str:
    if action.way is not None:
        return f"{action.unit}:{action.way.name}"
    return f"{action.unit}:-" if action.target is None else f"{action.unit}:x{action.target}"


def format_move(move: Move) -> str:
    """Formats the actions of all units, by number, separated by blanks."""
    return " ".join(map(format_action, move))


def parse_move(game: Skirmish, state: SkirmishState, text: str) -> Move:
    """Parses a legal move; raises MoveError, with the legal moves, for anything else.

    The units may be in any order, letters in lower case; extra blanks and missing colons are accepted.
    """
    legal = game.moves(state)
    if not legal:
        raise MoveError("the game is over: there is no move")
    actions = _read(text, format_move(legal[0]))
    units = state.of(state.side)
    for action in actions:
        _expect_own(state, action, units)
    for unit in units:
        stay = Action(unit.number)
        choices = [action for action, _ in game.choices(state, unit) if action != stay]
        possible = [choice for choice in (*choices, stay) if any(choice in move for move in legal)]
        _expect_one_legal([action for action in actions if action.unit == unit.number], unit, possible)
    move = tuple(sorted(actions, key=lambda action: action.unit))
    if move not in legal:
        raise MoveError(_why_not_together(move, legal))
    return move


def _read(text: str, example: str) -> list[Action]:
    actions = []
    at = 0
    while rest := text[at:].strip():
        at = text.index(rest, at)
        found = _ACTION.match(text, at)
        if found is None:
            raise MoveError(f"expected an action for each unit, as in {example}, found {show(rest)}")
        way = Way[found["way"].upper()] if found["way"] else None
        target = Number(int(found["target"])) if found["target"] else None
        actions.append(Action(Number(int(found["unit"])), way, target))
        at = found.end()
    return actions


def _expect_own(state: SkirmishState, action: Action, units: list[Unit]) -> None:
    """Raises MoveError for an action of a unit that does not exist, or is an enemy."""
    own = [f"{unit.kind.word} {unit.number}" for unit in units]
    if all(action.unit != unit.number for unit in units):
        there = any(action.unit == unit.number for unit in state.units)
        who = f"unit {action.unit} is an enemy" if there else f"there is no unit {action.unit}"
        raise MoveError(f"{who}: to move is {' and '.join(own)}")


def _expect_one_legal(given: list[Action], unit: Unit, possible: list[Action]) -> None:
    """Raises MoveError for no action, several actions, or an illegal action of a unit."""
    name = f"{unit.kind.word} {unit.number}"
    choices = f"{name} can do one of: {', '.join(map(format_action, possible))}"
    if not given:
        raise MoveError(f"{name} has no action; {choices}")
    if len(given) > 1:
        raise MoveError(f"{name} has {len(given)} actions; {choices}")
    if given[0] not in possible:
        raise MoveError(f"{format_action(given[0])} is not legal; {choices}")


def _why_not_together(move: Move, legal: list[Move]) -> str:
    """The reason why a move is illegal whose actions are legal one by one, and the legal partners of its first."""
    one, two = move
    partners = ", ".join(format_action(other) for first, other in legal if first == one)
    reason = "both would step onto the same square" if one.way and two.way else "only one of them may stay"
    return f"{format_move(move)} is not legal: {reason}; with {format_action(one)} goes one of: {partners}"


_UNIT = re.compile(
    r"(?P<kind>footman|archer)\s+(?P<number>[0-9]{1,4})\s+at\s+(?P<x>[0-9]{1,4})\s*,\s*(?P<y>[0-9]{1,4})"
    r"\s+health\s+(?P<health>[0-9]{1,4})",
    re.IGNORECASE,
)
_SIDE = re.compile(r"(?P<side>footmen|archers)\s+(?P<what>to\s+move|gone)", re.IGNORECASE)
_NOTE = re.compile(r"(footman|footmen|archer|archers)\b", re.IGNORECASE)
_SIDES = {kind.plural: kind for kind in Kind}
_FORMS = "as in 'footman 1 at 5,5 health 160', 'archers to move' or 'archers gone'"


class MapLine(NamedTuple):
    """A line of a file without the blanks around it; `number` and `column`, where the text begins, count from 1."""

    number: int
    column: int
    text: str


def is_note(text: str) -> bool:
    """True if a line is about a unit or a side, and so is not a row of the map."""
    return _NOTE.match(text) is not None


def is_stale(text: str, rows: Sequence[str]) -> bool:
    """True if a line is about a unit that the map has not, or says that units are gone that it has."""
    if unit := _UNIT.fullmatch(text):
        x, y = int(unit["x"]), int(unit["y"])
        return y >= len(rows) or rows[y][x : x + 1] != Kind[unit["kind"].upper()].letter
    side = _SIDE.fullmatch(text)
    return side is not None and side["what"].lower() == "gone" and _SIDES[side["side"].lower()].letter in "".join(rows)


def format_notes(state: SkirmishState) -> list[str]:
    """Formats a line for each unit, for each side without units, and for the side to move."""
    points = state.ground.points
    units = [f"{u.kind.word} {u.number} at {{}},{{}} health {u.health}".format(*points[u.square]) for u in state.units]
    gone = [f"{kind.plural} gone" for kind in Kind if not state.of(kind.side)]
    return units + gone + [f"{kind.plural} to move" for kind in Kind if kind.side is state.side]


class UnitLines:
    """Reads the lines below a map and matches them with the units drawn on it."""

    def __init__(self, ground: Ground, drawn: dict[Square, Kind]) -> None:
        self.ground = ground
        self.drawn = drawn
        self.units: dict[Square, Unit] = {}
        self.gone: set[Kind] = set()
        self.side: Side | None = None

    def take(self, line: MapLine) -> None:
        """Reads one line; raises StateError if it is invalid or contradicts the map."""
        if unit := _UNIT.fullmatch(line.text):
            self._take_unit(line, unit)
        elif side := _SIDE.fullmatch(line.text):
            self._take_side(line, side)
        else:
            hint = "" if is_note(line.text) else "no blank line may stand inside a map"
            reason = f"expected a line about a unit or a side, {_FORMS}, found {show(line.text)}"
            raise StateError(line.number, line.column, reason, hint)

    def _take_unit(self, line: MapLine, found: re.Match[str]) -> None:
        def expect(right: bool, group: str, reason: str) -> None:
            if not right:
                raise StateError(line.number, line.column + found.start(group), reason)

        kind = Kind[found["kind"].upper()]
        number, x, y, health = (int(found[group]) for group in ("number", "x", "y", "health"))
        inside = x < self.ground.width and y < self.ground.height
        square = self.ground.square(x, y)
        numbers = " and ".join(map(str, kind.numbers))
        expect(number in kind.numbers, "number", f"{kind.plural} are numbered {numbers}, found {number}")
        again = any(unit.number == number for unit in self.units.values())
        expect(not again, "number", f"there is a line for {kind.word} {number} already")
        expect(inside and self.drawn.get(square) is kind, "x", f"the map has no {kind.word} at {x},{y}")
        expect(square not in self.units, "x", f"there is a line for the {kind.word} at {x},{y} already")
        expect(1 <= health <= kind.health, "health", f"{kind.plural} have health 1 to {kind.health}, found {health}")
        self.units[square] = Unit(Number(number), kind, square, health)

    def _take_side(self, line: MapLine, found: re.Match[str]) -> None:
        kind = _SIDES[found["side"].lower()]
        if found["what"].lower() == "gone":
            if kind in self.drawn.values():
                raise StateError(line.number, line.column, f"the {kind.plural} are not gone: the map has {kind.letter}")
            self.gone.add(kind)
        elif self.side is not None:
            raise StateError(line.number, line.column, "there is a line for the side to move already")
        else:
            self.side = kind.side

    def finish(self, first_row: MapLine) -> SkirmishState:
        """Returns the state of map and lines; raises StateError if a side has no units and no line says so."""
        missing = [kind for kind in Kind if kind not in self.drawn.values()]
        for kind in missing:
            if kind not in self.gone or len(missing) > 1:
                hint = f"where all have fallen, a line below the map says '{kind.plural} gone'; it can't for both sides"
                reason = f"expected an {kind.word}" if kind is Kind.ARCHER else f"expected a {kind.word}"
                raise StateError(
                    first_row.number, first_row.column, f"{reason} ({kind.letter}) on the map, found none", hint
                )
        for square, kind in self.drawn.items():
            if square not in self.units:
                taken = {unit.number for unit in self.units.values()}
                number = next(number for number in kind.numbers if number not in taken)
                self.units[square] = Unit(number, kind, square, kind.health)
        units = sorted(self.units.values(), key=lambda unit: unit.number)
        return SkirmishState(self.ground, tuple(units), self.side or Side.MAX)
