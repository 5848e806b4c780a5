"""Move ordering of the skirmish."""

from __future__ import annotations

from checkers_ab.core.game import Side
from checkers_ab.games.skirmish.state import Move, SkirmishState

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
