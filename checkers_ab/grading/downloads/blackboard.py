"""Blackboard: flat, `<assignment>_<login>_attempt_<time>_<file>`, with a .txt that describes each attempt."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from checkers_ab.core.errors import InputError
from checkers_ab.core.people import Person
from checkers_ab.core.text import printable
from checkers_ab.grading.downloads import Aside, HandedIn, Listing

_ENTRY = re.compile(
    r"(?P<attempt>(?P<assignment>.*)_(?P<login>[^_]+)_attempt_(?P<time>\d{4}(?:-\d\d){5}))(?:(?P<about>\.txt)|_(?P<file>.+))",
    re.DOTALL,
)
_NAME = re.compile(r"^Name:\s*(?P<name>.*?)\s*\((?P<login>[^()]*)\)\s*$", re.MULTILINE)
_ASSIGNMENT = re.compile(r"^Assignment:\s*(.*?)\s*$", re.MULTILINE)
MOST_READ = 100_000
"""Bytes of a description that are read."""


def fits(listing: Listing) -> int:
    """The number of entries that look like Blackboard's."""
    return sum(_ENTRY.fullmatch(entry) is not None for entry in listing.entries)


def read(listing: Listing, wanted: Collection[str]) -> Iterator[HandedIn | Aside]:
    """The files of each attempt, under the name and login in its description."""
    found = {entry: _ENTRY.fullmatch(entry) for entry in listing.entries}
    people: dict[str, Person] = {}
    assignments: dict[str, str] = {}
    for entry, match in found.items():
        if match and match["about"]:
            person, assignment = _described(listing.path(entry))
            people[match["attempt"]] = person
            if assignment:
                assignments.setdefault(assignment, entry)
    if len(assignments) > 1:
        one, other, *_ = assignments
        raise InputError(
            f"a download of {len(assignments)} assignments: {printable(one)!r} and {printable(other)!r}: download one",
            path=printable(listing.folder),
        )
    with_files = {match["attempt"] for match in found.values() if match and match["file"]}
    for entry, match in found.items():
        if match is None:
            yield Aside(entry, "its name is not one of Blackboard's", attributable=True)
            continue
        if match["about"] and match["attempt"] in with_files:
            yield Aside(entry, "Blackboard's description of an attempt")
            continue
        person = people.get(match["attempt"], Person())
        login = person.login or match["login"]
        yield HandedIn(
            entry=entry,
            key="",
            name=login,
            person=Person(name=person.name, login=login),
            file=match["file"] or "submission.txt",
            attempt=match["time"],
            note="" if match["file"] else "only text was typed in, and no file handed in",
        )


def _described(path: str) -> tuple[Person, str]:
    """The person and the assignment that a description names."""
    try:
        with open(path, "rb") as stream:
            text = stream.read(MOST_READ).decode("utf-8-sig", "replace")
    except OSError:
        return Person(), ""
    head = text.partition("Submission Field:")[0]
    name, assignment = _NAME.search(head), _ASSIGNMENT.search(head)
    person = Person(name=name["name"], login=name["login"]) if name else Person()
    return person, assignment[1] if assignment else ""
