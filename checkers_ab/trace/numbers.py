"""Numbers in somebody's trace: as they are written, and whether they are the value that belongs there."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from checkers_ab.core.kit import Kit
from checkers_ab.core.values import INF, decimals, rounds_to

NUMBER = r"[+-]?\s*+(?:[0-9]{1,400}(?:\.[0-9]*|/[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,4})?|inf|infinity|\u221e)"
"""A regular expression for a number. Blanks are taken possessively: nothing is tried in every possible way."""


class Rounded(Fraction):
    """A number that was written with a point: it may be a value rounded to its digits."""

    digits: int

    def __neg__(self) -> Rounded:
        return rounded(-Fraction(self), self.digits)

    def __str__(self) -> str:
        return str(float(self))


def rounded(value: Fraction, digits: int) -> Rounded:
    """A number with so many digits after the point."""
    number = Rounded(value)
    number.digits = digits
    return number


def read_number(kit: Kit[Any, Any, Any], text: str) -> Any:
    """The value that a text writes; None if the game has no such value. A sentinel is an infinity."""
    value = kit.parse_value(text)
    if value is None:
        return None
    if kit.sentinel is not None and abs(value) >= kit.sentinel:
        return INF if value > 0 else -INF
    digits = decimals(text)
    return rounded(value, digits) if digits and isinstance(value, Fraction) else value


def agrees(written: Any, value: Any) -> bool:
    """True if a written number is the value, or the value rounded to the digits written; False if there is none."""
    if written == value or value is None:
        return value is not None
    return isinstance(written, Rounded) and rounds_to(value, written, written.digits)
