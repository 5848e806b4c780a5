"""Folders and archives from elsewhere: their names, and the error that refuses one."""

from __future__ import annotations

ENDINGS = (".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".tbz2", ".txz", ".tar", ".zip")
"""Endings of the names of archives."""
DEEPEST = 32
"""Levels of folders."""


class RefusedError(ValueError):
    """A folder or an archive that can't be unpacked; the message says why."""
