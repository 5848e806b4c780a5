"""The tables of a TOML text, read value by value. An error names the line."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from difflib import get_close_matches
from typing import Any

from checkers_ab.core.errors import InputError, nearest
from checkers_ab.core.files import read_bounded
from checkers_ab.core.text import parse_toml, shorten

LONGEST_NAME = 100


class Tables:
    """A TOML file. A table is named by its path, such as `points.costs`; the empty path is the whole text."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        try:
            self.data = parse_toml(text)
        except ValueError as error:
            raise InputError(str(error), path=path) from None

    def table(self, name: str) -> dict[str, Any]:
        """The table at a path; empty if there is none."""
        found: Any = self.data
        for part in filter(None, name.split(".")):
            found = found.get(part, {})
            if not isinstance(found, dict):
                raise self.error("", part, f"{part} must be a table, [{name}], found {brief(found)}")
        return dict(found)

    def text_of(self, table: str, key: str, usual: str) -> str:
        """The text of a key, on one line."""
        value = self.table(table).get(key, usual)
        if not isinstance(value, str) or not value.isprintable():
            raise self.error(table, key, f"{key} must be a text on one line, found {brief(value)}")
        return value

    def texts(self, table: str, key: str) -> list[str]:
        """The texts of a key. A single text is a list of one."""
        value = self.table(table).get(key, [])
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, list) or not all(
            isinstance(word, str) and word and "\0" not in word for word in value
        ):
            raise self.error(table, key, f"{key} must be a list of texts, found {brief(value)}")
        return list(value)

    def number(
        self,
        table: str,
        key: str,
        usual: float,
        *,
        least: float = 0.0,
        most: float = 1.0,
        whole: bool = False,
        positive: bool = False,
    ) -> float:
        """The number of a key, from `least` to `most`; above 0 if `positive`."""
        value = self.table(table).get(key, usual)
        kind = "a whole number" if whole else "a number"
        fits = isinstance(value, int) if whole else isinstance(value, int | float)
        inside = fits and not isinstance(value, bool) and least <= value <= most
        if not inside or (positive and value <= 0):
            span = f"above 0, up to {most:,g}" if positive else f"from {least:g} to {most:,g}"
            raise self.error(table, key, f"{key} must be {kind} {span}, found {brief(value)}")
        return float(value)

    def flag(self, table: str, key: str) -> bool:
        """True or false; false without the key."""
        value = self.table(table).get(key, False)
        if not isinstance(value, bool):
            raise self.error(table, key, f"{key} must be true or false, found {brief(value)}")
        return value

    def one_of(self, table: str, key: str, choices: tuple[str, ...]) -> str:
        """The choice of a key; without the key, the first one."""
        value = self.table(table).get(key, choices[0])
        if value not in choices:
            raise self.error(table, key, f"{key} must be {' or '.join(map(repr, choices))}, found {brief(value)}")
        return str(value)

    def expect_known_keys(self, table: str, known: Collection[str]) -> None:
        """Refuses a table with any other key."""
        for key in self.table(table):
            if key not in known:
                where = f" in [{table}]" if table else ""
                raise self.error(table, key, f"unknown key {key!r}{where}; {nearest(key, known, cutoff=0.5)}")

    def error(self, table: str, key: str, reason: str) -> InputError:
        """The error for a key of a table, with the line of that key, or else of the table."""
        lines = list(enumerate(self.text.splitlines(), 1))
        header = re.compile(rf"\s*\[\s*{re.escape(table)}\s*\]")
        start = next((place for place, line in lines if table and header.match(line)), 0)
        pattern = re.compile(rf"""\s*(\[+[\w."' -]*)?["']?{re.escape(key)}["']?\s*[=\].]""")
        found = (place for place, line in lines if key and place > start and pattern.match(line))
        place = next(found, start)
        return InputError(f"{self.path}:{place}: {reason}" if place else f"{self.path}: {reason}")

    # Names of files

    def file_name(self, table: str, key: str, usual: str) -> str:
        name = self.text_of(table, key, usual)
        if name:
            self.expect_inside(table, key, name)
            if "/" in name or name == "." or len(name) > LONGEST_NAME:
                raise self.error(table, key, f"{key} must be a plain file name, found {brief(name)}")
        return name

    def expect_placeholders(
        self, table: str, key: str, text: str, known: tuple[str, ...], *, cutoff: float = 0.7
    ) -> None:
        """Refuses a name in braces that looks like a known one and is not."""
        for name in re.findall(r"\{(\w+)\}", text):
            if name not in known and get_close_matches(name, known, n=1, cutoff=cutoff):
                near = nearest(name, known, cutoff=cutoff)
                raise self.error(table, key, f"unknown placeholder {{{name}}} in {key}; {near}")

    def expect_inside(self, table: str, key: str, name: str) -> None:
        if os.path.isabs(name) or ".." in name.split("/") or not name:
            raise self.error(table, key, f"{key} must be the name of a file inside the submission, found {name!r}")


def read_text(path: str, most: int) -> str:
    """The text of a file. InputError if it can't be read, or has more than so many bytes."""
    try:
        return read_bounded(path, most).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("expected UTF-8 text", path=path) from None


def brief(value: object) -> str:
    """The repr of a value, cut if it is long."""
    return shorten(repr(value), 60)
