"""Output files, checks before they are overwritten, and pages for the browser."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from checkers_ab.cli.io import InFile, os_failure, say, shown, standard_output
from checkers_ab.core.errors import InputError
from checkers_ab.core.files import exiting_on_signals, replacing_text
from checkers_ab.core.text import os_reason

LONGEST_BEGINNING = 1_000
"""The number of characters at the beginning of a file that are searched for its mark."""


@contextmanager
def opened_output(path: str | None, *, apart_from: str = "-") -> Iterator[TextIO]:
    """Opens an output: stdout for None, `-` and its own names, else a file that is written atomically.

    An existing file keeps its permissions, and is unchanged if the block raises. A device or a pipe is written
    directly. The file `apart_from` is never overwritten.
    """
    if path in (None, "-", "/dev/stdout", "/dev/fd/1"):
        yield standard_output()
        return
    assert path is not None
    if path.endswith("/"):
        raise InputError("expected a file for the output, found the name of a folder", path=shown(path))
    try:
        mode = _mode(path)
        other = None if apart_from == "-" else _mode(apart_from)
        if mode is not None and other is not None and os.path.samefile(path, apart_from):
            raise InputError("this is the input; choose another name for the output", path=shown(path))
        if mode is None or stat.S_ISREG(mode):
            with exiting_on_signals(), replacing_text(os.path.realpath(path)) as stream:
                yield stream
        else:
            with open(path, "w", encoding="utf-8", newline="\n") as stream:
                yield stream
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = os_reason(error)
        if isinstance(error, FileNotFoundError):
            reason = f"there is no folder {shown(os.path.dirname(path))}"
        raise InputError(f"can't write the output: {reason}", path=shown(path)) from None


def expect_new(folder: str) -> None:
    """Raises InputError unless a folder can be made, or is empty."""
    if not folder:
        raise InputError("expected the name of a new folder")
    try:
        taken = os.path.lexists(folder) and (not os.path.isdir(folder) or os.listdir(folder))
    except (OSError, ValueError) as error:
        raise InputError(str(error), path=shown(folder)) from None
    if taken:
        raise InputError("expected a new or empty folder", path=shown(folder))


def write_folder(folder: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Writes files, each a path and its content, into a folder that is new or empty: all of them, or nothing."""
    first = folder
    while (above := os.path.dirname(first)) and not os.path.lexists(above):
        first = above
    made = not os.path.lexists(first)
    path = folder
    try:
        with exiting_on_signals():
            for name, content in files:
                path = os.path.join(folder, *name.split("/"))
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as stream:
                    stream.write(content)
    except BaseException as error:
        with suppress(OSError):
            for half in [first] if made else [entry.path for entry in os.scandir(folder)]:
                shutil.rmtree(half) if os.path.isdir(half) else os.unlink(half)
        if isinstance(error, OSError):
            raise os_failure(path, error) from None
        raise


def expect_folder(path: str) -> None:
    """Raises InputError if the folder of an output file does not exist."""
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise InputError(f"there is no folder {shown(os.path.dirname(path))}", path=shown(path))


def expect_ours(
    path: str, mark: str, what: str, *, hint: str = "choose another name, or overwrite it with --force"
) -> None:
    """Raises InputError if a file exists and does not have the mark of a file that checkers-ab wrote."""
    if not os.path.isfile(path):
        return
    with InFile(path), open(path, encoding="utf-8", errors="replace") as stream:
        beginning = stream.read(LONGEST_BEGINNING)
    if mark not in beginning:
        raise InputError(f"there is a file of that name, and it is no {what} of ours", path=shown(path), hint=hint)


def _mode(path: str) -> int | None:
    """The mode of the file at a path; None if it does not exist."""
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def open_in_browser(address: str, name: str) -> None:
    """Opens a page in the user's browser; `name` says where it is if there is none."""
    import webbrowser

    if not webbrowser.open(address):
        say(f"no browser found to open the page; it is at {name}")
