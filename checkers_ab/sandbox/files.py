"""Folders and archives from elsewhere: the error that refuses one, and a walk through a folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

ENDINGS = (".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".tbz2", ".txz", ".tar", ".zip")
"""Endings of the names of archives."""
DEEPEST = 32
"""Levels of folders."""


class RefusedError(ValueError):
    """A folder or an archive that can't be unpacked; the message says why."""


def walk(folder: Path) -> Iterator[Path]:
    """Everything below a folder, each folder before its contents. Links are not followed.

    RefusedError if there are too many levels of folders.
    """
    waiting = [(folder, 0)]
    while waiting:
        place, depth = waiting.pop()
        if depth:
            yield place
        if depth > DEEPEST:
            raise RefusedError(f"there are more than {DEEPEST} levels of folders")
        if not depth or stat.S_ISDIR(place.lstat().st_mode):
            waiting += [(place / name, depth + 1) for name in sorted(os.listdir(place), reverse=True)]
