"""`grades.csv`: a row for each person."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator

from checkers_ab.core.people import Person
from checkers_ab.core.text import printable
from checkers_ab.grading.mark import SubmissionResult
from checkers_ab.grading.markup import plain_number
from checkers_ab.grading.plan import GradingPlan

OWNER = ("login", "id", "email", "late", "attempt")
"""Columns about the person, after those of the cases."""
NOTHING = "nothing handed in"


class _Echo:
    """A file for the csv module that returns what is written to it."""

    def write(self, line: str) -> str:
        return line


def grades(plan: GradingPlan, results: Iterable[SubmissionResult], missing: Iterable[Person] = ()) -> Iterator[str]:
    """The class as lines of CSV: name, score, maximum, status, diagnosis, the points of each case, and the person.

    People who handed in nothing come last, without a score.
    """
    row: Callable[[list[str]], str] = csv.writer(_Echo(), lineterminator="\n").writerow
    yield row(["name", "score", "max", "status", "diagnosis", *(_cell(case.name) for case in plan.cases), *OWNER])
    for result in results:
        points = (plain_number(value) for value in (result.score, result.most, *(mark.points for mark in result.marks)))
        score, most, *each = points
        known = [_cell(printable(result.owner.get(field, ""))) for field in OWNER]
        name = _cell(printable(result.shown))
        yield row([name, score, most, result.status_shown, " ".join(result.diagnoses), *each, *known])
    for person in missing:
        known = [_cell(printable(text)) for text in (person.login, person.id, person.email)]
        name = _cell(printable(person.called))
        yield row([name, "", plain_number(plan.most), NOTHING, "", *("" for _ in plan.cases), *known, "", ""])


def _cell(text: str) -> str:
    """Text that no spreadsheet reads as a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
