"""The rules of the skirmish. The footmen are MAX and move first; the archers are MIN."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from checkers_ab.core.game import Side
from checkers_ab.games.skirmish.state import Action, Kind, Move, SkirmishState, Square, Unit

INF = float("inf")

Choice = tuple[Action, Square | None]
"""An action, and the target square of a step."""

_DAMAGE = {Side.MAX: Kind.FOOTMAN.damage_to(Kind.ARCHER), Side.MIN: Kind.ARCHER.damage_to(Kind.FOOTMAN)}


class Skirmish:
    """The skirmish from an initial state, as a `core.game.Game`.

    A unit of a side in `always_attack` with an enemy in reach must attack: that makes fewer moves, but may remove the
    best one.
    """

    def __init__(self, start: SkirmishState, *, always_attack: Collection[Side] = ()) -> None:
        self._start = start
        self.always_attack = always_attack

    def start(self) -> SkirmishState:
        return self._start

    def to_move(self, state: SkirmishState) -> Side:
        return state.side

    def moves(self, state: SkirmishState) -> list[Move]:
        """The joint moves, by the first unit's action, then the second's (see `choices`); none if the game is over.

        Two units never step onto the same square. If neither has another action, one steps and the other stays.
        """
        if self.utility(state) is not None:
            return []
        first, *rest = [self.choices(state, unit) for unit in state.of(state.side)]
        if not rest:
            return [(action,) for action, _ in first]
        second = rest[0]
        moves: list[Move] = [(a, b) for a, here in first for b, there in second if here is None or here != there]
        if not moves:
            (a, _), (b, _) = first[0], second[0]
            return [(a, Action(b.unit)), (Action(a.unit), b)]
        return moves

    def choices(self, state: SkirmishState, unit: Unit) -> list[Choice]:
        """The actions of a unit, considered alone: steps N, E, S, W, then attacks by the target's number.

        A step leads to a square without a tree that was free when the ply began. A unit stays only if it has no step
        and no enemy in reach.
        """
        ground, reach = state.ground, unit.kind.reach
        attacks: list[Choice] = [
            (Action(unit.number, None, enemy.number), None)
            for enemy in state.units
            if enemy.kind is not unit.kind and ground.apart(unit.square, enemy.square) <= reach
        ]
        if attacks and unit.kind.side in self.always_attack:
            return attacks
        taken = {other.square for other in state.units}
        steps: list[Choice] = [
            (Action(unit.number, way), square)
            for way, square in ground.ways[unit.square].items()
            if square not in taken
        ]
        return steps + attacks or [(Action(unit.number), None)]

    def play(self, state: SkirmishState, move: Move) -> SkirmishState:
        """The state after a legal move: steps and attacks are simultaneous; units without health are removed."""
        damage = _DAMAGE[state.side]
        ways = state.ground.ways
        units = {unit.number: unit for unit in state.units}
        for number, way, target in move:
            if way is not None:
                unit = units[number]
                units[number] = Unit(number, unit.kind, ways[unit.square][way], unit.health)
            elif target is not None:
                enemy = units[target]
                units[target] = Unit(target, enemy.kind, enemy.square, enemy.health - damage)
        living = tuple(unit for unit in units.values() if unit.health > 0)
        return SkirmishState(state.ground, living, state.side.opponent)

    def utility(self, state: SkirmishState) -> float | None:
        """Checked in this order: the footmen are gone, the archers are gone."""
        if not state.units or state.units[0].kind is not Kind.FOOTMAN:
            return -INF
        return INF if state.units[-1].kind is not Kind.ARCHER else None


class Weights(NamedTuple):
    """The weights of a step of distance, a point of the footmen's health and a point of the archers' health."""

    distance: float = 10.0
    footmen: float = 1.0
    archers: float = 1.0


USUAL = Weights()


def distance(state: SkirmishState) -> float:
    """The negative distance that the footmen must walk around the trees (see `steps_to_go`), without health."""
    return -float(steps_to_go(state))


def manhattan(state: SkirmishState) -> float:
    """Like `distance`, but straight through the trees: the difference in x plus the difference in y."""
    return -float(steps_to_go(state, around_trees=False))


def linear(weights: Weights = USUAL) -> Callable[[SkirmishState], float]:
    """Makes an evaluation: the weighted health of the footmen, minus the distance and the health of the archers."""
    step, footmen, archers = weights

    def value(state: SkirmishState) -> float:
        health = 0.0
        for unit in state.units:
            health += footmen * unit.health if unit.kind is Kind.FOOTMAN else -archers * unit.health
        return health - step * steps_to_go(state)

    return value


def steps_to_go(state: SkirmishState, *, around_trees: bool = True) -> int:
    """The sum of the footmen's walks, each to its nearest archer, plus a longer one for each archer beyond the footmen.

    So the sum always falls when an archer falls, even if the next one is far, and never when a footman falls.
    """
    ground, units, _ = state
    measure = ground.walks if around_trees else ground.straight_walks
    walks = [measure(unit.square) for unit in units if unit.kind is Kind.ARCHER]
    nearest = [min([walk[unit.square] for walk in walks], default=0) for unit in units if unit.kind is Kind.FOOTMAN]
    return sum(nearest) + ground.nowhere * (len(walks) - len(nearest))
