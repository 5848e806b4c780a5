"""Marking answers by the keys, and traces by the judge; the marks of a class as text, CSV or JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from io import StringIO
from typing import Any

from checkers_ab.core.case import Case
from checkers_ab.core.kit import Kit
from checkers_ab.core.people import covered
from checkers_ab.core.setting import Setting
from checkers_ab.core.text import printable
from checkers_ab.exercise.make import StudentExercise, load_state
from checkers_ab.exercise.questions import LONGEST, NAMES, Question, parse_answer
from checkers_ab.games.registry import make_game
from checkers_ab.judge.answer import is_optimal
from checkers_ab.judge.check import Judge
from checkers_ab.judge.model import right_models
from checkers_ab.logs.events import FirstMove

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


def _mark(
    kit: Kit[Any, Any, Any], state: Any, exercise: StudentExercise, question: Question, answer: str
) -> AnswerMark:
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


def _is_best(kit: Kit[Any, Any, Any], exercise: StudentExercise, state: Any, key: Any) -> bool:
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
