"""Evaluations of states that are not over, from the footmen's side."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from checkers_ab.games.skirmish.state import Kind, SkirmishState


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
