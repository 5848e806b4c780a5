"""Grading a class: submissions that are new or have changed are graded, then the files of the class are written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite

from checkers_ab.core.text import os_reason
from checkers_ab.grading.adjust import Adjustments
from checkers_ab.grading.classfiles import ClassFiles
from checkers_ab.grading.cluster import grade_on_cluster
from checkers_ab.grading.formats import page_names, pages_of
from checkers_ab.grading.grade import grading_key
from checkers_ab.grading.mark import SubmissionResult, with_points
from checkers_ab.grading.plan import GradingPlan
from checkers_ab.grading.results import ResultsFolder
from checkers_ab.grading.submissions import Submission, submission_key
from checkers_ab.grading.workers import Task, grade_locally
from checkers_ab.sandbox.box import Box

OnResult = Callable[[Submission, "SubmissionResult | str", bool], object]
"""Called for each submission with its result, or the reason why there is none, and True if it was graded before."""


@dataclass(frozen=True, kw_only=True)
class GradingRun:
    """One run over a class: what is graded, by which plan, where, and what is written."""

    plan: GradingPlan
    submissions: Sequence[Submission]
    results: ResultsFolder
    box: Box | None
    """None if no program is run."""
    jobs: int = 1
    """Submissions that are graded at the same time on this machine."""
    cluster: str = ""
    """The address of a dask scheduler; empty for this machine."""
    sandbox: str = "auto"
    """The kind of box that the workers of a cluster make."""
    hide: Sequence[str] = ()
    """Folders that such a box must not show."""
    formats: Sequence[str] = ()
    """Further formats to write."""
    redo: Collection[str] = ()
    """Names of submissions to grade again."""
    adjustments: Adjustments = field(default_factory=Adjustments)


def grade_class(run: GradingRun, files: ClassFiles, on_result: OnResult) -> None:
    """Grades what is not graded yet, and writes the results of the class."""
    failed: dict[Submission, str] = {}
    tasks = _missing(run, on_result, failed)
    if run.cluster:
        graded = grade_on_cluster(run.cluster, run.plan, run.sandbox, run.hide, tasks)
    else:
        graded = grade_locally(run.plan, run.box, tasks, run.jobs)
    for submission, answer in graded:
        if isinstance(answer, SubmissionResult):
            result = finished(run.plan, submission, answer, run.adjustments)
            run.results.save(submission, result, pages_of(run.plan, result, run.formats))
            on_result(submission, result, False)
        else:
            failed[submission] = answer
            on_result(submission, answer, False)
    files.write(run.results, run.submissions, failed)


def finished(
    plan: GradingPlan, submission: Submission, result: SubmissionResult, adjustments: Adjustments
) -> SubmissionResult:
    """A result with its points, its owner and its adjustments, from the findings that it holds."""
    person = submission.person
    owner = {
        "name": person.name,
        "login": person.login,
        "id": person.id or submission.key,
        "email": person.email,
        "late": "late" if submission.late else "",
        "attempt": submission.attempt,
        "team": submission.team,
    }
    known = {name: value for name, value in owner.items() if value}
    return adjustments.apply(with_points(plan, replace(result, owner=known)))


def _missing(run: GradingRun, on_result: OnResult, failed: dict[Submission, str]) -> Iterator[Task]:
    """Submissions to grade. If only points, names or adjustments have changed, the result is marked again instead."""
    for submission in run.submissions:
        again = run.adjustments.key(submission.name)
        try:
            key = grading_key(run.plan, submission_key(submission, run.plan.limits), run.box, again)
        except OSError as error:
            failed[submission] = f"it can't be read: {os_reason(error)}"
            on_result(submission, failed[submission], False)
            continue
        before = run.results.finished(submission)
        if before and _fits(before, run.plan, key) and submission.name not in run.redo:
            result = finished(run.plan, submission, before, run.adjustments)
            wanted = page_names(run.formats)
            if result != before:
                run.results.save(submission, result, pages_of(run.plan, result, run.formats))
            elif not wanted <= run.results.names(submission):
                run.results.add(submission, pages_of(run.plan, result, run.formats))
            on_result(submission, result, result == before)
        else:
            yield Task(submission, key)


def _fits(before: SubmissionResult, plan: GradingPlan, key: str) -> bool:
    """True if the findings of an earlier result still hold, and were written by this program."""
    names = [mark.case for mark in before.marks]
    return before.key == key and isfinite(before.score) and names == [case.name for case in plan.cases]
