"""Reading the files that a teacher writes or exports: plans, cases, rosters, gradebooks and adjustments."""

from __future__ import annotations

from checkers_ab.core.text import os_reason


class ReadError(ValueError):
    """A file that can't be read. The message names it."""


def read_bounded(path: str, most: int) -> bytes:
    """The bytes of a file. ReadError if it can't be read, or has more than `most`."""
    try:
        with open(path, "rb") as stream:
            content = stream.read(most + 1)
    except (OSError, ValueError) as error:  # a NUL byte in the name is a ValueError
        raise ReadError(f"{path}: {os_reason(error)}") from None
    if len(content) > most:
        raise ReadError(f"{path}: longer than {most:,} bytes")
    return content
