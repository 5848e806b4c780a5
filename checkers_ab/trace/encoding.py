"""Texts that are no UTF-8: UTF-16 and Latin-1, as they arrive where UTF-8 was expected.

A byte that is no UTF-8 arrives as a surrogate (`errors="surrogateescape"`), and every CR as a line feed.
"""

from __future__ import annotations

import re
from io import StringIO

UNDECODED = re.compile("[\udc80-\udcff]")
"""A byte that is no UTF-8."""
_MARKS = {
    bytes(mark).decode("utf-8", "surrogateescape"): codec
    for mark, codec in (((0xFF, 0xFE), "utf-16-le"), ((0xFE, 0xFF), "utf-16-be"))
}
"""The byte-order marks of UTF-16; some systems write all that a program prints so."""
_LATIN_1: dict[int, int | str] = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}
_LATIN_1 |= {0xDC80 + place: sign for place, sign in enumerate(bytes(range(0x80, 0xA0)).decode("cp1252", "replace"))}
"""Latin-1, with quotes, dashes and the like of Windows in place of its control characters."""
_SAMPLE = 16
"""Characters that tell UTF-16 without a mark."""


def utf_16_of(text: str) -> str | None:
    """The codec of a text that begins so and is UTF-16; None if it is not."""
    if text[:2] in _MARKS or "\0" not in text[:2]:
        return _MARKS.get(text[:2])
    sample = text[:_SAMPLE]
    for codec, others, zeros in (("utf-16-le", sample[::2], sample[1::2]), ("utf-16-be", sample[1::2], sample[::2])):
        if "\0" not in others and not zeros.strip("\0"):
            return codec
    return None


def readable(text: str) -> StringIO:
    """A text as a stream of lines that can be read, decoded if it is UTF-16."""
    codec = utf_16_of(text[:_SAMPLE].removeprefix("\ufeff"))
    return StringIO(text) if codec is None else decode_utf_16(text, codec)


def decode_utf_16(text: str, codec: str) -> StringIO:
    """A text of UTF-16 that was read as UTF-8, as a stream; of the two feeds of a CR and LF one is left."""
    try:
        raw = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # it was not read from bytes
        raw = text.encode("utf-8", "replace")
    decoded = raw.decode(codec, "replace").removeprefix("\ufeff")
    if all(len(feeds) % 2 == 0 for feeds in re.findall("\n+", decoded)):
        decoded = decoded.replace("\n\n", "\n")
    return StringIO(decoded, newline=None)


def decode_latin_1(text: str) -> str:
    """The text with its undecoded bytes as characters of Latin-1."""
    return text.translate(_LATIN_1) if UNDECODED.search(text) else text
