"""Reading of files up to a size, and atomic writing."""

from __future__ import annotations

import os
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import IO, TextIO

from checkers_ab.core.errors import InputError
from checkers_ab.core.text import os_reason

SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that end a program at once. Windows has no SIGHUP."""


def read_bounded(path: str, most: int) -> bytes:
    """The bytes of a file. InputError if it can't be read, or has more than `most`."""
    try:
        with open(path, "rb") as stream:
            content = stream.read(most + 1)
    except (OSError, ValueError) as error:  # a NUL byte in the name is a ValueError
        raise InputError(os_reason(error), path=path) from None
    if len(content) > most:
        raise InputError(f"longer than {most:,} bytes", path=path)
    return content


@contextmanager
def replacing(path: str | os.PathLike[str], *, exclusive: bool = True) -> Iterator[IO[bytes]]:
    """Opens a temporary file that replaces the one at `path` when the block ends without an exception.

    The permissions of an existing file are kept. After an exception the file at `path` is unchanged. The temporary file
    is in the same folder. With `exclusive=False` the caller makes sure that no other process writes to `path`; then
    a temporary file that a killed process left behind is overwritten.
    """
    folder, name = os.path.split(path)
    beside = os.path.join(folder, f".checkers-ab-{os.getpid()}.tmp" if exclusive else f".{name}.tmp")
    try:
        # In the block, for a signal may raise as soon as the file is there, before it has a descriptor.
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | (os.O_EXCL if exclusive else os.O_TRUNC), 0o666)
        with open(descriptor, "wb") as stream:
            yield stream
        with suppress(FileNotFoundError):
            os.chmod(beside, stat.S_IMODE(os.stat(path).st_mode))
        os.replace(beside, path)
    except BaseException as error:
        if not (isinstance(error, FileExistsError) and error.filename == beside):  # then it is somebody else's
            with suppress(FileNotFoundError):
                os.unlink(beside)
        raise


@contextmanager
def replacing_text(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Like `replacing`, for UTF-8 text; lines end with a line feed on every system."""
    with replacing(path) as stream, TextIOWrapper(stream, encoding="utf-8", newline="\n") as text:
        yield text


class Terminated(SystemExit):
    """The exit of a program to which SIGTERM or SIGHUP was sent."""


@contextmanager
def exiting_on_signals() -> Iterator[None]:
    """Makes SIGTERM and SIGHUP raise Terminated in the block, so that temporary files are removed."""

    def leave(number: int, _frame: object) -> None:
        raise Terminated(128 + number)

    before = {number: signal.signal(number, leave) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
