"""The forms in which exercises are handed out, each a file, and what they share: HTML, pictures, choices."""

from __future__ import annotations

import csv
import json
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from io import StringIO

from checkers_ab.core.people import covered
from checkers_ab.core.picture import Picture, SearchPicture
from checkers_ab.core.setting import Setting
from checkers_ab.draw.svg import draw_svg, svg_element
from checkers_ab.draw.svg_grid import plain
from checkers_ab.exercise.make import StudentExercise, as_data, load_state
from checkers_ab.exercise.marking import RIGHT
from checkers_ab.exercise.questions import NAMES, Question
from checkers_ab.exercise.trees import is_tree
from checkers_ab.explain.tree import TooManyNodes, tree_picture

FORMS = {"moodle": "moodle.xml", "canvas": "canvas.zip", "sheet": "sheet.html", "keys": "keys.html"}
"""The forms, and what each is written to."""


def write_forms(exercises: Sequence[StudentExercise], forms: Sequence[str], *, pool: bool) -> dict[str, bytes]:
    """All files by their paths: the data, the trees or boards as text and pictures, and the forms asked for."""
    files = {"exercises.json": json.dumps(as_data(exercises), indent=1) + "\n", "answers.csv": answer_table(exercises)}
    for exercise in exercises:
        files[f"inputs/{exercise.file}.txt"] = exercise.state
        files[f"pictures/{exercise.file}.svg"] = picture_file(exercise)
    written = {path: text.encode("utf-8", "replace") for path, text in files.items()}
    return written | {FORMS[form]: _write_form(form, exercises, pool=pool) for form in forms}


def _write_form(form: str, exercises: Sequence[StudentExercise], *, pool: bool) -> bytes:
    from checkers_ab.exercise.forms import canvas, moodle, sheets

    if form == "canvas":
        return canvas.canvas_zip(exercises)
    if form == "moodle":
        return "".join(moodle.moodle_xml(exercises, pool=pool)).encode()
    return "".join((sheets.sheet_html if form == "sheet" else sheets.keys_html)(exercises)).encode()


def answer_table(exercises: Sequence[StudentExercise]) -> str:
    """A CSV file to be filled in with answers, for `exercise mark`."""
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    asked = {question.name for exercise in exercises for question in exercise.questions}
    names = [name for name in NAMES if name in asked]
    table.writerow(["student", "exercise", *names])
    table.writerows([covered(exercise.student), exercise.exercise, *[""] * len(names)] for exercise in exercises)
    return out.getvalue()


MOST_CHOICES = 6
"""Answers of a multiple choice question."""
LONGEST_TITLE = 180
"""Characters of a name in a title; Moodle has room for 255, with the question."""
POOL = "Pool"
"""The category of whole exercises."""
OTHER = "This is not right. Go through the search step by step, and write down alpha and beta at each node."
_INTEGER = re.compile(r"-?[0-9]{1,15}")


def plain_lines(text: str) -> str:
    """Lines of text as preformatted HTML on one line."""
    return f"<pre>{'<br>'.join(map(plain, text.rstrip().split(chr(10))))}</pre>"


def on_one_line(text: str) -> str:
    """The text on one line, without what can't be seen."""
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())


def title_of(exercise: StudentExercise) -> str:
    """The student's name for titles: on one line, and not too long for the tables of a course system."""
    name = on_one_line(exercise.student)
    return name if 0 < len(name) <= LONGEST_TITLE else f"{name[:LONGEST_TITLE]} {exercise.exercise}".strip()


def categories(exercises: Sequence[StudentExercise]) -> list[str]:
    """A category for each student: the name, and the code where a course system would take two for the same."""
    titles = list(map(title_of, exercises))
    alike = Counter(map(_compared, titles))
    return [
        title if alike[_compared(title)] == 1 and title != POOL else f"{title} {exercise.exercise}"
        for title, exercise in zip(titles, exercises, strict=True)
    ]


def _compared(title: str) -> str:
    """A title as some databases compare it: without case and accents."""
    letters = unicodedata.normalize("NFKD", title.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def is_number(text: str) -> bool:
    """True for an integer: course systems have questions for these."""
    return bool(_INTEGER.fullmatch(text))


def answers_of(exercise: StudentExercise, question: Question) -> list[tuple[str, str]]:
    """The answers to choose from, each with its feedback, in an order that does not give the key away."""
    wrong = [(each.answer, each.feedback) for each in question.wrong[: MOST_CHOICES - 1]]
    choices = [(question.key, RIGHT), *wrong]
    random.Random(f"{exercise.exercise} {question.name}").shuffle(choices)
    return choices


def picture_title(exercise: StudentExercise) -> str:
    return f"{title_of(exercise)}: exercise {exercise.exercise}"


@lru_cache(maxsize=256)
def picture_file(exercise: StudentExercise) -> str:
    """The tree or board as an SVG file."""
    kit, state = load_state(exercise)
    return draw_svg(kit.picture(state), title=picture_title(exercise))


def picture_to_fill_in(exercise: StudentExercise) -> str:
    """The `svg` element of the tree with room for values and windows; of the board, if it is one."""
    return svg_element(_sheet_picture(exercise, blank=True), title=picture_title(exercise))


def picture_of_key(exercise: StudentExercise) -> str:
    """The `svg` element of the tree with values, windows and cuts; of the board, if it is one."""
    return svg_element(_sheet_picture(exercise, blank=False), title=picture_title(exercise))


def _sheet_picture(exercise: StudentExercise, *, blank: bool) -> Picture | SearchPicture:
    kit, state = load_state(exercise)
    if is_tree(kit):
        try:
            return tree_picture(Setting(kit), state, blank=blank)
        except TooManyNodes:
            pass
    return kit.picture(state)
