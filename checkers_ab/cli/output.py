"""Output files, and which files may be overwritten."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from checkers_ab.cli.io import Failure, os_failure, shown, standard_output
from checkers_ab.core.files import exiting_on_signals, replacing_text
from checkers_ab.core.text import os_reason

LONGEST_BEGINNING = 1_000
"""Characters at the beginning of a file in which its mark stands."""


@contextmanager
def opened_output(path: str | None, *, apart_from: str = "-") -> Iterator[TextIO]:
    """A stream to write to: stdout for None, `-` and its own names, else a file that exists once the block ends well.

    A file that existed before keeps its permissions, and stays as it was if anything goes wrong. A device or a pipe is
    written to directly. The file `apart_from` is never overwritten.
    """
    if path in (None, "-", "/dev/stdout", "/dev/fd/1"):
        yield standard_output()
        return
    assert path is not None
    if path.endswith("/"):
        raise Failure(f"{shown(path)}: expected a file for the output, found the name of a folder")
    try:
        mode = _mode(path)
        other = None if apart_from == "-" else _mode(apart_from)
        if mode is not None and other is not None and os.path.samefile(path, apart_from):
            raise Failure(f"{shown(path)}: this is the input; choose another name for the output")
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
        raise Failure(f"{shown(path)}: can't write the output: {reason}") from None


def expect_folder(path: str) -> None:
    """Refuses the name of an output file whose folder does not exist, before the work begins."""
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise Failure(f"{shown(path)}: there is no folder {shown(os.path.dirname(path))}")


def expect_ours(
    path: str, mark: str, what: str, *, hint: str = "choose another name, or overwrite it with --force"
) -> None:
    """Refuses to overwrite a file that does not begin with the mark of what this program writes."""
    if not os.path.isfile(path):
        return
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            beginning = stream.read(LONGEST_BEGINNING)
    except OSError as error:
        raise os_failure(path, error) from None
    if mark not in beginning:
        raise Failure(
            f"{shown(path)}: there is a file of that name, and it is no {what} of ours",
            hint=hint,
        )


def _mode(path: str) -> int | None:
    """The mode of the file at a path; None if there is none."""
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None
