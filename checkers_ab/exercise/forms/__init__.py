"""The forms in which exercises are handed out, each a file or a folder."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from io import StringIO

from checkers_ab.core.people import covered
from checkers_ab.exercise.data import NAMES, StudentExercise, as_data
from checkers_ab.exercise.forms.markup import picture_file
from checkers_ab.exercise.sampling import Recipe, Target

FORMS = {
    "moodle": "moodle.xml",
    "canvas": "canvas.zip",
    "gift": "questions.gift",
    "prairielearn": "prairielearn/",
    "sheet": "sheet.html",
    "keys": "keys.html",
    "markdown": "README.md",
}
"""The forms, and what each is written to."""


def write_forms(
    exercises: Sequence[StudentExercise], recipe: Recipe, target: Target, forms: Sequence[str], *, pool: bool
) -> dict[str, bytes]:
    """All files by their paths: the data, the trees or boards as text and pictures, and the forms asked for."""
    files = {
        "exercises.json": json.dumps(as_data(exercises), indent=1) + "\n",
        "answers.csv": answer_table(exercises),
    }
    for exercise in exercises:
        files[f"inputs/{exercise.file}.txt"] = exercise.state
        files[f"pictures/{exercise.file}.svg"] = picture_file(exercise)
    written = {path: text.encode("utf-8", "replace") for path, text in files.items()}
    for form in forms:
        written |= _write_form(form, exercises, recipe, target, pool=pool)
    return written


def _write_form(
    form: str, exercises: Sequence[StudentExercise], recipe: Recipe, target: Target, *, pool: bool
) -> dict[str, bytes]:
    from checkers_ab.exercise.forms import canvas, gift, markdown, moodle, prairielearn, sheets

    if form == "canvas":
        return {FORMS[form]: canvas.canvas_zip(exercises)}
    if form == "prairielearn":
        folder = prairielearn.question_folder(recipe, target)
        return {f"{FORMS[form]}{name}": text.encode() for name, text in folder.items()}
    pieces = {
        "moodle": lambda: moodle.moodle_xml(exercises, pool=pool),
        "gift": lambda: gift.gift_text(exercises),
        "sheet": lambda: sheets.sheet_html(exercises),
        "keys": lambda: sheets.keys_html(exercises),
        "markdown": lambda: markdown.markdown_text(exercises),
    }
    return {FORMS[form]: "".join(pieces[form]()).encode()}


def answer_table(exercises: Sequence[StudentExercise]) -> str:
    """A CSV file to be filled in with answers, for `exercise mark`."""
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    asked = {question.name for exercise in exercises for question in exercise.questions}
    names = [name for name in NAMES if name in asked]
    table.writerow(["student", "exercise", *names])
    table.writerows([covered(exercise.student), exercise.exercise, *[""] * len(names)] for exercise in exercises)
    return out.getvalue()
