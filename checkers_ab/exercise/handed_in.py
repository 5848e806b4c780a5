"""The work that a class hands in: answers in a CSV file, or a folder of traces."""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from checkers_ab.core.errors import InputError
from checkers_ab.core.people import read_table
from checkers_ab.core.text import os_reason, printable
from checkers_ab.exercise.make import StudentExercise, from_data
from checkers_ab.exercise.questions import LONGEST, NAMES

Answers = dict[str, dict[str, str]]
"""The answers by the code of the exercise and the name of the question."""

WHOSE = ("student", "exercise")
"""The columns that say whose answers they are."""


def load_exercises(folder: str) -> list[StudentExercise]:
    """The exercises that were made in a folder; raises InputError."""
    path = os.path.join(folder, "exercises.json")
    try:
        with open(path, encoding="utf-8") as stream:
            return from_data(json.load(stream))
    except (FileNotFoundError, NotADirectoryError):
        reason = "no such file: expected a folder that checkers-ab exercise has made"
        raise InputError(reason, path=printable(path)) from None
    except InputError as error:
        raise error.within(printable(path)) from None
    except (ValueError, RecursionError):
        raise InputError("not JSON: make the exercises again with the same seed", path=printable(path)) from None
    except OSError as error:
        raise InputError(os_reason(error), path=printable(path)) from None


def read_answers(exercises: Sequence[StudentExercise], path: str) -> Answers:
    """The answers in a CSV file, or in a folder with a trace for each student; raises InputError.

    Those who have handed in nothing have empty answers.
    """
    found = _read_traces(exercises, path) if os.path.isdir(path) else _read_answer_table(exercises, path)
    nothing = {name: "" for answers in found.values() for name in answers}
    return {exercise.exercise: found.get(exercise.exercise, nothing) for exercise in exercises}


def _read_answer_table(exercises: Sequence[StudentExercise], path: str) -> Answers:
    rows = read_table(path)
    _, header = next(rows, (1, []))
    headings = [cell.casefold() for cell in header]
    asked = [name for name in NAMES if name in headings]
    twice = next((name for name in headings if name in (*asked, *WHOSE) and headings.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"the heading {twice} comes twice: take one out", path=printable(path), line=1)
    if not asked or not set(WHOSE) & set(headings):
        raise InputError(
            "expected a line of headings with student or exercise, and with questions such as "
            "value and move: begin with the answers.csv of the exercises",
            path=printable(path),
            line=1,
        )
    _expect_no_slip(headings, path)
    answers: Answers = {}
    for line, cells in rows:
        if any(cells[len(headings) :]):
            raise InputError(
                f"expected {len(headings)} cells as in the headings, found {len(cells)}: "
                "put an answer with commas between quotes",
                path=printable(path),
                line=line,
            )
        row = dict(zip(headings, cells, strict=False))
        exercise = _find(exercises, row, f"{printable(path)}:{line}")
        if exercise.exercise in answers:
            raise InputError(
                f"{printable(exercise.student)} comes twice: take one out", path=printable(path), line=line
            )
        answers[exercise.exercise] = {name: row.get(name, "") for name in asked}
    if not answers:
        raise InputError("expected a row for each student below the headings, found none", path=printable(path))
    return answers


def _expect_no_slip(headings: Sequence[str], path: str) -> None:
    """Refuses a heading that is nearly one that is not there; other columns are nobody's concern."""
    absent = [name for name in (*NAMES, *WHOSE) if name not in headings]
    for heading in headings:
        near = get_close_matches(heading, absent, n=1, cutoff=0.75)
        if heading not in (*NAMES, *WHOSE) and near:
            reason = f"unknown heading {printable(heading)}: did you mean {near[0]}? else give it another name"
            raise InputError(reason, path=printable(path), line=1)


def _find(exercises: Sequence[StudentExercise], row: Mapping[str, str], where: str) -> StudentExercise:
    """The exercise that a row is about: by its code, and by its student."""
    code, student = row.get("exercise", ""), row.get("student", "")
    named = _named(exercises, {student}) if student else exercises
    found = [each for each in named if code in ("", each.exercise)]
    if len(found) == 1 and (code or student):
        return found[0]
    if len(found) > 1 and student:
        raise InputError(
            f"several students are called {printable(student)}: add the column exercise with the code", path=where
        )
    if student and named:
        raise InputError(
            f"{printable(student)} has another exercise than {printable(code)}: the answers are of another run",
            path=where,
        )
    who = printable(student or code) or "nobody"
    raise InputError(f"there is no exercise for {who}: the answers may be of another run", path=where)


def _named(exercises: Sequence[StudentExercise], names: set[str]) -> list[StudentExercise]:
    """The exercises that have one of some names: exactly, or else whatever the case and the coding of accents."""
    for form in (str, _loosely):
        wanted = set(map(form, names))
        found = [each for each in exercises if wanted & {form(each.student), form(each.file), form(each.exercise)}]
        if found:
            return found
    return []


def _loosely(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _read_traces(exercises: Sequence[StudentExercise], folder: str) -> Answers:
    answers: Answers = {}
    for name in _entries(folder):
        path = os.path.join(folder, name)
        whose = _named(exercises, {name, os.path.splitext(name)[0]})
        path = _only_file(path) if os.path.isdir(path) else path
        if len(whose) != 1 or not os.path.isfile(path):
            raise InputError(
                f"expected a trace, in a file that is called as in the inputs of the exercises, "
                f"such as {exercises[0].file}.txt: this may be a folder of another run",
                path=printable(path),
            )
        code = whose[0].exercise
        if code in answers:
            raise InputError(f"{printable(whose[0].student)} has two traces: take one out", path=printable(path))
        answers[code] = {"trace": _read_trace(path)}
    if not answers:
        raise InputError("expected a file with a trace for each student, found none", path=printable(folder))
    return answers


def _entries(folder: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError as error:
        raise InputError(os_reason(error), path=printable(folder)) from None


def _only_file(folder: str) -> str:
    """The file in a student's own folder; the folder itself if it does not hold just one."""
    names = _entries(folder)
    return os.path.join(folder, names[0]) if len(names) == 1 else folder


def _read_trace(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as stream:
            return stream.read(LONGEST + 1)
    except OSError as error:
        raise InputError(os_reason(error), path=printable(path)) from None
