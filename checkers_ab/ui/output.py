"""Output files, written whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from checkers_ab.ui.failure import Failure, shown
from checkers_ab.ui.solving import standard_output


@contextmanager
def opened_output(path: str | None, *, apart_from: str = "-") -> Iterator[TextIO]:
    """A stream to write to: stdout for None and `-`, else a file that takes its place when the block ends well.

    A file that is there keeps its permissions and stays as it was if anything goes wrong; a device or a pipe is
    written to as it is. The file `apart_from` is never overwritten.
    """
    if path is None or path == "-":
        yield standard_output()
        return
    there = os.path.exists(path)
    if there and apart_from != "-" and os.path.samefile(path, apart_from):
        raise Failure(f"{shown(path)}: this is the input; choose another name for the output")
    try:
        mode = os.stat(path).st_mode if there else None
        if mode is not None and not stat.S_ISREG(mode):
            with open(path, "w", encoding="utf-8", newline="\n") as stream:
                yield stream
        else:
            with _replacing(os.path.realpath(path), mode) as stream:
                yield stream
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        if isinstance(error, FileNotFoundError):
            reason = f"there is no folder {shown(os.path.dirname(path))}"
        raise Failure(f"{shown(path)}: can't write the output: {reason}") from None


@contextmanager
def _replacing(target: str, mode: int | None) -> Iterator[TextIO]:
    beside = f"{target}.{os.getpid()}.tmp"
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
