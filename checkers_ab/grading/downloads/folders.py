"""No course system: a folder, an archive or a single file for each student, with the student's name."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator

from checkers_ab.grading.downloads import Aside, HandedIn, Listing
from checkers_ab.grading.submissions import Submission, submission_name
from checkers_ab.sandbox.unpack import ENDINGS

FOREIGN = (".rar", ".7z", ".gz", ".bz2", ".xz", ".zst", ".iso", ".dmg")
"""Endings of archives that can't be opened: they are refused as such, and are no single files."""


def fits(listing: Listing) -> int:
    """Any entry will do, so this is tried last."""
    return len(listing.entries)


def read(listing: Listing, wanted: Collection[str]) -> Iterator[HandedIn | Aside]:
    """Every entry is a submission."""
    for entry in listing.entries:
        single = entry not in listing.folders and _is_single(entry)
        name = os.path.splitext(entry)[0] if single else submission_name(entry)
        yield HandedIn(entry=entry, key="", name=name, file=entry if single else "")


def submission_at(path: str, name: str | None = None) -> Submission:
    """The submission at a path: a folder, an archive or a single file."""
    entry = os.path.basename(os.path.abspath(path))
    single = os.path.isfile(path) and _is_single(entry)
    own = os.path.splitext(entry)[0] if single else submission_name(entry)
    return Submission(name or own, path, files=((entry, path),) if single else ())


def _is_single(entry: str) -> bool:
    """True if a file is all of a submission, by its name."""
    return bool(os.path.splitext(entry)[1]) and not entry.lower().endswith((*ENDINGS, *FOREIGN))
