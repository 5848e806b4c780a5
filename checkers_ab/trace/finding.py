"""A fault of a trace: a kind, a line, a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from checkers_ab.core.kit import Kit
from checkers_ab.core.text import escape
from checkers_ab.trace.events import Tried

KINDS: dict[str, int | None] = {
    "format": 30,
    "illegal-move": None,
    "missed-jump": None,
    "missing-move": 23,
    "repeated-move": 23,
    "wrong-h": 33,
    "early-cut": 26,
    "missed-cut": 26,
    "wrong-window": 34,
    "wrong-first-move": 35,
    "truncated": 35,
}
"""The kinds of findings, each with the rule that it breaks in every game (see `rules`)."""


def rule_of(kit: Kit[Any, Any, Any], kind: str) -> str:
    """The rule that a kind of finding breaks, for messages; empty if the game has none for it."""
    paragraph = kit.paragraphs.get(kind, KINDS[kind])
    return "" if paragraph is None else f"rule {paragraph}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """Where a finding is: the state to show, the lines that lead to it, the window, and the move in question."""

    state: Any
    path: tuple[Tried, ...]
    window: tuple[Any, Any] | None
    """None where a fault has left it unknown."""
    move: Any = None
    before: Any = None
    """The state before the move, if `state` is the one after it."""
    missing: tuple[Any, ...] = ()
    """Moves that should have been searched or pruned here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One fault. `line` counts from 1 in the text of the trace."""

    kind: str
    line: int
    message: str
    expected: str
    found: str
    scene: Scene | None = None

    def in_words(self) -> dict[str, str | int]:
        """All but the scene, by name."""
        return {
            "kind": self.kind,
            "line": self.line,
            "message": self.message,
            "expected": self.expected,
            "found": self.found,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Slip(Finding):
    """A fault that a program makes again and again: those of one group are one finding for a case."""

    group: str
    times: int = 1
    """The number of times on its line."""


class SlipCount:
    """The slips of one group in a case."""

    def __init__(self, first: Slip) -> None:
        self.first = first
        self.times = first.times
        self.alike = True
        """True if all of them say the same."""

    def add(self, slip: Slip) -> None:
        self.times += slip.times
        self.alike = self.alike and slip.message == self.first.message

    def summed_up(self) -> Finding:
        """All of them as one finding, with the number of times."""
        first, message = self.first, self.first.message
        if self.times > 1:
            like = "" if self.alike else ", and the like"
            message = f"{message.removesuffix('.')}{like}, {self.times:,} times; first at line {first.line}."
        return Finding(
            kind=first.kind,
            line=first.line,
            message=message,
            expected=first.expected,
            found=first.found,
            scene=first.scene,
        )


def clip(text: str, most: int = 60) -> str:
    """The words of a trace, as a message may show them: short, and with nothing that a terminal would obey."""
    safe = escape(text[:most])
    return safe if len(text) <= most else f"{safe}..."
