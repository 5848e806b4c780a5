"""Units, actions and the state of a skirmish, all immutable."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, NewType

from checkers_ab.core.game import Side
from checkers_ab.games.skirmish.ground import Ground, Square, Way

Number = NewType("Number", int)
"""The number of a unit, which never changes: footmen are 1 and 2, archers 3 and 4."""


class Kind(Enum):
    """A kind of unit: its side, its numbers, and its combat values."""

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
        """The damage of one attack: basic minus the target's armor, but at least 1, plus piercing."""
        return max(self.basic - target.armor, 1) + self.piercing


class Unit(NamedTuple):
    """A living unit: its health is above 0."""

    number: Number
    kind: Kind
    square: Square
    health: int


class SkirmishState(NamedTuple):
    """The ground, the living units by number, and the side to move."""

    ground: Ground
    units: tuple[Unit, ...]
    side: Side

    def of(self, side: Side) -> list[Unit]:
        """The living units of a side, by number."""
        return [unit for unit in self.units if unit.kind.side is side]


class Action(NamedTuple):
    """The action of one unit: it steps (`way`), attacks (`target`), or, with neither, stays."""

    unit: Number
    way: Way | None = None
    target: Number | None = None


Move = tuple[Action, ...]
"""The joint move of a side: one action for each living unit, by number."""
