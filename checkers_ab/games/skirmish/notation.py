"""Notation of moves: in `1:N 2:x3` unit 1 steps north and unit 2 attacks unit 3; in `2:-` unit 2 stays."""

from __future__ import annotations

import re

from checkers_ab.core.errors import MoveError, show
from checkers_ab.games.skirmish.ground import Way
from checkers_ab.games.skirmish.rules import Skirmish
from checkers_ab.games.skirmish.state import Action, Move, Number, SkirmishState, Unit

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
