"""Colours, sizes and helpers for all SVG pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

MARGIN = 36
LINE = 24
"""The height of a line of text."""
START = 'text-anchor="start"'
END = 'text-anchor="end"'
INK, PAPER, ARROW, FAINT = "#22262b", "#ffffff", "#d9480f", "#8a8f88"
PALE = "#62665f"
"""For text that must stay readable when it is printed pale."""
HALO = f'stroke="{PAPER}" stroke-width="7" stroke-linejoin="round" paint-order="stroke"'
"""Keeps text on a line readable."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """SVG elements, the size of the image, and its description in words."""

    width: float
    height: float
    parts: Sequence[str]
    words: str


def plain(text: str) -> str:
    """Escapes text for XML; control characters become blanks."""
    if not text.isprintable():
        text = "".join(character if character.isprintable() else " " for character in text)
    return escape(text)


def number(value: float) -> str:
    """Formats a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def fitting(text: str, size: int, room: int) -> int:
    """The largest font size, up to `size`, at which a bold text fits into `room` units."""
    return min(size, int(room / (0.68 * max(len(text), 1))))


def text_at(kind: str, x: float, y: float, text: str, style: str) -> str:
    """A line of text, centred at a point; with START or END in its style, starting or ending there."""
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}" {style}>{plain(text)}</text>'
