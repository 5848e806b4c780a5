"""Output files, written whole or not at all."""

from __future__ import annotations

import os
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from checkers_ab.cli.failure import Failure, os_failure, shown
from checkers_ab.cli.solving import standard_output
from checkers_ab.core.text import os_reason

LONGEST_BEGINNING = 1_000
"""Characters in which a mark must stand."""


@contextmanager
def opened_output(path: str | None, *, apart_from: str = "-") -> Iterator[TextIO]:
    """A stream to write to: stdout for None, `-` and its own names, else a file that is there when the block ends well.

    A file that was there before keeps its permissions, and stays as it was if anything goes wrong; a device or a pipe
    is written to as it is. The file `apart_from` is never overwritten.
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
            with _replacing(os.path.realpath(path), mode) as stream:
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
    """Refuses the name of a file, to be written when much is done, whose folder is not there."""
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
    """What a path is; None if there is nothing."""
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


@contextmanager
def _replacing(target: str, mode: int | None) -> Iterator[TextIO]:
    """A file beside the target, which takes its place at the end or vanishes."""
    beside = os.path.join(os.path.dirname(target), f".checkers-ab-{os.getpid()}.tmp")
    with _ended_by_signals():
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            with open(descriptor, "w", encoding="utf-8", newline="\n") as stream:
                yield stream
            if mode is not None:
                os.chmod(beside, stat.S_IMODE(mode))
            os.replace(beside, target)
        except BaseException:
            os.unlink(beside)
            raise


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Lets a signal that would end the program at once end it like an exception, with everything tidied up."""

    def end(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
