"""Units, actions and the state of a skirmish, all immutable."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple, NewType

from checkers_ab.core.game import Side

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


Square = NewType("Square", int)
"""A square, by its number in reading order, from 0 at the north-west corner."""


class Way(Enum):
    """The four directions: x grows east, y grows south."""

    N = (0, -1)
    E = (1, 0)
    S = (0, 1)
    W = (-1, 0)


class Ground:
    """A rectangle with trees; equal if size and trees are equal."""

    __slots__ = ("_hash", "_walks", "height", "nowhere", "points", "trees", "ways", "width")

    def __init__(self, width: int, height: int, trees: Iterable[Square]) -> None:
        self.width = width
        self.height = height
        self.trees = frozenset(trees)
        self.points = [(x, y) for y in range(height) for x in range(width)]
        """The x and y of every square."""
        self.ways = [self._ways_from(x, y) for x, y in self.points]
        """The steps from every square to squares without a tree, in the order of `Way`."""
        self.nowhere = len(self.points)
        """A distance longer than any walk."""
        self._walks: dict[Square, list[int]] = {}
        self._hash = hash((width, height, self.trees))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Ground)
            and (self.width, self.height, self.trees) == (other.width, other.height, other.trees)
        )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Ground], tuple[int, int, list[Square]]]:
        return Ground, (self.width, self.height, sorted(self.trees))

    def __repr__(self) -> str:
        return f"Ground({self.width}, {self.height}, {sorted(self.trees)})"

    def square(self, x: int, y: int) -> Square:
        """The square at a point of the map."""
        return Square(y * self.width + x)

    def apart(self, one: Square, other: Square) -> int:
        """The range from one square to another; a diagonal step counts as one."""
        (x, y), (u, v) = self.points[one], self.points[other]
        return max(abs(x - u), abs(y - v))

    def walks(self, target: Square) -> list[int]:
        """The distance of each square from `target` in steps around trees; `nowhere` if there is no path."""
        known = self._walks.get(target)
        if known is None:
            known = self._walks[target] = self._search(target)
        return known

    def straight_walks(self, target: Square) -> list[int]:
        """The Manhattan distance of each square from `target`: steps as if there were no trees."""
        u, v = self.points[target]
        return [abs(x - u) + abs(y - v) for x, y in self.points]

    def _search(self, target: Square) -> list[int]:
        steps = [self.nowhere] * len(self.points)
        steps[target] = 0
        front = [target]
        for square in front:
            for neighbour in self.ways[square].values():
                if steps[neighbour] == self.nowhere:
                    steps[neighbour] = steps[square] + 1
                    front.append(neighbour)
        return steps

    def _ways_from(self, x: int, y: int) -> dict[Way, Square]:
        points = [(way, x + way.value[0], y + way.value[1]) for way in Way]
        inside = [(way, self.square(u, v)) for way, u, v in points if 0 <= u < self.width and 0 <= v < self.height]
        return {way: square for way, square in inside if square not in self.trees}
