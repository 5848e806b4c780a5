"""Input and output of the commands: files, streams, messages and failures."""

from __future__ import annotations

import os
import sys

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.core.convention import ConventionError
from checkers_ab.core.errors import InputError, StateError
from checkers_ab.core.text import os_reason, repr_unless_printable

if TYPE_CHECKING:
    from typing import TextIO

LONGEST_TRACE = 20_000_000
"""The most characters of a trace that are read."""

MOST_NAMES = 5_000
"""Names of a folder among which a near one is looked for."""


class LongTrace(InputError):
    """A trace that is too long to be read."""


class MissingFile(InputError):
    """A file that does not exist; its name may be a mistyped command."""

    def __init__(self, path: str) -> None:
        self.near = near_file(path)
        super().__init__(f"{shown(path)}: no such file", hint=self.near)
        self.path = path


def near_file(path: str) -> str:
    """Suggests a file whose name is nearly this path; empty if there is none."""
    near = _near_path(path)
    return f"did you mean {shown(near)}?" if near else ""


def _near_path(path: str) -> str:
    """The path with names that exist: folder by folder, with another ending or a letter or two changed."""
    from difflib import get_close_matches

    folder, name = os.path.split(path)
    if folder and not os.path.isdir(folder):
        folder = _near_path(folder)
        if not os.path.isdir(folder):
            return ""
        if os.path.exists(os.path.join(folder, name)):
            return os.path.join(folder, name)
    try:
        names = sorted(os.listdir(folder or "."))[:MOST_NAMES]
    except (OSError, ValueError):
        return ""
    stem = os.path.splitext(name)[0].lower()
    alike = [other for other in names if stem and os.path.splitext(other)[0].lower() == stem]
    alike = alike or get_close_matches(name, names, n=1, cutoff=0.65)
    return os.path.join(folder, alike[0]) if alike else ""


def refusal(error: InputError) -> str:
    """The message of an error, with its hint on a line of its own."""
    return f"{error}\n  hint: {error.hint}" if error.hint else str(error)


def say(message: str) -> None:
    """Prints a line on stderr, if it is open."""
    if sys.stderr is not None:
        try:
            print(message, file=sys.stderr, flush=True)
        except OSError:  # stderr is closed; the interpreter must not flush it again at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def say_on_terminal(message: str) -> None:
    """Prints a line on stderr, if a person reads it there."""
    if sys.stderr is not None and sys.stderr.isatty():
        say(message)


def shown(path: str) -> str:
    """The name of an INPUT for messages: `-` is stdin, an inline state is <tree>, others are escaped."""
    if path == "-":
        return "<stdin>"
    if "(" in path or path.startswith("["):
        return "<tree>"
    return repr_unless_printable(path)


def os_failure(path: str, error: OSError) -> InputError:
    """Makes an InputError for a file that can't be read or written, with the system's reason."""
    if isinstance(error, FileNotFoundError):
        return MissingFile(path)
    if isinstance(error, IsADirectoryError):
        return InputError("is a directory, expected a file", path=shown(path), hint="name a file in it")
    return InputError(os_reason(error), path=shown(path))


class InFile:
    """A block about a file: errors of the system, and of the text in the file, become an InputError that names it."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            raise os_failure(self.path, error) from None
        if isinstance(error, StateError | ConventionError):
            raise error.within(shown(self.path)) from None


def open_text(path: str) -> TextIO:
    """Opens a file or stdin as UTF-8 with universal newlines; other bytes become surrogate escapes."""
    if path != "-":
        try:
            return open(path, encoding="utf-8", errors="surrogateescape")
        except ValueError:  # a NUL byte in the name
            raise InputError("no such file", path=shown(path)) from None
    if sys.stdin is None:
        raise InputError("<stdin>: standard input is closed")
    try:
        descriptor = sys.stdin.fileno()
    except (AttributeError, OSError):  # a stream that is no file, as in a notebook or a browser
        return sys.stdin
    return open(descriptor, encoding="utf-8", errors="surrogateescape", closefd=False)


def read_trace(path: str) -> str:
    """The text of a trace in a file or on stdin; raises InputError."""
    with InFile(path), open_text(path) as stream:
        text = stream.read(LONGEST_TRACE + 1)
    if len(text) > LONGEST_TRACE:
        raise LongTrace(f"{shown(path)}: a trace has at most {LONGEST_TRACE // 1_000_000} MB, and this one has more")
    return text


def standard_output() -> TextIO:
    """stdout, set to UTF-8 and line feeds on every system."""
    if sys.stdout is None:
        raise InputError("can't write the output: standard output is closed")
    configure(sys.stdout, encoding="utf-8", newline="\n")
    return sys.stdout


def configure(stream: TextIO, **options: str) -> None:
    """Sets how a stream reads or writes; one that is no file, as in a notebook or a browser, stays as it is."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(**options)
