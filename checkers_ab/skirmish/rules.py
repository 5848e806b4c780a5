"""The rules of the skirmish. The footmen are MAX and begin; the archers are MIN."""

from __future__ import annotations

from itertools import product

from checkers_ab.core.game import Side
from checkers_ab.skirmish.ground import Square
from checkers_ab.skirmish.state import Action, Kind, Move, Number, State, Unit

INF = float("inf")

_DAMAGE = {Kind.FOOTMAN: Kind.FOOTMAN.damage_to(Kind.ARCHER), Kind.ARCHER: Kind.ARCHER.damage_to(Kind.FOOTMAN)}


class Skirmish:
    """The skirmish that begins with `start`, as `core.game.Game`.

    With `always_attack` a footman next to an archer may do nothing but attack: fewer moves, though the best may be
    among those left out.
    """

    def __init__(self, start: State, *, always_attack: bool = False) -> None:
        self._start = start
        self.always_attack = always_attack

    def start(self) -> State:
        return self._start

    def to_move(self, state: State) -> Side:
        return state.side

    def moves(self, state: State) -> list[Move]:
        """The joint moves, by the action of the lower number, then by that of the higher, each as in `actions`.

        No two units step onto the same square. Where that would leave nothing, for each of two units could only
        step onto the same square, one of them stays.
        """
        if self.utility(state) is not None:
            return []
        choices = [self.actions(state, unit) for unit in state.of(state.side)]
        if len(choices) == 1:
            return [(action,) for action in choices[0]]
        squares = {unit.number: dict(state.ground.ways[unit.square]) for unit in state.of(state.side)}
        return [
            (one, other)
            for one, other in product(*choices)
            if one.way is None
            or other.way is None
            or squares[one.unit][one.way] != squares[other.unit][other.way]
        ] or [(choices[0][0], Action(choices[1][0].unit)), (Action(choices[0][0].unit), choices[1][0])]
