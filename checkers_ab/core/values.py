"""Formatting and parsing values: integers, other numbers, and the two infinities."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, Final

INF: Final = float("inf")
OPEN: tuple[Any, Any] = (-INF, INF)
"""The full window (-inf, inf)."""

LARGEST = 1.7976931348623157e308
"""The largest float; a number above it is infinite, as for a program that reads it as a float."""
LONGEST = 3_000
"""The most characters of a number that is no integer."""

FEWEST_DIGITS = 3
"""The fewest decimals with which a rounded value is accepted."""


def format_value(value: Any) -> str:
    """Formats an integer without a point, any other number as Python does, and infinities as `inf` and `-inf`."""
    if hasattr(value, "denominator"):  # an int or a Fraction
        return str(value.numerator) if value.denominator == 1 else str(value)
    if value in OPEN:
        return "inf" if value == INF else "-inf"
    return str(int(value)) if value == value // 1 else str(value)


def parse_value(text: str) -> Any:
    """Parses an int, a Fraction or an infinity; None if the text is not a number.

    Infinity is `inf`, `infinity` or its sign, in any letter case, with an optional plus.
    """
    text = "".join(text.split()).lower()
    sign, digits = (-1, text[1:]) if text[:1] == "-" else (1, text.removeprefix("+"))
    if digits in ("inf", "infinity", "\u221e"):
        return sign * INF
    if not (digits[:1].isdigit() and text.isascii()):
        return None
    try:
        value = int(digits) if digits.isdigit() else _parse_fraction(digits)
    except (ValueError, ZeroDivisionError):
        return None
    return sign * (value if value <= LARGEST else INF)


def _parse_fraction(text: str) -> Any:
    from fractions import Fraction

    if len(text) > LONGEST:
        raise ValueError
    if "/" not in text and (near := float(text)) in (0.0, INF):
        return INF if near else 0  # a Fraction would write out every digit of 1e999999999
    value = Fraction(text)
    return int(value) if value.denominator == 1 else value


def decimals(text: str) -> int:
    """The number of digits after the decimal point."""
    _, point, digits = text.strip().partition(".")
    return len(digits) if point and digits.isdigit() else 0


def rounds_to(value: Any, written: Any, digits: int) -> bool:
    """True if `written` is the value rounded to this number of decimals."""
    if digits < FEWEST_DIGITS or value in OPEN or written in OPEN:
        return False
    from fractions import Fraction

    return float(written) == value or bool(abs(Fraction(value) - written) * 2 * 10**digits <= 1)
