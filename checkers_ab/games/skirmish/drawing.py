"""The picture of a state: the map with coordinates, the units with their health, and the last move."""

from __future__ import annotations

from checkers_ab.core.picture import Grid
from checkers_ab.games.skirmish.notation import format_move
from checkers_ab.games.skirmish.state import Ground, Move, SkirmishState, Square, Unit, Way

LEFT, HIT = "+", "!"


def picture(state: SkirmishState, last: Move | None = None) -> Grid:
    """The map, a line for each unit, and one for the last move.

    Units have their number, trees are `T`. A square that the last move left is `+`, a unit that it hit has `!`.
    """
    ground = state.ground
    cells = _cells(state, last or ())
    return Grid(
        cells=[[cells[ground.square(x, y)] for x in range(ground.width)] for y in range(ground.height)],
        rows=[str(y) for y in range(ground.height)],
        columns=[f"{x:>2}" for x in range(ground.width)],
        notes=[*(_describe(state, unit) for unit in state.units), *_describe_move(last)],
    )


def _cells(state: SkirmishState, last: Move) -> list[str]:
    """The text of each square."""
    ground = state.ground
    cells = ["T" if Square(square) in ground.trees else "." for square in range(len(ground.points))]
    standing = {unit.number: unit.square for unit in state.units}
    for action in last:
        if action.way is not None:
            cells[_before(ground, standing[action.unit], action.way)] = LEFT
    hit = {action.target for action in last}
    for unit in state.units:
        cells[unit.square] = f"{unit.kind.letter}{unit.number}{HIT if unit.number in hit else ''}"
    return cells


def _before(ground: Ground, square: Square, way: Way) -> Square:
    """The square before a step to this one."""
    x, y = ground.points[square]
    east, south = way.value
    return ground.square(x - east, y - south)


def _describe(state: SkirmishState, unit: Unit) -> str:
    x, y = state.ground.points[unit.square]
    return f"{unit.kind.letter}{unit.number} {unit.kind.word} at {x},{y}: health {unit.health} of {unit.kind.health}"


def _describe_move(last: Move | None) -> list[str]:
    return [] if last is None else [f"last move {format_move(last)} ({LEFT} left, {HIT} hit)"]
