"""What a state is worth to the footmen while the skirmish goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from checkers_ab.games.skirmish.state import Kind, State


class Weights(NamedTuple):
    """What a step of distance, a point of the footmen's health and one of the archers' count for."""

    distance: float = 10.0
    footmen: float = 1.0
    archers: float = 1.0


USUAL = Weights()


def distance(state: State) -> float:
    """The less, the farther the footmen must walk around the trees (see `steps_to_go`); health counts nothing."""
    return -float(steps_to_go(state))


def linear(weights: Weights = USUAL) -> Callable[[State], float]:
    """An evaluation: the footmen's health, less the distance and the archers' health, by their weights."""
    step, footmen, archers = weights

    def value(state: State) -> float:
        health = 0.0
        for unit in state.units:
            health += footmen * unit.health if unit.kind is Kind.FOOTMAN else -archers * unit.health
        return health - step * steps_to_go(state)

    return value


def steps_to_go(state: State) -> int:
    """The walks of all footmen, each to the archer nearest to it, and for each archer more than footmen a longer one.

    So a fallen archer brings the end nearer, though the next may be far, and a fallen footman never does.
    """
    ground, units, _ = state
    walks = [ground.walks(unit.square) for unit in units if unit.kind is Kind.ARCHER]
    nearest = [min([walk[unit.square] for walk in walks], default=0) for unit in units if unit.kind is Kind.FOOTMAN]
    return sum(nearest) + ground.nowhere * (len(walks) - len(nearest))
