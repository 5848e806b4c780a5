"""Errors in what users give: files, states, moves and options; and helpers for their messages."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.core.text import shorten, undecoded_byte

if TYPE_CHECKING:
    from collections.abc import Collection


class InputError(ValueError):
    """Input that can't be used, and where it is as far as that is known; `line` and `column` count from 1."""

    def __init__(self, reason: str, *, path: str | None = None, line: int = 0, column: int = 0, hint: str = "") -> None:
        place = [*([] if path is None else [path]), *(str(number) for number in (line, column) if number)]
        super().__init__(f"{':'.join(place)}: {reason}" if place else reason)
        self.reason = reason
        self.line = line
        self.column = column
        self.hint = hint

    def within(self, path: str) -> InputError:
        """The same error, with the name of the file that it is in."""
        return InputError(self.reason, path=path, line=self.line, column=self.column, hint=self.hint)


class StateError(InputError):
    """A text that is not a state of the game. `line` and `column` count from 1; `hint` may be empty."""

    def __init__(self, line: int, column: int, reason: str, hint: str = "") -> None:
        super().__init__(reason, line=line, column=column, hint=hint)


class MoveError(InputError):
    """A text that is not a legal move; the message says what is expected."""


class OptionError(InputError):
    """An unknown option of a game, or a value that it does not accept."""


class ValueMissingError(InputError):
    """A state in play for which the evaluation has no value; the message says which state."""


def show(found: str) -> str:
    """Formats text of a file for a message: shortened, with control characters escaped."""
    if not found:
        return "the end of the line"
    byte = undecoded_byte(found) if len(found) == 1 else None
    if byte is not None:
        return f"the byte {byte:#04x}"
    shown = repr(shorten(found, 30))
    return shown if len(found) != 1 or found.isascii() else f"{shown} (U+{ord(found):04X})"


def nearest(word: str, known: Collection[str], cutoff: float = 0.6) -> str:
    """Suggests the closest known word, or lists all of them."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1, cutoff=cutoff)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"there are {', '.join(known)}" if known else "there are none"
