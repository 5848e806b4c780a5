"""Sheets for print: the exercises with room to write, and the keys on sheets of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from checkers_ab.draw.svg_grid import plain
from checkers_ab.exercise.forms import picture_of_key, picture_to_fill_in, plain_lines
from checkers_ab.exercise.make import StudentExercise
from checkers_ab.exercise.questions import Question
from checkers_ab.page.page import fill, part

LINES = {"visited": 2, "cuts": 2}
"""Lines to write an answer on, where one is not enough."""
ON_A_LINE = 60
"""Characters that have room on a line by hand."""


def sheet_html(exercises: Sequence[StudentExercise]) -> Iterator[str]:
    """The exercises, one after the other, each on a page of its own."""
    return _page("Exercises", map(_sheet, exercises))


def keys_html(exercises: Sequence[StudentExercise]) -> Iterator[str]:
    """The keys, with what each wrong answer shows."""
    return _page("Keys", map(_keys, exercises))


def _page(title: str, sections: Iterator[str]) -> Iterator[str]:
    return fill(part("sheet.html", beside=__file__), {"title": [title], "sections": sections})


def _sheet(exercise: StudentExercise) -> str:
    asked = "".join(map(_asked, exercise.questions))
    tree = plain_lines(exercise.state) if exercise.state.count("\n") == 1 else ""  # a board is clear from its picture
    text = f"<p>{plain(exercise.text)}</p>{tree}"
    return _section(exercise, f"{text}<figure>{picture_to_fill_in(exercise)}</figure>\n<ol>\n{asked}</ol>")


def _section(exercise: StudentExercise, content: str) -> str:
    head = f"<header><h1>{plain(exercise.student)}</h1><p>Exercise {exercise.exercise}</p></header>"
    return f"<section>\n{head}\n{content}\n</section>\n"


def _asked(question: Question) -> str:
    needed = question.key.count("\n") + 2 if question.name == "trace" else ceil(len(question.key) / ON_A_LINE)
    lines = '<div class="line"></div>' * max(needed, LINES.get(question.name, 1))
    return f'<li class="{question.name}">{plain(question.text)}{lines}</li>\n'


def _keys(exercise: StudentExercise) -> str:
    rows = "".join(map(_key, exercise.questions))
    measures = f"{exercise.leaves} leaves visited, {exercise.cuts} cuts, {exercise.deep_cuts} of them deep."
    table = f"<table><thead><tr><th>Question<th>Key<th>Wrong answers</thead>\n<tbody>{rows}</tbody></table>"
    return _section(exercise, f"<p>{measures}</p>\n<figure>{picture_of_key(exercise)}</figure>\n{table}")


def _key(question: Question) -> str:
    if question.name == "trace":
        names = plain(", ".join(wrong.mistake for wrong in question.wrong))
        return f"<tr><th>trace<td>{plain_lines(question.key)}<td>{names}\n"
    wrong = "".join(f"<dt>{plain(each.answer)}<dd>{plain(each.mistake)}" for each in question.wrong)
    return f"<tr><th>{question.name}<td>{plain(question.key)}<td><dl>{wrong}</dl>\n"
