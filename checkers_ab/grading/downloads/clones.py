"""A folder of clones, one repository for each student: `<assignment>-<login>`."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator

from checkers_ab.core.people import Person
from checkers_ab.grading.downloads import Aside, HandedIn, Listing


def fits(listing: Listing) -> int:
    """The number of entries that are clones."""
    return sum(entry in listing.folders and os.path.exists(listing.path(f"{entry}/.git")) for entry in listing.entries)


def read(listing: Listing, wanted: Collection[str]) -> Iterator[HandedIn | Aside]:
    """The clones. What all names begin with, up to a hyphen, is the assignment's; the rest is the login."""
    clones = [entry for entry in listing.entries if entry in listing.folders]
    prefix = _shared_words(clones) if len(clones) > 1 else ""
    for entry in listing.entries:
        if entry not in listing.folders:
            yield Aside(entry, "it is not a clone", attributable=True)
            continue
        login = entry.removeprefix(prefix)
        yield HandedIn(entry=entry, key="", name=entry, person=Person(login=login))


def _shared_words(names: list[str]) -> str:
    """The beginning of all names, in words that each end with a hyphen."""
    words = [name.split("-")[:-1] for name in names]
    shared = []
    for column in zip(*words, strict=False):
        if len(set(column)) > 1:
            break
        shared.append(f"{column[0]}-")
    return "".join(shared)
