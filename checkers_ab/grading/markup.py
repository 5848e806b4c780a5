"""Text, numbers and paths on pages and in messages, whatever they hold."""

from __future__ import annotations

import re
from urllib.parse import quote

from checkers_ab.core.text import escape

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that can't be seen, that reverse the text around them, or that can't be encoded."""


def visible(text: str) -> str:
    """The text with what can't be seen escaped as in Python: a newline as \\n."""
    return text if text.isprintable() else _UNSEEN.sub(lambda found: escape(found[0]), text)


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
