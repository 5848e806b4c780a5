"""Zips that are the same bytes on every system and at any time."""

from __future__ import annotations

from zipfile import ZIP_DEFLATED, ZipInfo

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same files give the same bytes."""
UNIX = 3
"""The system that an entry is from, whatever this one is: others keep no permissions."""


def zip_entry(path: str, mode: int = 0o644) -> ZipInfo:
    """The entry of a file in a zip, with its permissions."""
    entry = ZipInfo(path, LONG_AGO)
    entry.create_system = UNIX
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = ZIP_DEFLATED
    return entry
