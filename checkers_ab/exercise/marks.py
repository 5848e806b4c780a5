"""The marks of a class as text, CSV or JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from io import StringIO

from checkers_ab.core.people import covered
from checkers_ab.core.text import printable
from checkers_ab.exercise.data import NAMES, StudentExercise
from checkers_ab.exercise.marking import NOTHING, AnswerMark


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
