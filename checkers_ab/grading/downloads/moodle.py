"""Moodle: `<name>_<number>_assignsubmission_file/...` in folders, or with the name of the file behind it, flat."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from checkers_ab.core.people import Person
from checkers_ab.grading.downloads import Aside, HandedIn, Listing

_ENTRY = re.compile(
    r"(?P<person>(?P<name>[^_]*)(?:_(?P<number>\d+))?)_assignsubmission_(?P<plugin>file|onlinetext)(?:_(?P<file>.*))?",
    re.DOTALL,
)


def fits(listing: Listing) -> int:
    """The number of entries that look like Moodle's."""
    return sum(_ENTRY.fullmatch(entry) is not None for entry in listing.entries)


def read(listing: Listing, wanted: Collection[str]) -> Iterator[HandedIn | Aside]:
    """The folders or files of each person. The number is that of the grading worksheet, not of the user."""
    for entry in listing.entries:
        found = _ENTRY.fullmatch(entry)
        if found is None:
            yield Aside(entry, "its name is not one of Moodle's", attributable=True)
        elif not found["number"]:
            yield Aside(entry, "it has no number: Moodle puts the work of people without a group there", True)
        else:
            is_text = found["plugin"] == "onlinetext"
            yield HandedIn(
                entry=entry,
                key=found["number"],
                name=found["person"],
                person=Person(name=found["name"]),
                file="" if entry in listing.folders else found["file"] or entry,
                back=f"{found['person']}_assignsubmission_file",
                is_text=is_text,
                note="only text was typed in, and no file handed in" if is_text else "",
            )
