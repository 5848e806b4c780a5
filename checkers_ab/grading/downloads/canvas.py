"""Canvas: a flat zip, `<name>[_LATE]_<user id>_<file id>_<file>`, or anonymous, `[LATE_]anon_<id>_<file id>_<file>`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import replace

from checkers_ab.core.people import Person
from checkers_ab.grading.downloads import Aside, HandedIn, Listing

_FILE = re.compile(r"(?P<name>.*?)(?P<late>_LATE)?_(?P<id>\d+)_\d+_(?P<file>.+)", re.DOTALL)
_TEXT = re.compile(r"(?P<name>.*?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<file>(?:text|link)\.html)", re.DOTALL)
_ANONYMOUS = re.compile(
    r"(?P<late>LATE_)?(?P<name>anon)_(?P<id>[A-Za-z0-9]+)_(?:\d+_(?P<file>.+)|(?P<text>(?:text|link)\.html))", re.DOTALL
)
_NUMBERED = re.compile(r"-\d+(?=(\.[^.]+){0,2}\Z)")


def fits(listing: Listing) -> int:
    """The number of entries that look like Canvas's."""
    return sum(_match(entry) is not None for entry in listing.entries)


def read(listing: Listing, wanted: Collection[str]) -> Iterator[HandedIn | Aside]:
    """The files of each person. A number that Canvas has put into the name of a file is taken out."""
    people: defaultdict[str, list[HandedIn]] = defaultdict(list)
    for entry in listing.entries:
        found = _match(entry)
        if found is None:
            yield Aside(entry, "its name is not one of Canvas's", attributable=True)
            continue
        held = _handed_in(entry, found)
        people[held.key].append(held)
    for files in people.values():
        yield from _unnumbered(files, wanted)


def _match(entry: str) -> re.Match[str] | None:
    return _ANONYMOUS.fullmatch(entry) or _FILE.fullmatch(entry) or _TEXT.fullmatch(entry)


def _handed_in(entry: str, found: re.Match[str]) -> HandedIn:
    name, key = found["name"], found["id"]
    own = found["file"] or found["text"]
    is_text = found.re is _TEXT or not found["file"]
    return HandedIn(
        entry=entry,
        key=key,
        name=f"{name}_{key}",
        person=Person() if found.re is _ANONYMOUS else Person(name=name),
        file=own,
        late=bool(found["late"]),
        is_text=is_text,
        note=f"only a {own.partition('.')[0]} was handed in, and no file" if is_text else "",
    )


def _unnumbered(files: list[HandedIn], wanted: Collection[str]) -> list[HandedIn]:
    """`hw4-1.py` is `hw4.py` again where the plan names that, or every file of the student has such a number."""
    names = [held.file for held in files]
    shorter = [name if name in wanted else _NUMBERED.sub("", name) for name in names]
    everyone = all(new != old for new, old in zip(shorter, names, strict=True)) and len(set(shorter)) == len(names)
    return [
        replace(held, file=new)
        if new != held.file and new not in names and (everyone or (new in wanted and shorter.count(new) == 1))
        else held
        for held, new in zip(files, shorter, strict=True)
    ]
