"""People of a class: tables as spreadsheets and course systems write them, the roster, and names that are compared."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO

from checkers_ab.core.errors import InputError
from checkers_ab.core.files import read_bounded
from checkers_ab.core.text import printable

LARGEST = 50_000_000
"""Bytes of a table."""
HEADINGS: dict[str, tuple[str, ...]] = {
    "name": ("name", "full name", "student", "student name", "display name"),
    "first": ("first name", "firstname", "given name"),
    "last": ("last name", "lastname", "surname", "family name"),
    "login": ("login", "username", "user", "login id", "sis login id", "github username", "github"),
    "id": ("id", "identifier", "student id", "student number", "id number", "sid", "sis user id", "orgdefinedid"),
    "email": ("email", "e mail", "email address", "mail"),
}
"""The columns of a roster: what they hold, by their headings. A `_` or `-` in a heading counts as a blank."""
KEYS = ("login", "id", "email")
"""The columns that no two people share."""
FORMULA = ("=", "+", "-", "@")
"""A cell that begins so is a formula to a spreadsheet."""
_END = "end"
"""A row after the last one: it becomes part of a cell whose quotation mark is never closed."""

Rows = Iterator[tuple[int, list[str]]]
"""The rows of a table, each with its line."""


# Tables


def read_table(path: str) -> Rows:
    """The rows of a CSV file, blank ones left out; the first line says what separates the cells. Raises InputError."""
    text = _decoded(path, read_bounded(path, LARGEST))
    lines = [*StringIO(text, newline=""), "\n", _END]
    reader = csv.reader(lines, delimiter=max(",;\t", key=lines[0].count))
    line = 1
    try:
        for row in reader:
            if reader.line_num == len(lines):
                break
            if any(cell.strip() for cell in row):
                yield line, [*map(uncovered, row)]
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(f"not CSV: {error}", path=path, line=reader.line_num) from None
    if row != [_END]:
        raise InputError(
            "a quotation mark is opened here and never closed: close it, or take it out", path=path, line=line
        )


def _decoded(path: str, content: bytes) -> str:
    if content.startswith(b"PK\x03\x04"):
        raise InputError("this is a workbook or a zip: save the table as CSV", path=path, line=1)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"found the byte {content[error.start]:#04x}: save the file as UTF-8"
        raise InputError(f"expected UTF-8 text, {found}", path=path, line=line) from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise InputError("expected text, found a zero byte", path=path, line=line)
    return text


def covered(cell: str) -> str:
    """A cell for people: with an apostrophe before what a spreadsheet would take for a formula."""
    return f"'{cell}" if cell.startswith((*FORMULA, "\t", "\r")) else cell


def uncovered(cell: str) -> str:
    """A cell without blanks around it and without that apostrophe, which exports of course systems have, too."""
    plain = cell.strip()
    return plain[1:] if plain.startswith("'") and plain[1:].startswith(FORMULA) else plain


# People


@dataclass(frozen=True, slots=True)
class Person:
    """A person, as a course system or a roster knows them. A field that is not known is empty."""

    name: str = ""
    login: str = ""
    id: str = ""
    email: str = ""

    @property
    def called(self) -> str:
        """The name, or whatever else is known."""
        return self.name or self.login or self.id or self.email


NOBODY = Person()


def plain_name(name: str) -> str:
    """A name without case, accents, blanks and signs: systems write names differently."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def name_forms(name: str) -> set[str]:
    """The plain forms of a name, the first name first or the last name first."""
    words = [word for word in re.split(r"[\s,]+", name) if word]
    return {plain_name("".join(words[place:] + words[:place])) for place in range(len(words))} - {""}


def read_people(path: str, rows: Rows) -> Iterator[tuple[int, Person, list[tuple[int, str, str]]]]:
    """The people in the rows of a table, each with a line and with keys: column, kind and text. Raises InputError.

    The first row holds the headings. The path is for messages.
    """
    _, header = next(rows, (1, []))
    kinds = [_kind_of(cell) for cell in header]
    if not any(kinds):
        found = ", ".join(repr(printable(cell)) for cell in header[:6]) or "nothing"
        raise InputError(
            f"expected a line of headings with at least one of name, login, id and email, found {found}",
            path=path,
            line=1,
        )
    numbered = [cell.strip().casefold() == "identifier" for cell in header]
    for line, cells in rows:
        if len(cells) > len(header):
            raise InputError(
                f"expected {len(header)} cells as in the first line, found {len(cells)}", path=path, line=line
            )
        values = [(column, kinds[column], uncovered(cell)) for column, cell in enumerate(cells)]
        held = {kind: value for _, kind, value in reversed(values) if kind and value}
        name = held.get("name") or " ".join(filter(None, (held.get("first"), held.get("last"))))
        if held and not name.casefold().startswith("points possible"):
            keys = [
                (column, kind, _number(value) if numbered[column] else value)
                for column, kind, value in values
                if kind in KEYS and value
            ]
            yield line, Person(name, *(held.get(kind, "") for kind in KEYS)), keys


def _kind_of(heading: str) -> str:
    """The kind of a column, one of HEADINGS; empty if it is not known."""
    plain = re.sub(r"[\s_-]+", " ", heading).strip().casefold()
    return next((kind for kind, known in HEADINGS.items() if plain in known), "")


def _number(identifier: str) -> str:
    """The number of `Participant 123`, Moodle's identifier, whose word is translated."""
    found = re.search(r"\d+$", identifier)
    return found[0] if found else identifier


# The roster


@dataclass(frozen=True, slots=True)
class Match:
    """The place of a submission's person in the roster, or the reason why there is none."""

    place: int | None
    reason: str = ""


class Roster:
    """The people of a class, to whom submissions are matched."""

    def __init__(self, path: str, rows: Rows) -> None:
        """The people in the rows of a table. Raises InputError, also for a key that two people have."""
        self.people: list[Person] = []
        self.lines: list[int] = []
        self._known: dict[tuple[str, str], int] = {}
        self._named: defaultdict[str, list[int]] = defaultdict(list)
        seen: dict[tuple[int, str], int] = {}
        for place, (line, person, keys) in enumerate(read_people(path, rows)):
            self.people.append(person)
            self.lines.append(line)
            for column, kind, key in keys:
                before = seen.setdefault((column, _plain_key(key)), line)
                if before != line:
                    called = "e-mail" if kind == "email" else kind
                    where = f"lines {before} and {line}"
                    raise InputError(f"two people have the {called} {printable(key)!r}: {where}", path=path, line=line)
                self._known[kind, _plain_key(key)] = place
            for form in name_forms(person.name):
                self._named[form].append(place)

    def match(self, found: Person, *, handle: str = "", number: str = "") -> Match:
        """The place of a person: by id, login or e-mail, else by a name that only one person has.

        A `handle` is one of these, in place of what is not known. The `number` is that of a course system.
        """
        keys = [(kind, getattr(found, kind) or handle) for kind in KEYS]
        # The numbers of one system may by chance be those of another: they count first where the name agrees, too.
        for kind, key in (*keys, ("id", number)):
            place = self._known.get((kind, _plain_key(key))) if key else None
            if place is not None and _same_name(self.people[place].name, found.name):
                return Match(place)
        for kind, key in keys:
            place = self._known.get((kind, _plain_key(key))) if key else None
            if place is not None:
                return Match(place)
        places = set(self._named.get(plain_name(found.name or handle), ()))
        if not places:
            return Match(None, "not in the roster")
        if len(places) > 1:
            return Match(None, f"{len(places)} people in the roster are called so: add a column that tells them apart")
        return Match(places.pop())


def load_roster(path: str) -> Roster:
    """The roster in a CSV file. Raises InputError."""
    return Roster(path, read_table(path))


def _plain_key(key: str) -> str:
    return key.casefold().removeprefix("#")


def _same_name(known: str, found: str) -> bool:
    """True if two names may be of one person; one that is not known may be any."""
    return not known or not found or plain_name(found) in name_forms(known)
