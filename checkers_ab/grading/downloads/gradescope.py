"""Gradescope: folders `submission_<id>`, and `submission_metadata.yml`, which says whose they are."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from checkers_ab.core.errors import InputError
from checkers_ab.core.people import Person
from checkers_ab.core.text import os_reason, printable
from checkers_ab.grading.downloads import Aside, HandedIn, Listing

METADATA = "submission_metadata.yml"
_FOLDER = re.compile(r"submission_\d+")
_LINE = re.compile(r"(?P<indent> *)(?P<item>- +)?(?P<key>:?[\w.]+|\"[^\"]+\"):(?: +(?P<value>.*))?")
_FIELDS = {":name": "name", ":sid": "id", ":email": "email"}


def fits(listing: Listing) -> int:
    """The number of entries that look like Gradescope's; none without the file that says whose they are."""
    if METADATA not in listing.entries:
        return 0
    return 1 + sum(_FOLDER.fullmatch(entry) is not None for entry in listing.entries)


def read(listing: Listing, wanted: Collection[str]) -> Iterator[HandedIn | Aside]:
    """The folders, one for each person who handed it in: the members of a group get the same mark."""
    path = listing.path(METADATA)
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as stream:
            known = read_metadata(stream)
    except OSError as error:
        raise InputError(os_reason(error), path=printable(path)) from None
    for entry in listing.entries:
        if entry == METADATA:
            yield Aside(entry, "Gradescope's list of submissions")
            continue
        about = known.get(entry)
        if about is None or not about.people:
            yield Aside(entry, f"{METADATA} does not say whose it is", attributable=True)
            continue
        for person in about.people:
            several = len(about.people) > 1
            yield HandedIn(
                entry=entry,
                key=person.id,
                name=f"{entry}_{person.called}" if several else entry,
                person=person,
                file="" if entry in listing.folders else entry,
                attempt=about.created,
                team=entry if several else "",
                note=f"handed in by a group of {len(about.people)}" if several else "",
            )


@dataclass
class About:
    """The metadata of a submission."""

    people: list[Person] = field(default_factory=list)
    created: str = ""


def read_metadata(lines: Iterator[str]) -> dict[str, About]:
    """The people and the time of each submission: `:submitters` and `:created_at` in the YAML of Gradescope."""
    known: dict[str, About] = {}
    about = About()
    inside = ""
    for line in lines:
        found = _LINE.match(line.rstrip("\r\n"))
        if found is None:
            continue
        depth, key, value = len(found["indent"]), found["key"].strip('"'), _scalar(found["value"] or "")
        if depth == 0 and not found["item"]:
            about = known[key] = About()
        elif depth <= 2 and not found["item"]:
            inside = key
            if key == ":created_at":
                about.created = value[:19]
        elif inside == ":submitters" and depth <= 4:
            if found["item"]:
                about.people.append(Person())
            if key in _FIELDS and about.people:
                about.people[-1] = replace(about.people[-1], **{_FIELDS[key]: value})
    return known


def _scalar(text: str) -> str:
    """A YAML scalar on one line: plain, or in quotes."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return re.sub(r'\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|["\\/])', _unescaped, text[1:-1])
    return "" if text in ("null", "~", "[]", "{}") else text


def _unescaped(found: re.Match[str]) -> str:
    code = found[1]
    return chr(int(code[1:], 16)) if code[0] in "ux" else code
