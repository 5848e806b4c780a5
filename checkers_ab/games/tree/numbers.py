"""Parsing the numbers of a tree: integers, fractions and decimals, all exact."""

from __future__ import annotations

import re
from fractions import Fraction

LONGEST = 40
"""The most characters of a number."""
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:/[0-9]+|\.[0-9]*)?|\.[0-9]+)")


class Decimal(Fraction):
    """A fraction that is written with a decimal point: `0.5` equals `1/2`, and `0.1` equals `1/10`."""

    __slots__ = ()

    def __str__(self) -> str:
        places = next(places for places in range(1, LONGEST) if 10**places % self.denominator == 0)
        digits = str(abs(self.numerator) * 10**places // self.denominator).zfill(places + 1)
        return f"{'-' if self < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def parse_number(text: str) -> int | Fraction | None:
    """Parses a number such as `-3`, `0.5`, `.5` or `1/3`, as an int if possible; None if the text is not a number."""
    if len(text) > LONGEST or not _NUMBER.fullmatch(text):
        return None
    if text.lstrip("+-").isdigit():
        return int(text)
    try:
        value = Decimal(text) if "." in text else Fraction(text)
    except ZeroDivisionError:
        return None
    return int(value) if value.denominator == 1 else value
