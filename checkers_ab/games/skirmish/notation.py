"""Moves as text: `1:N 2:x3` is unit 1 stepping north and unit 2 attacking unit 3; `2:-` is unit 2 staying."""

from __future__ import annotations

import re

from checkers_ab.core.errors import MoveError, show
from checkers_ab.games.skirmish.ground import Way
from checkers_ab.games.skirmish.rules import Skirmish
from checkers_ab.games.skirmish.state import Action, Move, Number, State, Unit

_ACTION = re.compile(r"(?P<unit>[0-9])\s*:?\s*(?:(?P<way>[NESW])|x\s*(?P<target>[0-9])|-)(?!\w)", re.IGNORECASE)


def format_action(action: Action) -> str:
    if action.way is not None:
        return f"{action.unit}:{action.way.name}"
    return f"{action.unit}:-" if action.target is None else f"{action.unit}:x{action.target}"


def format_move(move: Move) -> str:
    """The actions of all units, by number, a blank between them."""
    return " ".join(map(format_action, move))


def parse_move(game: Skirmish, state: State, text: str) -> Move:
    """A legal move; MoveError for anything else, which says what would be legal.

    The units may come in any order, letters may be small, blanks may be many, and colons may be left out.
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


def _expect_own(state: State, action: Action, units: list[Unit]) -> None:
    """Refuses an action of a unit that is not there, or is not of the side to move."""
    own = [f"{unit.kind.word} {unit.number}" for unit in units]
    if all(action.unit != unit.number for unit in units):
        there = any(action.unit == unit.number for unit in state.units)
        who = f"unit {action.unit} is an enemy" if there else f"there is no unit {action.unit}"
        raise MoveError(f"{who}: to move is {' and '.join(own)}")


def _expect_one_legal(given: list[Action], unit: Unit, possible: list[Action]) -> None:
    """Refuses no action or several for a unit, and one that it can't do."""
    name = f"{unit.kind.word} {unit.number}"
    choices = f"{name} can do one of: {', '.join(map(format_action, possible))}"
    if not given:
        raise MoveError(f"{name} has no action; {choices}")
    if len(given) > 1:
        raise MoveError(f"{name} has {len(given)} actions; {choices}")
    if given[0] not in possible:
        raise MoveError(f"{format_action(given[0])} is not legal; {choices}")


def _why_not_together(move: Move, legal: list[Move]) -> str:
    """What is wrong with a move whose actions are legal one by one, and what goes with its first."""
    one, two = move
    partners = ", ".join(format_action(other) for first, other in legal if first == one)
    reason = "both would step onto the same square" if one.way and two.way else "only one of them may stay"
    return f"{format_move(move)} is not legal: {reason}; with {format_action(one)} goes one of: {partners}"
