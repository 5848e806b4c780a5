"""Markdown: the exercises as a page, without keys."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import punctuation

from checkers_ab.exercise.data import StudentExercise
from checkers_ab.exercise.forms.markup import on_one_line
from checkers_ab.exercise.make import load_state
from checkers_ab.exercise.trees import is_tree

SIGNS = "".join(sign for sign in punctuation if sign not in ",.?'-")
"""Punctuation that gets a backslash; the others have a meaning only at the beginning of a line."""


def markdown_text(exercises: Sequence[StudentExercise]) -> Iterator[str]:
    """The page in pieces."""
    yield "# Exercises\n\nTo be marked by `checkers-ab exercise mark`, which reads the answers from `answers.csv`.\n"
    for exercise in exercises:
        yield f"\n## {escaped(exercise.student)}\n\nExercise {exercise.exercise}. {escaped(exercise.text)}\n\n"
        yield f"![{_what(exercise)}](pictures/{exercise.file}.svg)\n\n```text\n{exercise.state.rstrip()}\n```\n\n"
        for place, question in enumerate(exercise.questions, 1):
            yield f"{place}. {escaped(question.text)} ({question.name})\n"


def _what(exercise: StudentExercise) -> str:
    return "the tree" if is_tree(load_state(exercise)[0]) else "the board"


def escaped(text: str) -> str:
    """Text on one line with a backslash before all punctuation that Markdown may take for its own."""
    return re.sub(f"[{re.escape(SIGNS)}]", r"\\\g<0>", on_one_line(text))
