"""What ends a command: a message for stderr and an exit code."""

from __future__ import annotations

import os
import sys

from checkers_ab.core.text import os_reason, repr_unless_printable

FEN = "fen:"
"""What an INPUT begins with that is no file's name but the board itself."""


class Failure(Exception):
    """The user is told `message`, and the program ends with the code for bad input and usage."""

    code = 2

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message + (f"\n  hint: {hint}" if hint else ""))


class MissingFile(Failure):
    """A file that is not there; its name may be a command's, mistyped."""

    def __init__(self, path: str) -> None:
        looks_like_fen = path[:2].upper() in ("W:", "B:")
        super().__init__(
            f"{shown(path)}: no such file", hint=f"a position is written {FEN}{path}" if looks_like_fen else ""
        )
        self.path = path


def say(message: str) -> None:
    """A line on stderr, if there is one."""
    if sys.stderr is not None:
        try:
            print(message, file=sys.stderr, flush=True)
        except OSError:  # nobody listens, and what is still to be written must not be tried again at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def shown(path: str) -> str:
    """A file's name as a message may show it: `-` is stdin, `fen:...` no file, control characters are escaped."""
    if path == "-":
        return "<stdin>"
    if path.startswith(FEN):
        return "<fen>"
    return repr_unless_printable(path)


def os_failure(path: str, error: OSError) -> Failure:
    """A file that can't be read or written, in the system's words."""
    if isinstance(error, FileNotFoundError):
        return MissingFile(path)
    if isinstance(error, IsADirectoryError):
        return Failure(f"{shown(path)}: is a directory, expected a file", hint="name a file in it")
    return Failure(f"{shown(path)}: {os_reason(error)}")
