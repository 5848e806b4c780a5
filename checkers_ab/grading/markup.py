"""Text, numbers and paths in HTML and Markdown, whatever they hold."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import quote

from checkers_ab.core.text import escape as escape_unprintable

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that can't be seen, that reverse the text around them, or that can't be encoded."""


def text(anything: str) -> str:
    """The text as HTML, also inside quotes. What can't be seen is escaped as in Python: a newline as \\n."""
    return escape(_UNSEEN.sub(lambda found: escape_unprintable(found[0]), anything))


def link(path: str) -> str:
    """The URL of a file by its relative path. A name that is not UTF-8 keeps its bytes."""
    try:
        return quote(path, errors="surrogateescape")
    except UnicodeEncodeError:
        return quote(path, errors="surrogatepass")


def number(value: float, decimals: int = 2) -> str:
    """The value rounded, without trailing zeros and with commas between thousands: 1,234.5."""
    shown = f"{value:,.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def plain_number(value: float) -> str:
    """The same without commas, for other programs."""
    return number(value).replace(",", "")


def share(part: float, whole: float) -> str:
    """The part in percent of the whole; empty if the whole is 0. Less than all is never shown as 100%."""
    if not whole:
        return ""
    percent = 100 * part / whole
    return f"{number(min(percent, 99.9) if percent < 100 else percent, 1)}%"


def lines_of_text(lines: list[str]) -> str:
    """Lines of text as HTML for a `pre` element: tabs and line ends stay."""
    return "\n".join("\t".join(map(text, line.split("\t"))) for line in lines)


def head(name: str, *columns: str) -> str:
    """The beginning of a table. A # marks a column of numbers."""
    cells = [f'<th scope="col"{" class=number" * (column[0] == "#")}>{column.lstrip("#")}</th>' for column in columns]
    return f'<table id="{name}">\n<thead><tr>{"".join(cells)}</tr></thead>\n<tbody>\n'


def many(count: int, noun: str) -> str:
    """A number with its noun."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
