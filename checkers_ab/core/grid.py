"""Helpers for games on a grid: lines of cells, parsing rows of letters, parsing a size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from checkers_ab.core.errors import OptionError, StateError, show

Place = tuple[int, int]
"""A row and a column, counted from 0 at the top left."""


def straight_lines(width: int, height: int, length: int) -> Iterator[list[Place]]:
    """All lines of `length` cells: rows, columns and diagonals, each once."""
    directions = ((0, 1), (1, 0), (1, 1), (1, -1)) if length > 1 else ((0, 1),)
    for y in range(height):
        for x in range(width):
            for down, right in directions:
                if y + (length - 1) * down < height and 0 <= x + (length - 1) * right < width:
                    yield [(y + i * down, x + i * right) for i in range(length)]


def parse_rows(text: str, width: int, height: int, letters: str, hints: Mapping[str, str]) -> list[tuple[int, str]]:
    """Parses the rows of a board, the top row first; returns each with its indent. Raises StateError.

    Blanks around a row are ignored. `hints` maps letters that are often written by mistake to a hint.
    """
    rows = []
    lines = text.removeprefix("\ufeff").rstrip().splitlines()
    for number, line in enumerate(lines[:height], 1):
        indent = len(line) - len(line.lstrip())
        row = line.strip()
        for place, letter in enumerate(row[:width], indent + 1):
            if letter not in letters:
                expected = f"{', '.join(letters[:-1])} or {letters[-1]!r}"
                reason = f"expected {expected}, found {show(letter)}"
                raise StateError(number, place, reason, hints.get(letter, ""))
        if len(row) != width:
            place = indent + min(len(row), width) + 1
            raise StateError(number, place, f"expected {width} cells, found {len(row)}")
        rows.append((indent, row))
    if len(lines) != height:
        raise StateError(min(len(lines), height) + 1, 1, f"expected {height} rows, found {len(lines)}")
    return rows


def parse_size(name: str, text: str, most: int) -> int:
    """Parses a number from 1 to `most`; raises OptionError."""
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= most):
        raise OptionError(f"{name} must be a number from 1 to {most}, found {text!r}")
    return int(text)
