"""Tables of people: CSV as spreadsheets and course systems write it, headings, and cells that look like formulas."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import StringIO

HEADINGS: dict[str, tuple[str, ...]] = {
    "name": ("name", "full name", "student", "student name", "display name"),
    "first": ("first name", "firstname", "given name"),
    "last": ("last name", "lastname", "surname", "family name"),
    "login": ("login", "username", "user", "login id", "sis login id", "github username", "github"),
    "id": ("id", "identifier", "student id", "student number", "id number", "sid", "sis user id", "orgdefinedid"),
    "email": ("email", "e mail", "email address", "mail"),
}
"""The columns of a table: what they hold, by their headings. A `_` or `-` in a heading counts as a blank."""
FORMULA = ("=", "+", "-", "@")
"""A cell that begins so is a formula to a spreadsheet."""
_END = "end"
"""A row after the last one: it becomes part of a cell whose quotation mark is never closed."""


class TableError(ValueError):
    """A table that can't be read: the line, and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"{line}: {reason}")


def kind_of(heading: str) -> str:
    """The kind of a column, one of HEADINGS; empty if it is not known."""
    plain = re.sub(r"[\s_-]+", " ", heading).strip().casefold()
    return next((kind for kind, known in HEADINGS.items() if plain in known), "")


def full_name(held: dict[str, str]) -> str:
    """The name of a person, given what each kind of column holds."""
    return held.get("name") or " ".join(filter(None, (held.get("first"), held.get("last"))))


def read_table(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV file with their lines, blank ones left out; the first line says what separates the cells.

    Raises TableError at once if it is not text, and later where it is not CSV.
    """
    if content.startswith(b"PK\x03\x04"):
        raise TableError(1, "this is a workbook or a zip: save the table as CSV")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"found the byte {content[error.start]:#04x}: save the file as UTF-8"
        raise TableError(line, f"expected UTF-8 text, {found}") from None
    if "\0" in text:
        raise TableError(text[: text.index("\0")].count("\n") + 1, "expected text, found a zero byte")
    return _rows(text)


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    lines = [*StringIO(text, newline=""), "\n", _END]
    reader = csv.reader(lines, delimiter=max(",;\t", key=lines[0].count))
    line = 1
    try:
        for row in reader:
            if reader.line_num == len(lines):
                break
            if any(cell.strip() for cell in row):
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        raise TableError(reader.line_num, f"not CSV: {error}") from None
    if row != [_END]:
        raise TableError(line, "a quotation mark is opened here and never closed: close it, or take it out")


def covered(cell: str) -> str:
    """A cell for people: with an apostrophe before what a spreadsheet would take for a formula."""
    return f"'{cell}" if cell.startswith((*FORMULA, "\t", "\r")) else cell


def uncovered(cell: str) -> str:
    """A cell without blanks around it and without that apostrophe, which exports of course systems have, too."""
    plain = cell.strip()
    return plain[1:] if plain.startswith("'") and plain[1:].startswith(FORMULA) else plain
