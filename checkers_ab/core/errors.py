"""What can be wrong with texts about a game."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.core.text import undecoded_byte

if TYPE_CHECKING:
    from collections.abc import Collection


class StateError(ValueError):
    """A text that is no state of the game: `line` and `column` count from 1; `hint` may be empty."""

    def __init__(self, line: int, column: int, reason: str, hint: str = "") -> None:
        super().__init__(f"{line}:{column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason
        self.hint = hint


class MoveError(ValueError):
    """A text that is no move, or no legal one; the message says what would be."""


class OptionError(ValueError):
    """An option that a game does not have, or a value that it can't take."""


def show(found: str) -> str:
    """Some text of a file as a message may show it: short, and nothing that a terminal would obey."""
    if not found:
        return "the end of the line"
    byte = undecoded_byte(found) if len(found) == 1 else None
    if byte is not None:
        return f"the byte {byte:#04x}"
    shown = repr(found if len(found) <= 30 else f"{found[:27]}...")
    return shown if len(found) != 1 or found.isascii() else f"{shown} (U+{ord(found):04X})"


def nearest(word: str, known: Collection[str], cutoff: float = 0.6) -> str:
    """What may have been meant, or everything there is."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1, cutoff=cutoff)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"there are {', '.join(known)}" if known else "there are none"
