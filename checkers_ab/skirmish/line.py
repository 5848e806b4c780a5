"""A line of a file, with where it stands."""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """What a line says without the blanks around it; `number` and `column`, where that begins, count from 1."""

    number: int
    column: int
    text: str


def show(found: str) -> str:
    """Some text as an error message may show it."""
    shown = repr(found if len(found) <= 30 else f"{found[:27]}...")
    if len(found) == 1 and "\udc80" <= found <= "\udcff":
        return f"the byte {ord(found) - 0xDC00:#04x}"
    return shown if len(found) != 1 or found.isascii() else f"{shown} (U+{ord(found):04X})"
