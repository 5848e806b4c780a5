"""Adjustments: notes of the staff that change points, or have a submission run again. They are applied last."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from checkers_ab.core.errors import InputError, nearest
from checkers_ab.core.people import name_forms, plain_name
from checkers_ab.core.text import printable
from checkers_ab.grading.mark import Mark, SubmissionResult
from checkers_ab.grading.markup import number
from checkers_ab.grading.submissions import Submission
from checkers_ab.grading.tables import Tables, brief, read_text

KEYS = ("who", "case", "points", "run", "why", "by")
LARGEST = 10_000_000
"""Bytes of a file of adjustments."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Adjustment:
    """One note."""

    who: str
    case: str
    """Empty if the submission is run again."""
    points: float
    """The points of the case; if `relative`, those that are added."""
    relative: bool = False
    again: bool = False
    """True if the submission is run again, once."""
    why: str
    by: str
    where: str
    """The file and the line, for messages."""


class Adjustments:
    """The notes of a class by submission."""

    def __init__(self, notes: Iterable[Adjustment] = (), submissions: Sequence[Submission] = ()) -> None:
        """InputError if a note is for nobody, or for several."""
        index: defaultdict[str, set[str]] = defaultdict(set)
        for each in submissions:
            person = each.person
            for key in (each.name, person.login, person.id, person.email, person.name):
                for form in {key.casefold(), *name_forms(key)} if key else ():
                    index[form].add(each.name)
        self._notes: defaultdict[str, list[Adjustment]] = defaultdict(list)
        for note in notes:
            self._notes[_find(note, index, submissions)].append(note)

    def key(self, name: str) -> str:
        """A hash of the notes because of which a submission is run again; empty if there is none."""
        notes = [f"{note.who}\0{note.why}\0{note.by}" for note in self._notes.get(name, ()) if note.again]
        return hashlib.sha256("\n".join(notes).encode()).hexdigest() if notes else ""

    def apply(self, result: SubmissionResult) -> SubmissionResult:
        """A result with its adjustments."""
        notes = self._notes.get(result.name, ())
        marks = tuple(_adjusted(mark, [note for note in notes if note.case == mark.case]) for mark in result.marks)
        again = tuple({"why": note.why, "by": note.by} for note in notes if note.again)
        return replace(result, marks=marks, again=again)


def _find(note: Adjustment, index: Mapping[str, set[str]], submissions: Sequence[Submission]) -> str:
    found = index.get(note.who.casefold()) or index.get(plain_name(note.who)) or set()
    if not found:
        known = {name for each in submissions for name in (each.name, each.shown)}
        near = nearest(note.who, sorted(known)) if len(known) < 1000 else "names are those of grade look"
        raise InputError(f"nobody is called {printable(note.who)!r}; {near}", path=note.where)
    if len(found) > 1:
        names = ", ".join(map(printable, sorted(found)))
        raise InputError(
            f"{len(found)} submissions fit {printable(note.who)!r}: {names}: name one of them", path=note.where
        )
    return next(iter(found))


def _adjusted(mark: Mark, notes: Sequence[Adjustment]) -> Mark:
    for note in notes:
        points = round(max(0.0, mark.points + note.points if note.relative else note.points), 2)
        change = {"was": mark.points, "points": points, "why": note.why, "by": note.by}
        how = f"{mark.how or number(mark.points)}; {number(points)} by an adjustment"
        mark = replace(mark, points=points, adjusted=change, how=how)
    return mark


def load_adjustments(path: str, cases: Collection[str]) -> list[Adjustment]:
    """The notes in a TOML file, each a table [[adjust]]. InputError says what is wrong, and where."""
    text = read_text(path, LARGEST)
    data = Tables(path, text).data
    tables = data.pop("adjust", [])
    if data or not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise InputError("expected tables [[adjust]], each with who, case, points, why and by", path=path, line=1)
    lines = [place for place, line in enumerate(text.split("\n"), 1) if re.match(r"\s*\[\[\s*adjust\s*\]\]", line)]
    places = [f"{path}:{line}" for line in lines] if len(lines) == len(tables) else [path] * len(tables)
    return [_note(table, place, cases) for table, place in zip(tables, places, strict=True)]


def _note(table: Mapping[str, Any], where: str, cases: Collection[str]) -> Adjustment:
    for key in table:
        if key not in KEYS:
            raise InputError(f"unknown key {key!r}; {nearest(key, KEYS)}", path=where)
    texts = {key: table.get(key, "") for key in ("who", "case", "why", "by")}
    for key, value in texts.items():
        if not isinstance(value, str) or not value.isprintable():
            raise InputError(f"{key} must be a text on one line, found {brief(value)}", path=where)
        if not value and key != "case":
            raise InputError(f"expected {key} = ...: who, why and by are needed", path=where)
    if ("points" in table) == ("run" in table):
        raise InputError('expected either points = ... or run = "again"', path=where)
    if "run" in table:
        if table["run"] != "again":
            raise InputError(f'run must be "again", found {brief(table["run"])}', path=where)
        return Adjustment(**texts | {"case": ""}, points=0.0, again=True, where=where)
    if texts["case"] not in cases:
        raise InputError(f"no case is called {texts['case']!r}; {nearest(texts['case'], cases)}", path=where)
    points, relative = _points(table["points"], where)
    return Adjustment(**texts, points=points, relative=relative, where=where)


def _points(value: object, where: str) -> tuple[float, bool]:
    """The points of a note, and whether they are added: 8, or "+2"."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1e6:
        return float(value), False
    if isinstance(value, str) and re.fullmatch(r"[+-][0-9]{1,6}([.][0-9]{1,6})?", value):
        return float(value), True
    raise InputError(f'points must be a number from 0, or a change such as "+2", found {brief(value)}', path=where)
