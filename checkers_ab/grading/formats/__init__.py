"""Results in the formats of students, graders and course systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from checkers_ab.grading.feedback import feedback
from checkers_ab.grading.feedback_html import feedback_html
from checkers_ab.grading.mark import SubmissionResult, for_students
from checkers_ab.grading.plan import GradingPlan

FORMATS = {
    "gradescope": "gradescope.json",
    "junit": "junit.xml",
    "text": "feedback.txt",
}
"""Every format of a submission with its file name in the results folder. Each is in the module of its name."""
PAGES = {"feedback.md": feedback, "feedback.html": feedback_html}
"""The files that every submission has besides its result."""


def write_format(name: str, results: Sequence[SubmissionResult], title: str) -> str:
    """Results in a format. All but JUnit hold a single one."""
    write: Callable[[Sequence[SubmissionResult], str], str] = import_module(f"checkers_ab.grading.formats.{name}").write
    return write(results, title)


def page_names(formats: Sequence[str]) -> set[str]:
    """The names of the files of a submission besides its result."""
    return {*PAGES, *(FORMATS[name] for name in formats)}


def pages_of(plan: GradingPlan, result: SubmissionResult, formats: Sequence[str]) -> dict[str, str]:
    """The files of a submission besides its result, by name."""
    shown = for_students(result, points_only=plan.points_only)
    return {
        **{name: write(shown, shown.title) for name, write in PAGES.items()},
        **{FORMATS[name]: write_format(name, [shown], shown.title) for name in formats},
    }
