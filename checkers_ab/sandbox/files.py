"""Folders and archives that somebody handed in: what is refused, and what lies below a folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

ENDINGS = (".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".tbz2", ".txz", ".tar", ".zip")
DEEPEST = 32
"""Folders in one another."""


class RefusedError(ValueError):
    """A folder or an archive that can't be laid out; the message says why."""


def walk(folder: Path) -> Iterator[Path]:
    """Everything below a folder, each folder before what is in it; links are not followed, and depth has a limit."""
    waiting = [(folder, 0)]
    while waiting:
        place, depth = waiting.pop()
        if depth:
            yield place
        if depth > DEEPEST:
            raise RefusedError(f"there are more than {DEEPEST} folders in one another")
        if not depth or stat.S_ISDIR(place.lstat().st_mode):
            waiting += [(place / name, depth + 1) for name in sorted(os.listdir(place), reverse=True)]
