"""A line of a file, with where it stands."""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """What a line says without the blanks around it; `number` and `column`, where that begins, count from 1."""

    number: int
    column: int
    text: str
