"""Brightspace: folders `<number>-<number> - <name> - <time>`, a new one for each attempt."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import datetime

from checkers_ab.core.people import Person
from checkers_ab.grading.downloads import Aside, HandedIn, Listing

_ENTRY = re.compile(
    r"(?P<one>\d+)-(?P<other>\d+) - (?P<name>.+) - "
    r"(?P<time>\w+\.? \d{1,2}, \d{4} \d{3,4}(?: ?[AP]M)?)(?: - (?P<file>.+))?",
    re.DOTALL,
)
_TIMES = ("%b %d, %Y %I%M %p", "%B %d, %Y %I%M %p", "%b %d, %Y %H%M", "%B %d, %Y %H%M")


def fits(listing: Listing) -> int:
    """The number of entries that look like Brightspace's."""
    return sum(_ENTRY.fullmatch(entry) is not None for entry in listing.entries)


def read(listing: Listing, wanted: Collection[str]) -> Iterator[HandedIn | Aside]:
    """The folders of each person. Of the two numbers, the one that differs is the person's."""
    found = {entry: _ENTRY.fullmatch(entry) for entry in listing.entries}
    firsts = {match["one"] for match in found.values() if match}
    seconds = {match["other"] for match in found.values() if match}
    of_person = "other" if len(firsts) == 1 < len(seconds) else "one"
    for entry, match in found.items():
        if match is None:
            yield Aside(entry, "its name is not one of Brightspace's", attributable=True)
            continue
        name, key = match["name"], match[of_person]
        yield HandedIn(
            entry=entry,
            key=key,
            name=f"{key} - {name}",
            person=Person(name=name),
            file="" if entry in listing.folders else match["file"] or entry,
            attempt=_sortable(match["time"]),
        )


def _sortable(time: str) -> str:
    """`Oct 10, 2025 1022 AM` as `2025-10-10 10:22`; any other text as it is."""
    numbers = re.sub(r"\b(\d{3})(?=\b(?: ?[AP]M)?$)", r"0\1", time.replace(".", ""))
    for form in _TIMES:
        try:
            return datetime.strptime(numbers, form).strftime("%Y-%m-%d %H:%M")
        except ValueError:
            continue
    return time
