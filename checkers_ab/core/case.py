"""Files of states: one or several, each perhaps under a heading such as `case5`."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING, Generic, TypeVar
from checkers_ab.core.errors import StateError, show

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

S = TypeVar("S")

LONGEST_FILE = 10_000_000
"""The most characters of a file that are read."""
LONGEST_NUMBER = 1_000
"""Digits of the number of a case; what follows is read as other text of the heading."""
DIGITS = "0123456789"


class Case(Generic[S]):
    """One state of a file, with its label and number. `headed` is True if it had a heading.

    `warnings` are (line, column, text).
    """

    __slots__ = ("headed", "label", "number", "state", "warnings")

    def __init__(self, label: str, number: int, headed: bool, state: S, warnings: list[tuple[int, int, str]]) -> None:
        self.label = label
        self.number = number
        self.headed = headed
        self.state = state
        self.warnings = warnings

    def __repr__(self) -> str:
        return f"Case({self.label!r}, {self.state!r})"


def parse_heading(text: str) -> tuple[str, int] | None:
    """The label and number of a heading such as `case5` or `Case 5: take it`; None if no number follows the word."""
    rest = text[4:].lstrip(" \t")
    digits = rest[: min(len(rest) - len(rest.lstrip(DIGITS)), LONGEST_NUMBER)]
    return (text[: len(text) - len(rest) + len(digits)], int(digits)) if digits else None


def no_number(text: str) -> tuple[int, str]:
    """The error in a heading without a number: its offset in the text, and the reason."""
    rest = text[4:].lstrip(" \t")
    return len(text) - len(rest), f"expected a number after {text[:4]!r}, as in 'case5', found {show(rest[:1])}"


def is_heading(text: str) -> bool:
    """True if a stripped line begins like a heading."""
    return text[:4].lower() == "case" and text[4:].lstrip(" \t")[:1].isdigit()


def read_cases(
    stream: TextIO, parse_state: Callable[[str], S], why_doubtful: Callable[[S], str] | None = None
) -> list[Case[S]]:
    """Reads the states of a file, which headings separate. StateError has the line in the whole file.

    Without a heading the whole file is one state. `why_doubtful` returns a warning about a state, or an empty string.
    """
    text = stream.read(LONGEST_FILE + 1).removeprefix("\ufeff")
    if len(text) > LONGEST_FILE:
        raise StateError(1, 1, f"expected a state, found more than {LONGEST_FILE:,} characters")
    cases: list[Case[S]] = []
    lines = text.split("\n")
    starts = [place for place, line in enumerate(lines) if is_heading(line.strip())]
    if not starts or any(line.strip() for line in lines[: starts[0]]):
        starts.insert(0, -1)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        heading = parse_heading(lines[start].strip()) if start >= 0 else None
        body = lines[start + 1 : end]
        blank = next((place for place, line in enumerate(body) if line.strip()), 0)
        above = start + 1 + blank
        if heading and not any(line.strip() for line in body):
            raise StateError(start + 1, 1, f"the heading {heading[0]!r} has no state", "a state must follow it")
        try:
            state = parse_state("\n".join(body[blank:]))
        except StateError as error:
            raise StateError(above + error.line, error.column, error.reason, error.hint) from None
        doubt = why_doubtful(state) if why_doubtful else ""
        label, number = heading or (f"case{len(cases) + 1}", len(cases) + 1)
        cases.append(Case(label, number, heading is not None, state, [(above + 1, 1, doubt)] if doubt else []))
    return cases
