"""Grading a class: submissions that are new or have changed are graded, then the files of the class are written."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

from checkers_ab.core.text import os_reason, printable
from checkers_ab.grading.cluster import grade_on_cluster
from checkers_ab.grading.feedback import feedback
from checkers_ab.grading.formats import FORMATS, junit, write_format
from checkers_ab.grading.grade import grading_key
from checkers_ab.grading.mark import SubmissionResult, for_students
from checkers_ab.grading.plan import POINTS_SHOWN, GradingPlan
from checkers_ab.grading.report import report
from checkers_ab.grading.results import PAGE, ResultsFolder, write_whole
from checkers_ab.grading.submissions import Submission, content_key
from checkers_ab.grading.summary import Summary, grades, row_of
from checkers_ab.grading.workers import Graded, Task, grade_locally
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


def grade_class(run: GradingRun, on_result: OnResult) -> None:
    """Grades what is not graded yet, and writes the results of the class."""
    failed: dict[Submission, str] = {}
    tasks = _missing(run, on_result, failed)
    for submission, answer in _graded(run, tasks):
        if isinstance(answer, SubmissionResult):
            run.results.save(submission, answer, _pages(run, answer))
        else:
            failed[submission] = answer
        on_result(submission, answer, False)
    _write_class(run, failed)


def _pages(run: GradingRun, result: SubmissionResult) -> dict[str, str]:
    """The files of a submission besides its result, by name."""
    title = run.plan.title
    shown = for_students(result, points_only=run.plan.hidden == POINTS_SHOWN)
    return {
        PAGE: feedback(shown, title),
        **{FORMATS[name]: write_format(name, [shown], title) for name in run.formats},
    }


def _graded(run: GradingRun, tasks: Iterator[Task]) -> Iterator[Graded]:
    """Grades the tasks, here or on the cluster."""
    if run.cluster:
        return grade_on_cluster(run.cluster, run.plan, run.sandbox, run.hide, tasks)
    return grade_locally(run.plan, run.box, tasks, run.jobs)


def _missing(run: GradingRun, on_result: OnResult, failed: dict[Submission, str]) -> Iterator[Task]:
    """Submissions without a result, or whose result depends on something that has changed since."""
    for submission in run.submissions:
        try:
            key = grading_key(run.plan, content_key(submission.path, run.plan.limits), run.box)
        except OSError as error:
            failed[submission] = f"it can't be read: {os_reason(error)}"
            on_result(submission, failed[submission], False)
            continue
        before = run.results.finished(submission)
        if before and _fits(before, run.plan, key) and submission.name not in run.redo:
            wanted = {PAGE, *(FORMATS[name] for name in run.formats)}
            if not wanted <= set(os.listdir(run.results.place(submission))):
                run.results.add(submission, _pages(run, before))
            on_result(submission, before, True)
        else:
            yield Task(submission, key)


def _fits(before: SubmissionResult, plan: GradingPlan, key: str) -> bool:
    """True if an earlier result still holds, and was written by this program."""
    names = [mark.case for mark in before.marks]
    return before.key == key and isfinite(before.score) and names == [case.name for case in plan.cases]


def _write_class(run: GradingRun, failed: dict[Submission, str]) -> None:
    """Writes grades.csv, summary.json, report.html and junit.xml, with one result in memory at a time."""
    folder, plan = run.results.folder, run.plan
    graded = [submission for submission in run.submissions if submission not in failed]

    def results() -> Iterator[tuple[Submission, SubmissionResult]]:
        for submission in graded:
            result = run.results.finished(submission)
            if result:
                yield submission, result

    summary = Summary(plan)
    for _, result in results():
        summary.add(result)
    data = summary.data(missing=len(failed))
    data["failed"] = {printable(submission.name): reason for submission, reason in sorted(failed.items(), key=str)}
    write_whole(folder / "grades.csv", grades(plan, (result for _, result in results())))
    write_whole(folder / "summary.json", [json.dumps(data, indent=1) + "\n"])
    rows = (row_of(result, run.results.page_of(one)) for one, result in results())
    write_whole(folder / "report.html", report(data, rows))
    whole = folder / FORMATS["junit"]
    if "junit" in run.formats:
        shown = (for_students(result, points_only=plan.hidden == POINTS_SHOWN) for _, result in results())
        write_whole(whole, junit.parts(shown, plan.title))
    else:
        whole.unlink(missing_ok=True)  # it is from an earlier run
