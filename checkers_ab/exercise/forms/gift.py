"""GIFT: questions as text, without pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from checkers_ab.exercise.data import Question, StudentExercise
from checkers_ab.exercise.forms.markup import RIGHT, answers_of, categories, is_number, plain, plain_lines, title_of
from checkers_ab.exercise.forms.moodle import category_path


def gift_text(exercises: Sequence[StudentExercise]) -> Iterator[str]:
    """The file in pieces: a category for each exercise."""
    yield "// Written by checkers-ab exercise. UTF-8.\n\n"
    for exercise, category in zip(exercises, categories(exercises), strict=True):
        yield f"$CATEGORY: {category_path(category)}\n\n"
        for question in exercise.questions:
            yield f"{_question(exercise, question)}\n\n"


def _question(exercise: StudentExercise, question: Question) -> str:
    title = f"{title_of(exercise)}: {question.name}"
    state = plain_lines(exercise.state)
    text = f"<p>{plain(exercise.text)}</p>{state}<p>{plain(question.text)}</p>"
    return f"::{escaped(title)}::[html]{escaped(text)}{{{_answers(exercise, question)}}}"


def _answers(exercise: StudentExercise, question: Question) -> str:
    if question.name == "trace":
        return ""
    if question.name in ("value", "count") and is_number(question.key):
        wrong = [f"\n=%0%{each.answer}:0#{_html(each.feedback)}" for each in question.wrong if is_number(each.answer)]
        return "".join([f"#\n={question.key}:0#{_html(RIGHT)}", *wrong, "\n"])
    listed = (
        f"\n{'=' if answer == question.key else '~'}{_html(answer)}#{_html(feedback)}"
        for answer, feedback in answers_of(exercise, question)
    )
    return "".join([*listed, "\n"])


def _html(text: str) -> str:
    return escaped(plain(text))


def escaped(text: str) -> str:
    """Text with a backslash before each character that has a meaning."""
    return re.sub(r"([\\~=#{}:])", r"\\\1", text)
