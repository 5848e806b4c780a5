"""The roster: a CSV file with the people of a class, to whom submissions are matched."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from checkers_ab.core.people import TableError, full_name, kind_of, read_table, uncovered
from checkers_ab.core.text import printable
from checkers_ab.grading.person import Person, name_forms, plain_name
from checkers_ab.grading.reading import ReadError, read_bounded
from checkers_ab.grading.submissions import Submission, SubmissionsError

LARGEST = 50_000_000
"""Bytes of a roster."""
KEYS = ("login", "id", "email")


class RosterError(ValueError):
    """A roster that can't be used. The message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Match:
    """The place of a submission's person in the roster, or the reason why there is none."""

    place: int | None
    reason: str = ""


class Roster:
    """The people of a class."""

    def __init__(self, people: Iterable[tuple[int, Person, Sequence[tuple[str, str]]]]) -> None:
        """Each person comes with a line, and all that they are known by: pairs of a kind of `KEYS` and a text."""
        self.people: list[Person] = []
        self.lines: list[int] = []
        self._known: dict[tuple[str, str], int] = {}
        self._named: defaultdict[str, list[int]] = defaultdict(list)
        for place, (line, person, keys) in enumerate(people):
            self.people.append(person)
            self.lines.append(line)
            for kind, key in keys:
                self._known[kind, _plain_key(key)] = place
            for form in name_forms(person.name):
                self._named[form].append(place)

    def match(self, submission: Submission) -> Match:
        """The person who handed in a submission: by id, login or e-mail, else by a name that only one person has."""
        found = submission.person
        handle = "" if submission.key else submission.name
        keys = [(kind, getattr(found, kind) or handle) for kind in KEYS]
        # The numbers of one system may by chance be those of another: they count first where the name agrees, too.
        for kind, key in (*keys, ("id", submission.key)):
            place = self._known.get((kind, _plain_key(key))) if key else None
            if place is not None and _same_name(self.people[place].name, found.name):
                return Match(place)
        for kind, key in keys:
            place = self._known.get((kind, _plain_key(key))) if key else None
            if place is not None:
                return Match(place)
        name = found.name or handle
        places = set(self._named.get(plain_name(name), ()))
        if not places:
            return Match(None, "not in the roster")
        if len(places) > 1:
            return Match(None, f"{len(places)} people in the roster are called so: add a column that tells them apart")
        return Match(places.pop())


def load_roster(path: str) -> Roster:
    """The roster in a CSV file. RosterError names the line of what is wrong."""
    return read_roster(path, _rows(path))


def read_roster(path: str, rows: Iterator[tuple[int, list[str]]]) -> Roster:
    """The roster in rows of cells, each with its line; the first one holds the headings."""
    _, header = next(rows, (1, []))
    kinds = [kind_of(cell) for cell in header]
    if not any(kinds):
        there = ", ".join(repr(printable(cell)) for cell in header[:6]) or "nothing"
        raise RosterError(
            f"{path}:1: expected a line of headings with at least one of name, login, id and email, found {there}"
        )
    return Roster(_people(path, kinds, header, rows))


def _people(
    path: str, kinds: list[str], header: list[str], rows: Iterator[tuple[int, list[str]]]
) -> Iterator[tuple[int, Person, list[tuple[str, str]]]]:
    seen: dict[tuple[int, str], int] = {}
    for line, cells in rows:
        if len(cells) > len(header):
            raise RosterError(f"{path}:{line}: expected {len(header)} cells as in the first line, found {len(cells)}")
        values = [(column, kinds[column], uncovered(cell)) for column, cell in enumerate(cells)]
        held = {kind: value for _, kind, value in reversed(values) if kind and value}
        name = full_name(held)
        if not held or name.casefold().startswith("points possible"):
            continue
        keys = []
        for column, kind, value in values:
            if kind in KEYS and value:
                before = seen.setdefault((column, _plain_key(value)), line)
                if before != line:
                    called = "e-mail" if kind == "email" else kind
                    raise RosterError(
                        f"{path}:{line}: two people have the {called} {printable(value)!r}: lines {before} and {line}"
                    )
                keys.append((kind, _number(value) if header[column].strip().casefold() == "identifier" else value))
        yield line, Person(name, *(held.get(kind, "") for kind in KEYS)), keys


def _rows(path: str) -> Iterator[tuple[int, list[str]]]:
    try:
        yield from read_table(read_bounded(path, LARGEST))
    except ReadError as error:
        raise RosterError(str(error)) from None
    except TableError as error:
        raise RosterError(f"{path}:{error}") from None


def _number(identifier: str) -> str:
    """The number of `Participant 123`, Moodle's identifier, whose word is translated."""
    found = re.search(r"\d+$", identifier)
    return found[0] if found else identifier


def _plain_key(key: str) -> str:
    return key.casefold().removeprefix("#")


@dataclass(frozen=True, slots=True)
class Matched:
    """The submissions of a class with the people of its roster."""

    submissions: list[Submission]
    missing: list[Person]
    """People of the roster who handed in nothing."""
    strangers: list[tuple[Submission, str]]
    """Submissions that belong to nobody in the roster, with the reason."""


def match_all(roster: Roster, submissions: Iterable[Submission]) -> Matched:
    """Matches submissions to people. SubmissionsError if two belong to one person."""
    matched: list[Submission] = []
    strangers: list[tuple[Submission, str]] = []
    owners: dict[int, Submission] = {}
    for submission in submissions:
        match = roster.match(submission)
        if match.place is None:
            strangers.append((submission, match.reason))
            matched.append(submission)
            continue
        person = roster.people[match.place]
        if other := owners.get(match.place):
            raise SubmissionsError(
                f"two submissions of {printable(person.called)}: {printable(other.name)} and "
                f"{printable(submission.name)}: take one of them out"
            )
        owners[match.place] = submission
        matched.append(replace(submission, person=_merged(person, submission.person)))
    # Of several people with the name of a submission, any may have handed it in.
    doubtful = {plain_name(stranger.person.name or stranger.name) for stranger, _ in strangers}
    missing = [
        person
        for place, person in enumerate(roster.people)
        if place not in owners and not name_forms(person.name) & doubtful
    ]
    return Matched(matched, missing, strangers)


def _same_name(known: str, found: str) -> bool:
    """True if two names may be of one person; one that is not known may be any."""
    return not known or not found or plain_name(found) in name_forms(known)


def _merged(known: Person, found: Person) -> Person:
    """The person as the roster has them; fields that it lacks are from the download."""
    return Person(*(getattr(known, field) or getattr(found, field) for field in ("name", "login", "id", "email")))
