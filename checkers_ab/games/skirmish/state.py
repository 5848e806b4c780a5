"""Units, what they can do, and the state of a skirmish: values that never change."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, NewType

from checkers_ab.core.game import Side
from checkers_ab.games.skirmish.ground import Ground, Square, Way

Number = NewType("Number", int)
"""What a unit is called by: footmen are 1 and 2, archers 3 and 4, and keep their numbers."""


class Kind(Enum):
    """A kind of unit: its side, its numbers, and what it is like in a fight."""

    FOOTMAN = Side.MAX, "footmen", (1, 2), 160, 8, 3, 2, 1
    ARCHER = Side.MIN, "archers", (3, 4), 50, 5, 3, 0, 10

    def __init__(
        self,
        side: Side,
        plural: str,
        numbers: tuple[Number, ...],
        health: int,
        basic: int,
        piercing: int,
        armor: int,
        reach: int,
    ) -> None:
        self.side = side
        self.plural = plural
        self.numbers = numbers
        self.health = health
        self.basic = basic
        self.piercing = piercing
        self.armor = armor
        self.reach = reach
        self.word = self.name.lower()
        self.letter = self.name[0]

    def damage_to(self, target: Kind) -> int:
        """What one attack takes: the basic part less the target's armor, yet at least 1, and the piercing part."""
        return max(self.basic - target.armor, 1) + self.piercing


class Unit(NamedTuple):
    """A unit that lives: its health is above 0."""

    number: Number
    kind: Kind
    square: Square
    health: int


class State(NamedTuple):
    """The ground, the living units by number, and the side whose ply it is."""

    ground: Ground
    units: tuple[Unit, ...]
    side: Side

    def of(self, side: Side) -> list[Unit]:
        """The living units of a side, by number."""
        return [unit for unit in self.units if unit.kind.side is side]


class Action(NamedTuple):
    """What one unit does: it steps (`way`), it attacks (`target`), or, with neither, it stays."""

    unit: Number
    way: Way | None = None
    target: Number | None = None


Move = tuple[Action, ...]
"""The joint move of a side: an action of each of its living units, by number."""
