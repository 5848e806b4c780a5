"""The forms in which exercises are handed out, each a file."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from io import StringIO

from checkers_ab.core.people import covered
from checkers_ab.exercise.forms.markup import picture_file
from checkers_ab.exercise.make import StudentExercise, as_data
from checkers_ab.exercise.questions import NAMES

FORMS = {
    "moodle": "moodle.xml",
    "canvas": "canvas.zip",
    "sheet": "sheet.html",
    "keys": "keys.html",
}
"""The forms, and what each is written to."""


def write_forms(exercises: Sequence[StudentExercise], forms: Sequence[str], *, pool: bool) -> dict[str, bytes]:
    """All files by their paths: the data, the trees or boards as text and pictures, and the forms asked for."""
    files = {
        "exercises.json": json.dumps(as_data(exercises), indent=1) + "\n",
        "answers.csv": answer_table(exercises),
    }
    for exercise in exercises:
        files[f"inputs/{exercise.file}.txt"] = exercise.state
        files[f"pictures/{exercise.file}.svg"] = picture_file(exercise)
    written = {path: text.encode("utf-8", "replace") for path, text in files.items()}
    return written | {FORMS[form]: _write_form(form, exercises, pool=pool) for form in forms}


def _write_form(form: str, exercises: Sequence[StudentExercise], *, pool: bool) -> bytes:
    from checkers_ab.exercise.forms import canvas, moodle, sheets

    if form == "canvas":
        return canvas.canvas_zip(exercises)
    pieces = {
        "moodle": lambda: moodle.moodle_xml(exercises, pool=pool),
        "sheet": lambda: sheets.sheet_html(exercises),
        "keys": lambda: sheets.keys_html(exercises),
    }
    return "".join(pieces[form]()).encode()


def answer_table(exercises: Sequence[StudentExercise]) -> str:
    """A CSV file to be filled in with answers, for `exercise mark`."""
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    asked = {question.name for exercise in exercises for question in exercise.questions}
    names = [name for name in NAMES if name in asked]
    table.writerow(["student", "exercise", *names])
    table.writerows([covered(exercise.student), exercise.exercise, *[""] * len(names)] for exercise in exercises)
    return out.getvalue()
