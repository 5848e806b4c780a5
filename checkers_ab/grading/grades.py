"""New files of grades: `grades.csv`, and those that course systems import where no exported gradebook is filled in."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator

from checkers_ab.core.people import FORMULA, Person, covered
from checkers_ab.core.text import printable
from checkers_ab.grading.gradebook import Filled
from checkers_ab.grading.mark import SubmissionResult
from checkers_ab.grading.markup import plain_number
from checkers_ab.grading.plan import GradingPlan
from checkers_ab.grading.submissions import Submission

OWNER = ("login", "id", "email", "late", "attempt")
"""Columns about the person, after those of the cases."""
NOTHING = "nothing handed in"
HEADINGS = {
    "canvas": (["Student", "ID", "SIS User ID", "SIS Login ID", "Section"], []),
    "blackboard": (["Username"], []),
    "brightspace": (["OrgDefinedId", "Username"], ["End-of-Line Indicator"]),
}
"""The headings of a new file before the column for the scores, and after it."""


class _Echo:
    """A file for the csv module that returns what is written to it."""

    def write(self, line: str) -> str:
        return line


def grades(plan: GradingPlan, results: Iterable[SubmissionResult], missing: Iterable[Person] = ()) -> Iterator[str]:
    """The class as lines of CSV: name, score, maximum, status, diagnosis, the points of each case, and the person.

    People who handed in nothing come last, without a score.
    """
    row: Callable[[list[str]], str] = csv.writer(_Echo(), lineterminator="\n").writerow
    yield row(["name", "score", "max", "status", "diagnosis", *(covered(case.name) for case in plan.cases), *OWNER])
    for result in results:
        points = (plain_number(value) for value in (result.score, result.most, *(mark.points for mark in result.marks)))
        score, most, *each = points
        known = [covered(printable(result.owner.get(field, ""))) for field in OWNER]
        name = covered(printable(result.shown))
        yield row([name, score, most, result.status_shown, " ".join(result.diagnoses), *each, *known])
    for person in missing:
        known = [covered(printable(text)) for text in (person.login, person.id, person.email)]
        name = covered(printable(person.called))
        yield row([name, "", plain_number(plan.most), NOTHING, "", *("" for _ in plan.cases), *known, "", ""])


def new_gradebook(
    system: str, scores: Iterable[tuple[Submission, float]], *, title: str, column: str, most: float
) -> Filled:
    """A file that a system imports, with the people whom it can find."""
    notes: list[str] = []
    before, after = HEADINGS[system]
    rows = [[*before, column or _usual_column(system, title, most, notes), *after]]
    if system == "canvas" and not column:
        rows.append(["    Points Possible", *[""] * (len(before) - 1), plain_number(most)])
    for submission, score in scores:
        keys, rest = _row(system, submission, plain_number(score))
        if not any(keys):
            notes.append(f"{printable(submission.shown)}: left out, for {system.capitalize()} needs a login or an id")
            continue
        notes += [
            f"{printable(submission.shown)}: {printable(key)!r} looks like a formula to spreadsheets"
            for key in keys
            if key.startswith(FORMULA)
        ]
        rows.append(rest)
    always = system == "blackboard"
    lines = (",".join(_quoted(cell, always) for cell in row) + "\n" for row in rows)
    return Filled("".join(lines).encode(), notes)


def _usual_column(system: str, title: str, most: float, notes: list[str]) -> str:
    if system == "blackboard":
        notes.append(
            "Blackboard makes a new text column worth 0 of this file: "
            "name a column of its own with --column 'Homework 4 [Total Pts: 60] |123456'"
        )
        return f"{title} [Total Pts: {plain_number(most)}]"
    return f"{title} Points Grade" if system == "brightspace" else title


def _row(system: str, submission: Submission, score: str) -> tuple[list[str], list[str]]:
    """The keys by which a system finds a person, and the whole row."""
    person = submission.person
    if system == "canvas":
        ids = [submission.key, "" if person.id == submission.key else person.id, person.login]
        return [*ids, person.name], [person.name or submission.name, *ids, "", score]
    if system == "blackboard":
        return [person.login], [person.login, score]
    return [person.id, person.login], [person.id, person.login, score, "#"]


def _quoted(cell: str, always: bool) -> str:
    return '"' + cell.replace('"', '""') + '"' if always or re.search(r'[",;\r\n]|^\s|\s$', cell) else cell
