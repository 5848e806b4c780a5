"""Text, numbers and paths as they stand in a page or a message, whatever they hold."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import quote

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What would not be seen, would turn the text around it, or can't be encoded."""


def text(anything: str) -> str:
    """The text as HTML, also inside quotes. What can't be seen is spelled as Python spells it: a newline as \\n."""
    return escape(_UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), anything))


def link(path: str) -> str:
    """The address of a file by its relative path. A name that was not UTF-8 keeps its bytes."""
    try:
        return quote(path, errors="surrogateescape")
    except UnicodeEncodeError:
        return quote(path, errors="surrogatepass")


def number(value: float, decimals: int = 2) -> str:
    """The value rounded, with no zeros at its end and a comma after the thousands: 1,234.5."""
    shown = f"{value:,.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def plain_number(value: float) -> str:
    """The same as programs read it, without a comma."""
    return number(value).replace(",", "")


def share(part: float, whole: float) -> str:
    """The part in percent of the whole, nothing when there is no whole. Less than all is never shown as 100%."""
    if not whole:
        return ""
    percent = 100 * part / whole
    return f"{number(min(percent, 99.9) if percent < 100 else percent, 1)}%"
