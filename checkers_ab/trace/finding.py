"""What is wrong with a trace: a kind, a line, a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from checkers_ab.core.text import escape
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.rules import INF, Value
from checkers_ab.trace.meaning import Squares
from checkers_ab.trace.reader import Tried

KINDS = {
    "format": 30,
    "illegal-move": 11,
    "missed-jump": 13,
    "missing-move": 23,
    "repeated-move": 23,
    "wrong-h": 33,
    "early-cut": 26,
    "missed-cut": 26,
    "wrong-window": 34,
    "wrong-first-move": 35,
    "truncated": 35,
}
"""The kinds of findings, each with the paragraph of docs/homework.md that it breaks."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """Where a finding is: the board there, the lines that lead to it, the window, and the move in question."""

    board: Board
    path: tuple[Tried, ...]
    window: tuple[Value, Value] | None
    """None where a fault has left it unknown."""
    move: Squares | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One fault. `line` counts from 1 in the text of the trace."""

    kind: str
    line: int
    message: str
    expected: str
    found: str
    scene: Scene | None = None

    @property
    def paragraph(self) -> int:
        return KINDS[self.kind]

    def in_words(self) -> dict[str, str | int]:
        """All but the scene, by name."""
        return {
            "kind": self.kind,
            "line": self.line,
            "message": self.message,
            "expected": self.expected,
            "found": self.found,
        }


def spell(value: Value) -> str:
    """A value as the assignment writes it."""
    return {INF: "inf", -INF: "-inf"}.get(value, str(value))


def spell_window(window: tuple[Value, Value]) -> str:
    return f"alpha={spell(window[0])}, beta={spell(window[1])}"


def clip(text: str, most: int = 60) -> str:
    """What a trace said, as a message may show it: short, and with nothing that a terminal would obey."""
    safe = escape(text[:most])
    return safe if len(text) <= most else f"{safe}..."
