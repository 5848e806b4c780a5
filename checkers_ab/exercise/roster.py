"""The names of a class, from a CSV file."""

from __future__ import annotations

from collections.abc import Iterator

from checkers_ab.core.people import TableError, full_name, kind_of, read_table, uncovered
from checkers_ab.core.text import os_reason, printable

LARGEST = 10_000_000
"""Bytes of a CSV file."""


class CsvError(ValueError):
    """A CSV file that can't be used. The message names the file and the line."""


def read_names(path: str) -> list[str]:
    """The names of all students, or what they have instead; raises CsvError, also for a name that comes twice."""
    rows = read_rows(path)
    _, header = next(rows, (1, []))
    kinds = [kind_of(cell) for cell in header]
    if not any(kinds):
        found = ", ".join(repr(printable(cell)) for cell in header[:6]) or "nothing"
        raise CsvError(f"{path}:1: expected a line of headings with name, login, id or email, found {found}")
    lines: dict[str, int] = {}
    for line, cells in rows:
        held = {kind: cell for kind, cell in reversed([*zip(kinds, cells, strict=False)]) if kind and cell}
        name = full_name(held) or held.get("login") or held.get("id") or held.get("email")
        if not name:
            continue
        if name in lines:
            where = f"lines {lines[name]} and {line}"
            raise CsvError(f"{path}:{line}: the name {printable(name)!r} comes twice, in {where}: change one of them")
        lines[name] = line
    if not lines:
        raise CsvError(f"{path}: expected the names of students below the headings, found none")
    return list(lines)


def read_rows(path: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV file with their lines; raises CsvError."""
    try:
        with open(path, "rb") as stream:
            content = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise CsvError(f"{path}: {os_reason(error)}") from None
    if len(content) > LARGEST:
        raise CsvError(f"{path}: expected a CSV file of at most {LARGEST:,} bytes")
    try:
        for line, cells in read_table(content):
            yield line, [uncovered(cell) for cell in cells]
    except TableError as error:
        raise CsvError(f"{path}:{error}") from None
