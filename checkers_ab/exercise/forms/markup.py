"""Parts that several forms share: text as HTML, pictures, choices."""

from __future__ import annotations

import random
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from checkers_ab.core.setting import Setting
from checkers_ab.draw.picture import Picture, SearchPicture
from checkers_ab.draw.svg import draw_svg, svg_element
from checkers_ab.draw.svg_grid import plain as plain
from checkers_ab.exercise.make import StudentExercise, load_state
from checkers_ab.exercise.marking import RIGHT as RIGHT
from checkers_ab.exercise.questions import Question
from checkers_ab.exercise.trees import is_tree
from checkers_ab.explain.tree import TooManyNodes, tree_picture

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
