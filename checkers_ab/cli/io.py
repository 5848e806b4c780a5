"""Files, streams and messages: all that commands read, print and end with."""

from __future__ import annotations

import os
import sys

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.core.text import os_reason, repr_unless_printable

if TYPE_CHECKING:
    from typing import TextIO

FEN = "fen:"
"""Begins an INPUT that is no file's name but the board itself."""


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
        except OSError:  # stderr is closed: what is still to be written must not be tried again at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def shown(path: str) -> str:
    """A file's name as a message may show it: `-` is stdin, a board or tree no file, control characters are escaped."""
    if path == "-":
        return "<stdin>"
    if path.startswith(FEN):
        return "<fen>"
    if "(" in path or path.startswith("["):
        return "<tree>"
    return repr_unless_printable(path)


def os_failure(path: str, error: OSError) -> Failure:
    """A file that can't be read or written, in the system's words."""
    if isinstance(error, FileNotFoundError):
        return MissingFile(path)
    if isinstance(error, IsADirectoryError):
        return Failure(f"{shown(path)}: is a directory, expected a file", hint="name a file in it")
    return Failure(f"{shown(path)}: {os_reason(error)}")


def open_text(path: str) -> TextIO:
    """A file or stdin as UTF-8 with any line ends; what is no UTF-8 comes through as surrogates."""
    if path != "-":
        try:
            return open(path, encoding="utf-8", errors="surrogateescape")
        except ValueError:  # a NUL byte in the name
            raise Failure(f"{shown(path)}: no such file") from None
    if sys.stdin is None:
        raise Failure("<stdin>: standard input is closed")
    return open(sys.stdin.fileno(), encoding="utf-8", errors="surrogateescape", closefd=False)


def standard_output() -> TextIO:
    """stdout as the trace wants it on every system: UTF-8, line feeds."""
    if sys.stdout is None:
        raise Failure("can't write the output: standard output is closed")
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    return sys.stdout
