"""Which moves to try first."""

from __future__ import annotations

from checkers_ab.core.game import Side
from checkers_ab.games.skirmish.state import Move, State

ATTACK = -2
"""Sooner than any step, which counts -1 to 1."""


def attack_first(state: State, move: Move) -> int:
    """A sort key, the smallest first: attacks, then steps by how much nearer they bring a footman to its archer.

    For archers it is how much farther they get from the nearest footman. The numbers of both units add up.
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
