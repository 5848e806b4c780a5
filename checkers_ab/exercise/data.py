"""Exercises as data: what a call makes, what `exercises.json` holds, and what forms and marks are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from checkers_ab.core.errors import InputError

NAMES = ("value", "move", "visited", "cuts", "window", "count", "trace")
"""The questions, in the order in which they are asked."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong answer: what a program with a mistake would answer."""

    answer: str
    mistake: str
    feedback: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its key and wrong answers, all of them different."""

    name: str
    text: str
    key: str
    wrong: tuple[Wrong, ...]


@dataclass(frozen=True, slots=True)
class StudentExercise:
    """One student's exercise."""

    student: str
    exercise: str
    """A short code that no two exercises share: it stands on the sheet, and in the file of answers."""
    file: str
    """The name of its files, without an ending."""
    game: str
    depth: int | None
    """The plies to search; None: to the leaves."""
    state: str
    """The tree or board as text."""
    text: str
    """The task."""
    leaves: int
    cuts: int
    deep_cuts: int
    """The leaves, cuts and deep cuts of its search."""
    questions: tuple[Question, ...]


def as_data(exercises: Sequence[StudentExercise]) -> list[dict[str, Any]]:
    """Exercises as lists, dictionaries, texts and numbers."""
    return [asdict(exercise) for exercise in exercises]


def from_data(data: Any) -> list[StudentExercise]:
    """The exercises that `as_data` made data of; raises InputError."""
    try:
        exercises = [_exercise(each) for each in data]
    except (TypeError, KeyError, AttributeError, ValueError):
        exercises = []
    if not isinstance(data, list) or not exercises:
        raise InputError("expected a list of exercises, as checkers-ab exercise writes it")
    return exercises


def _exercise(data: Mapping[str, Any]) -> StudentExercise:
    questions = tuple(
        Question(each["name"], each["text"], each["key"], tuple(Wrong(**wrong) for wrong in each["wrong"]))
        for each in data["questions"]
    )
    made = StudentExercise(**{**data, "questions": questions})
    texts = [made.student, made.exercise, made.file, made.game, made.state, made.text]
    texts += [text for asked in questions for text in (asked.name, asked.text, asked.key)]
    texts += [text for asked in questions for wrong in asked.wrong for text in (wrong.answer, wrong.feedback)]
    if not all(isinstance(text, str) for text in texts) or not isinstance(made.depth, int | None):
        raise TypeError
    if any(asked.name not in NAMES for asked in questions):
        raise ValueError
    return made
