"""The names of a class, from a CSV file."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from checkers_ab.core.text import os_reason, printable

COLUMNS = ("name", "student", "full name", "login", "username", "id", "email")
"""The headings of a column of names; the first of these that a file has counts."""
LARGEST = 10_000_000
"""Characters of a CSV file."""
FORMULA = ("=", "+", "-", "@")
"""A cell that begins so is a formula to a spreadsheet."""


class CsvError(ValueError):
    """A CSV file that can't be used. The message names the file and the line."""


def read_names(path: str) -> list[str]:
    """The names of all students; raises CsvError, also for a name that comes twice."""
    rows = read_rows(path)
    _, header = next(rows, (1, []))
    headings = [cell.strip().casefold().replace("_", " ").replace("e-mail", "email") for cell in header]
    column = next((headings.index(known) for known in COLUMNS if known in headings), None)
    if column is None:
        found = ", ".join(repr(printable(cell)) for cell in header[:6]) or "nothing"
        raise CsvError(f"{path}:1: expected a line of headings with name, login, id or email, found {found}")
    lines: dict[str, int] = {}
    for line, cells in rows:
        name = cells[column] if column < len(cells) else ""
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
    """The rows of a CSV file with their lines, blank ones left out; the first line says what separates the cells."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as stream:
            text = stream.read(LARGEST + 1)
    except UnicodeDecodeError:
        raise CsvError(f"{path}: expected UTF-8 text: save the file as UTF-8") from None
    except (OSError, ValueError) as error:
        raise CsvError(f"{path}: {os_reason(error)}") from None
    if len(text) > LARGEST:
        raise CsvError(f"{path}: expected a CSV file of at most {LARGEST:,} characters")
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise CsvError(f"{path}:{line}: expected text, found a NUL character: save the table as CSV in UTF-8")
    first = text.split("\n", 1)[0]
    reader = csv.reader(text.splitlines(keepends=True), delimiter=max(",;\t", key=first.count))
    line = 1
    try:
        for row in reader:
            cells = [uncovered(cell.strip()) for cell in row]
            if any(cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise CsvError(f"{path}:{reader.line_num}: not CSV: {error}") from None


def covered(cell: str) -> str:
    """A cell for people: with an apostrophe before what a spreadsheet would take for a formula."""
    return f"'{cell}" if cell.startswith((*FORMULA, "\t", "\r")) else cell


def uncovered(cell: str) -> str:
    """A cell without that apostrophe."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell
