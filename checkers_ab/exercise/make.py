"""Making the exercises of a class, and exercises as the data of `exercises.json`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from checkers_ab.core.errors import InputError, OptionError, nearest
from checkers_ab.core.filenames import is_portable
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.people import read_people, read_table
from checkers_ab.core.text import printable
from checkers_ab.exercise.boards import Candidate
from checkers_ab.exercise.questions import NAMES, Asker, Question, Wrong
from checkers_ab.exercise.sampling import Recipe, Sampler
from checkers_ab.games.registry import make_game, split_game

GAMES = ("tree", "checkers", "tictactoe", "connect4")
"""The games that exercises can be about."""
LONGEST_FILE = 40
"""Characters of a file's name, without its ending and code."""


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


def expect_game(name: str) -> None:
    """Raises OptionError for a game that exercises can't be about."""
    known = split_game(name)[0]
    if known not in GAMES:
        raise OptionError(f"no exercises about {known!r}; {nearest(known, GAMES)}")


def read_names(path: str) -> list[str]:
    """The names of all students in a roster, or what they have instead. InputError if two have the same."""
    lines: dict[str, int] = {}
    for line, person, _ in read_people(path, read_table(path)):
        name = person.called
        if name in lines:
            where = f"lines {lines[name]} and {line}"
            raise InputError(
                f"the name {printable(name)!r} comes twice, in {where}: change one of them", path=path, line=line
            )
        lines[name] = line
    if not lines:
        raise InputError("expected the names of students below the headings, found none", path=path)
    return list(lines)


def make_exercise(recipe: Recipe, name: str = "1", *, seconds: float = 60.0) -> StudentExercise:
    """The exercise of one name, "3" for number 3 of a pool; raises OptionError, InputError or ShortageError."""
    expect_game(recipe.game)
    return make_exercises(Sampler(recipe, seconds=seconds), [name])[0]


def make_exercises(sampler: Sampler, names: Sequence[str]) -> list[StudentExercise]:
    """An exercise for each name, no two the same, whatever the order of the names; raises ShortageError."""
    asker = Asker(sampler.programs, sampler.separated)
    exercises: dict[str, StudentExercise] = {}
    files: set[str] = set()
    for name in sorted(names, key=lambda name: (len(name), name)):
        state = sampler.draw(name)
        text = sampler.kit.format_state(state)
        code = _code(f"{sampler.recipe.seed}\n{name}\n{sampler.kit.name}\n{text}")
        leaves, cuts, deep_cuts = Candidate(sampler.programs, state).measures.hardness
        exercises[name] = StudentExercise(
            student=name,
            exercise=code,
            file=_file_name(name, code, files),
            game=sampler.kit.name,
            depth=sampler.wishes.depth,
            state=text,
            text=asker.introduce(state),
            leaves=leaves,
            cuts=cuts,
            deep_cuts=deep_cuts,
            questions=asker.ask(state),
        )
    return [exercises[name] for name in names]


def _code(text: str) -> str:
    """A code that no spreadsheet takes for a number."""
    return f"x{sha256(text.encode('utf-8', 'replace')).hexdigest()[:7]}"


def _file_name(name: str, code: str, taken: set[str]) -> str:
    """A name for files on any system: that of the student if possible, with the code if not."""
    plain = re.sub(r"[^A-Za-z0-9_.]+", "-", name)[:LONGEST_FILE].strip("-.")
    if plain != name or not is_portable(plain) or plain.lower() in taken:
        plain = f"{plain}-{code}".lstrip("-")
    taken.add(plain.lower())
    return plain


def load_state(exercise: StudentExercise) -> tuple[AnyKit, Any]:
    """The game and the tree or board of an exercise; raises InputError if it has none."""
    try:
        return _load_state(exercise.game, exercise.state)
    except ValueError as error:
        raise InputError(f"exercise {exercise.exercise}: {error}") from None


@lru_cache(maxsize=256)
def _load_state(game: str, state: str) -> tuple[AnyKit, Any]:
    expect_game(game)
    kit = make_game(game)
    return kit, kit.parse_state(state)
