"""The values of a case, each once, and where they stand on the axis of the window."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any

from checkers_ab.core.values import OPEN

LOW, HIGH = -1, 2
"""The places of the infinities on the axis; those of the other values lie between 0 and 1."""


class Scale(dict[Any, int]):
    """The place of each value among all that came up, as they are written; zero is the first."""

    def __init__(self, spell: Callable[[Any], str]) -> None:
        self._spell = spell
        self._places: dict[str, int] = {}
        self._numbers: list[float] = []
        self.__missing__(0)

    def __missing__(self, value: Any) -> int:
        text = self._spell(value)
        place = self._places.setdefault(text, len(self._places))
        if place == len(self._numbers):
            self._numbers.append(_number(value))
        if type(value) is int or value in OPEN:  # other equal numbers may be written in different ways
            self[value] = place
        return place

    def listed(self) -> list[list[Any]]:
        """Each value as it is written, and its place on the axis."""
        finite = [number for number in self._numbers if isfinite(number)]
        room = (max(finite) - min(finite)) * 0.12 or 1.0
        low, high = min(finite) - room, max(finite) + room

        def on_axis(number: float) -> float:
            return round((number - low) / (high - low), 4) if isfinite(number) else HIGH if number > 0 else LOW

        return [[text, on_axis(number)] for text, number in zip(self._places, self._numbers, strict=True)]


def _number(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
