"""The text of a log: its encoding, the sections of its cases, its numbers, and the near misses of a line."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from io import StringIO
from itertools import chain
from typing import Any, TextIO

from checkers_ab.core.kit import AnyKit
from checkers_ab.core.values import INF, decimals, rounds_to
from checkers_ab.logs.events import ENCODING, Event, Heading, NearMiss, Remark, is_remark

NUMBER = r"[+-]?\s*+(?:[0-9]{1,400}(?:\.[0-9]*|/[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,4})?|inf|infinity|\u221e)"
"""A regular expression for a number. Blanks are taken possessively: nothing is tried in every possible way."""

_HEADING = re.compile(r"case\s*+([0-9]{1,9})", re.IGNORECASE)


class Rounded(Fraction):
    """A number that was written with a point: it may be a value rounded to its digits."""

    digits: int

    def __neg__(self) -> Rounded:
        return rounded(-Fraction(self), self.digits)

    def __str__(self) -> str:
        return str(float(self))


def rounded(value: Fraction, digits: int) -> Rounded:
    """Return a number with so many digits after the point."""
    number = Rounded(value)  # a constructor with two arguments would break comparisons: `Fraction` calls it, too
    number.digits = digits
    return number


def read_number(kit: AnyKit, text: str) -> Any:
    """The value that a text writes; None if the game has no such value. A sentinel is an infinity."""
    value = kit.parse_value(text)
    if value is None:
        return None
    if kit.sentinel is not None and abs(value) >= kit.sentinel:
        return INF if value > 0 else -INF
    digits = decimals(text)
    return rounded(value, digits) if digits and isinstance(value, Fraction) else value


def agrees(written: Any, value: Any) -> bool:
    """True if a written number is the value, or the value rounded to the digits written; False if there is none."""
    if written == value or value is None:
        return value is not None
    return isinstance(written, Rounded) and rounds_to(value, written, written.digits)


UNDECODED = re.compile("[\udc80-\udcff]")
"""A byte that is no UTF-8."""
_LATIN_1 = {0xDC00 + byte: bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0x100)}
"""Latin-1, with quotes, dashes and the like of Windows in place of its control characters."""
_UTF_16 = re.compile(
    r"(?P<le>\udcff\udcfe.*|(?:[^\0]\0)+[^\0]?)|(?P<be>\udcfe\udcff.*|(?=\0)(?:\0[^\0])*\0?)", re.DOTALL
)
"""The beginning of a text of UTF-16: its byte-order mark, or zeros. Some systems write all that a program prints so."""


def utf_16_of(text: str) -> str | None:
    """Return the codec of a text of UTF-16, by its first characters; None for any other."""
    found = _UTF_16.fullmatch(text[:16])
    return f"utf-16-{found.lastgroup}" if found else None


def readable(text: str) -> StringIO:
    """A text as a stream of lines that can be read, decoded if it is UTF-16."""
    codec = utf_16_of(text.removeprefix("\ufeff"))
    return StringIO(text) if codec is None else decode_utf_16(text, codec)


def decoded(stream: TextIO, longest: int = -1) -> tuple[str, TextIO, list[NearMiss]]:
    """Return the first line, cut at `longest`, the rest, decoded if it is UTF-16, and the near miss if it is."""
    first = stream.readline(longest).removeprefix("\ufeff")
    codec = utf_16_of(first)
    if codec is None:
        return first, stream, []
    rest = decode_utf_16(first + stream.read(), codec)
    return rest.readline(longest), rest, [NearMiss(1, ENCODING, "UTF-16", "UTF-8")]


def headings(line: str, number: int) -> list[Event]:
    """Return the events of a line if it is the heading of a case, else none."""
    found = _HEADING.match(line)
    if found is None:
        return []
    heading = Heading(number, decode_latin_1(line), int(found[1]))
    return [heading, NearMiss(number, ENCODING, "Latin-1", "UTF-8")] if UNDECODED.search(line) else [heading]


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
    """Return the text with its undecoded bytes as characters of Latin-1."""
    return text.translate(_LATIN_1)


MINUS = "\u2212"


class Misses:
    """The near misses of one line, by kind."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.by_name: dict[str, NearMiss] = {}

    def add(self, name: str, found: str, expected: str, times: int = 1) -> None:
        known = self.by_name.get(name) or NearMiss(self.line, name, found, expected, 0)
        self.by_name[name] = known._replace(times=known.times + times)

    def repair(self, text: str) -> str:
        """Return the text in UTF-8 and with ASCII signs."""
        if UNDECODED.search(text):
            self.add(ENCODING, "Latin-1", "UTF-8")
            text = decode_latin_1(text)
        if MINUS in text:
            self.add("minus", MINUS, "-", text.count(MINUS))
        return text.replace(MINUS, "-")

    def without_period(self, text: str) -> str:
        """Return the text without the period at its end, also if that is doubled."""
        bare = text.rstrip(". \t\r\n\xa0")
        if text.count(".", len(bare)) > 1:
            self.add("periods", "..", ".")
        return bare


MOST_AHEAD = 20_000
"""Events that are looked at for a heading."""


class TraceText:
    """The events of a text, some of which may be put back."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.events = iter(events)
        self.waiting: deque[Event] = deque()
        self.line = 0
        """The last line of the last trace."""
        self.bare = False
        """True if the traces up to the next heading are known to have none."""

    def __iter__(self) -> Iterator[Event]:
        """The events that are left."""
        return chain(self._drain(), self.events) if self.waiting else self.events

    def _drain(self) -> Iterator[Event]:
        while self.waiting:
            yield self.waiting.popleft()

    def put_back(self, *events: Event) -> None:
        self.waiting.extendleft(reversed(events))

    def opening(self) -> tuple[Heading | None, list[Remark], list[Remark]]:
        """Pass over headings and remarks; return the last heading, the remarks before the headings, those after one."""
        heading: Heading | None = None
        before: list[Remark] = []
        after: list[Remark] = []
        for event in self:
            if isinstance(event, Heading):
                heading, self.bare = event, False
            elif is_remark(event):
                (before if heading is None else after).append(event)
            else:
                self.put_back(event)
                break
        return heading, before, after

    def skip_to_heading(self) -> None:
        """Pass over a trace and all else before the next heading."""
        for event in self:
            if isinstance(event, Heading):
                self.put_back(event)
                return

    def take_before(self, number: int) -> list[Event]:
        """Take the events before a heading with this number; nothing if the next heading has another, or is far."""
        taken: list[Event] = []
        if self.bare:
            return taken
        for event in self:
            taken.append(event)
            if isinstance(event, Heading) or len(taken) == MOST_AHEAD:
                break
        if taken and isinstance(taken[-1], Heading) and taken[-1].number == number:
            self.put_back(taken.pop())
            return taken
        self.put_back(*taken)
        self.bare = True
        return []
