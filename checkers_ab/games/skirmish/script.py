"""The scripted archers of the course, which follow a fixed rule."""

from __future__ import annotations

from math import sqrt

from checkers_ab.core.game import Side
from checkers_ab.games.skirmish.rules import Skirmish
from checkers_ab.games.skirmish.state import Action, Move, SkirmishState, Square, Unit, Way

CLOSE = 4
"""An archer may retreat from a footman nearer than this."""

_LATER = {way: -place for place, way in enumerate(Way)}

Rank = tuple[float, ...]


def scripted_archers(state: SkirmishState) -> Move:
    """The move of the archers, who must be to move: each takes the action that its rule ranks best.

    An archer attacks the nearest footman (by reach; of two, the lower number) if it is `CLOSE` squares away or
    more, or has less health than twice the distance. Otherwise it takes the step to the best square (see
    `comfort`, the last of N, E, S, W at a tie) if that is no worse than where it stands, and attacks if it is.

    The rule does not cover two cases. An archer that would attack and can't reach goes one step nearer by the distance
    that counts for reach (again the last at a tie). If both archers want the same square, the lower number gets it, and
    the other takes its next best action.
    """
    archers = {unit.number: unit for unit in state.of(Side.MIN)}
    moves = Skirmish(state).moves(state)
    return min(moves, key=lambda move: [_rank(state, archers[action.unit], action) for action in move])


def comfort(state: SkirmishState, square: Square) -> float:
    """The score of a square for an archer: high near the middle of the map and far from the footmen."""
    ground = state.ground
    x, y = ground.points[square]
    score = 2 * sqrt(2 * x * (ground.width - x) + 2 * y * (ground.height - y))
    for footman in state.of(Side.MAX):
        away = ground.apart(square, footman.square)
        if away >= CLOSE:
            score += away
        else:
            score = {0: -1000.0, 1: -100.0}.get(away, -20.0 * (CLOSE - away))
    return score


def _rank(state: SkirmishState, archer: Unit, action: Action) -> Rank:
    """The rank of an action; the smallest is the best."""
    footman, away = _nearest(state, archer)
    attacks = away >= CLOSE or footman.health < 2 * away
    if action.way is None:
        return (1, action.target != footman.number)
    there = state.ground.ways[archer.square][action.way]
    if attacks:
        return (2, state.ground.apart(there, footman.square), _LATER[action.way])
    score = comfort(state, there)
    return (0 if score >= comfort(state, archer.square) else 2, -score, _LATER[action.way])


def _nearest(state: SkirmishState, archer: Unit) -> tuple[Unit, int]:
    """The footman nearest to an archer, and its distance."""
    footmen = [(state.ground.apart(archer.square, unit.square), unit) for unit in state.of(Side.MAX)]
    away, footman = min(footmen, key=lambda found: found[0])
    return footman, away


ATTACK = -2
"""The key of an attack: less than that of any step, which is -1 to 1."""


def attack_first(state: SkirmishState, move: Move) -> int:
    """A sort key, the smallest first: attacks, then steps of footmen towards their nearest archer.

    For archers, steps away from the nearest footman come first. The key is the sum over both units.
    """
    ground, units, side = state
    walks = [ground.walks(unit.square) for unit in units if unit.kind.side is not side]
    total = 0
    for number, way, target in move:
        if way is not None:
            (here,) = [unit.square for unit in units if unit.number == number]
            there = ground.ways[here][way]
            change = min([walk[there] for walk in walks]) - min([walk[here] for walk in walks])
            total += change if side is Side.MAX else -change
        elif target is not None:
            total += ATTACK
    return total
