"""Marking what a class hands in: answers by the keys, traces by the judge; marks as text, CSV or JSON."""

from __future__ import annotations

import csv
import json
import os
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from functools import cache
from io import StringIO
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.errors import InputError
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.people import covered, read_table
from checkers_ab.core.setting import Setting
from checkers_ab.core.text import os_reason, printable
from checkers_ab.exercise.make import StudentExercise, from_data, load_state
from checkers_ab.exercise.questions import LONGEST, NAMES, Question, parse_answer
from checkers_ab.games.registry import make_game
from checkers_ab.judge.answer import is_optimal
from checkers_ab.judge.check import Judge
from checkers_ab.judge.program import right_models
from checkers_ab.logs.events import FirstMove

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
    """The answers in a CSV file, or in a folder of traces; empty where nothing was handed in. Raises InputError."""
    found = _read_traces(exercises, path) if os.path.isdir(path) else _read_answer_table(exercises, path)
    nothing = {name: "" for answers in found.values() for name in answers}
    return {exercise.exercise: found.get(exercise.exercise, nothing) for exercise in exercises}


def _read_answer_table(exercises: Sequence[StudentExercise], path: str) -> Answers:
    rows, where = read_table(path), printable(path)
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
                path=where,
                line=line,
            )
        row = dict(zip(headings, cells, strict=False))
        exercise = _find(exercises, row, f"{where}:{line}")
        if exercise.exercise in answers:
            raise InputError(f"{printable(exercise.student)} comes twice: take one out", path=where, line=line)
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


RIGHT, NOTHING = "Right.", "No answer."
MOST_UNREADABLE = 1_000
"""Lines of a trace that can't be read; the rest is not looked at then."""


@dataclass(frozen=True, slots=True)
class AnswerMark:
    """The worth of an answer, 0 or 1, and why."""

    question: str
    points: int
    feedback: str


def mark(exercise: StudentExercise, answers: Mapping[str, str]) -> list[AnswerMark]:
    """A mark for each question of an exercise that is among the answers; an empty answer is worth nothing."""
    kit, state = load_state(exercise)
    asked = [question for question in exercise.questions if question.name in answers]
    return [_mark(kit, state, exercise, question, answers[question.name]) for question in asked]


def _mark(kit: AnyKit, state: Any, exercise: StudentExercise, question: Question, answer: str) -> AnswerMark:
    name = question.name
    if not answer.strip():
        return AnswerMark(name, 0, NOTHING)
    if name == "trace":
        return _mark_trace(exercise, state, answer)
    meaning = parse_answer(kit, name, answer)
    if meaning is None:
        return AnswerMark(name, 0, f"This can't be read. {question.text}")
    if meaning == parse_answer(kit, name, question.key) or (name == "move" and _is_best(kit, exercise, state, meaning)):
        return AnswerMark(name, 1, RIGHT)
    for wrong in question.wrong:
        if meaning == parse_answer(kit, name, wrong.answer):
            return AnswerMark(name, 0, wrong.feedback)
    return AnswerMark(name, 0, "This is not right, and no common mistake leads to it.")


def _is_best(kit: AnyKit, exercise: StudentExercise, state: Any, key: Any) -> bool:
    """True for a move that is as good as the key."""
    return is_optimal(right_models(Setting(kit, exercise.depth))[0], state, FirstMove(1, key))


def _mark_trace(exercise: StudentExercise, state: Any, trace: str) -> AnswerMark:
    if len(trace) > LONGEST:
        return AnswerMark("trace", 0, f"The trace has more than {LONGEST:,} characters.")
    judge = _judge(exercise.game, exercise.depth)
    report = judge.check([Case("case1", 1, False, state, [])], trace, most_unreadable=MOST_UNREADABLE)
    (case,) = report.cases
    if case.valid or case.right_but_for_layout:
        return AnswerMark("trace", 1, RIGHT)
    if report.diagnosis:
        return AnswerMark("trace", 0, " ".join([report.diagnosis.sentence, *report.diagnosis.fixes]))
    finding = case.findings[0]
    return AnswerMark("trace", 0, f"Line {finding.line}: {finding.message}")


@cache
def _judge(game: str, depth: int | None) -> Judge:
    return Judge(Setting(make_game(game), depth))


@dataclass(frozen=True)
class Marked:
    """A student's exercise with its marks."""

    exercise: StudentExercise
    marks: Sequence[AnswerMark]

    @property
    def points(self) -> int:
        return sum(mark.points for mark in self.marks)


def format_text(class_: Sequence[Marked]) -> str:
    """The points of each student, and feedback for what is wrong."""
    lines = []
    for each in class_:
        lines.append(f"{printable(each.exercise.student)}: {each.points} of {len(each.marks)}")
        if all(mark.feedback == NOTHING for mark in each.marks):
            lines[-1] += ", nothing handed in"
            continue
        lines += [f"  {mark.question:8} {printable(mark.feedback)}" for mark in each.marks if not mark.points]
    return "".join(f"{line}\n" for line in lines)


def format_csv(class_: Sequence[Marked]) -> str:
    """A row for each student: the points, those of each question, and the feedback."""
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    asked = {mark.question for each in class_ for mark in each.marks}
    names = [name for name in NAMES if name in asked]
    table.writerow(["student", "exercise", "points", "of", *names, "feedback"])
    for each in class_:
        points = {mark.question: mark.points for mark in each.marks}
        said = "\n".join(f"{mark.question}: {mark.feedback}" for mark in each.marks if not mark.points)
        head = [covered(each.exercise.student), each.exercise.exercise, each.points, len(each.marks)]
        table.writerow([*head, *(points.get(name, "") for name in names), covered(said)])
    return out.getvalue()


def format_json(class_: Sequence[Marked]) -> str:
    """A list of students with their marks."""
    data = [
        {
            "student": each.exercise.student,
            "exercise": each.exercise.exercise,
            "points": each.points,
            "of": len(each.marks),
            "marks": [asdict(mark) for mark in each.marks],
        }
        for each in class_
    ]
    return json.dumps(data, indent=1) + "\n"


FORMATS: dict[str, Callable[[Sequence[Marked]], str]] = {"text": format_text, "csv": format_csv, "json": format_json}
