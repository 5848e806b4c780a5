"""Grading a class: what is missing or has changed is graded, then the class is told of."""

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
from checkers_ab.grading.mark import Result
from checkers_ab.grading.plan import Plan
from checkers_ab.grading.report import report
from checkers_ab.grading.results import PAGE, Results, write_whole
from checkers_ab.grading.submissions import Submission, content_key
from checkers_ab.grading.summary import Summary, grades, row_of
from checkers_ab.grading.workers import Graded, Task, grade_here
from checkers_ab.sandbox.box import Box
from checkers_ab.trace.mistakes import BY_NAME

Tell = Callable[[Submission, "Result | str", bool], object]
"""Hears of each submission: its result or why there is none, and whether it was graded before."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """What is graded, with what, and by whom."""

    plan: Plan
    submissions: Sequence[Submission]
    results: Results
    box: Box | None
    """None if no program is run."""
    jobs: int = 1
    cluster: str = ""
    """The address of a dask scheduler; empty for this machine."""
    sandbox: str = "auto"
    """The kind of box that workers elsewhere make, and what it must not show."""
    hide: Sequence[str] = ()
    formats: Sequence[str] = ()
    redo: Collection[str] = ()


def grade_class(job: Job, tell: Tell) -> None:
    """Grades what is not graded yet, and writes what there is to tell."""
    failed: dict[Submission, str] = {}
    tasks = _missing(job, tell, failed)
    for submission, answer in _graded(job, tasks):
        if isinstance(answer, Result):
            job.results.save(submission, answer, _pages(job, answer))
        else:
            failed[submission] = answer
        tell(submission, answer, False)
    _tell_of_class(job, failed)


def _pages(job: Job, result: Result) -> dict[str, str]:
    """What is told of a submission besides its result, by the names of the files."""
    title = job.plan.title
    return {
        PAGE: feedback(result, title),
        **{FORMATS[name]: write_format(name, [result], title) for name in job.formats},
    }


def _graded(job: Job, tasks: Iterator[Task]) -> Iterator[Graded]:
    if job.cluster:
        return grade_on_cluster(job.cluster, job.plan, job.sandbox, job.hide, tasks)
    return grade_here(job.plan, job.box, tasks, job.jobs)


def _missing(job: Job, tell: Tell, failed: dict[Submission, str]) -> Iterator[Task]:
    """What has no result yet, or one that depends on something that has changed since."""
    for submission in job.submissions:
        try:
            key = grading_key(job.plan, content_key(submission.path, job.plan.limits), job.box)
        except OSError as error:
            failed[submission] = f"it can't be read: {os_reason(error)}"
            tell(submission, failed[submission], False)
            continue
        before = job.results.finished(submission)
        if before and _fits(before, job.plan, key) and submission.name not in job.redo:
            wanted = {PAGE, *(FORMATS[name] for name in job.formats)}
            if not wanted <= set(os.listdir(job.results.place(submission))):
                job.results.add(submission, _pages(job, before))
            tell(submission, before, True)
        else:
            yield Task(submission, key)


def _fits(before: Result, plan: Plan, key: str) -> bool:
    """Whether a result from before still holds, and is one that this program has written."""
    names = [mark.case for mark in before.marks]
    known = all(name in BY_NAME for mark in before.marks for name in mark.diagnoses)
    return before.key == key and known and isfinite(before.score) and names == [case.name for case in plan.cases]


def _tell_of_class(job: Job, failed: dict[Submission, str]) -> None:
    """Writes grades.csv, summary.json, report.html and what formats want of a class, one result in memory at a time."""
    folder, plan = job.results.folder, job.plan
    told = [submission for submission in job.submissions if submission not in failed]

    def results() -> Iterator[tuple[Submission, Result]]:
        for submission in told:
            result = job.results.finished(submission)
            if result:
                yield submission, result

    summary = Summary(plan)
    for _, result in results():
        summary.add(result)
    data = summary.data(missing=len(failed))
    data["failed"] = {printable(submission.name): reason for submission, reason in sorted(failed.items(), key=str)}
    write_whole(folder / "grades.csv", grades(plan, (result for _, result in results())))
    write_whole(folder / "summary.json", [json.dumps(data, indent=1) + "\n"])
    rows = (row_of(result, job.results.page_of(one)) for one, result in results())
    write_whole(folder / "report.html", report(data, rows))
    whole = folder / FORMATS["junit"]
    if "junit" in job.formats:
        write_whole(whole, junit.parts((result for _, result in results()), plan.title))
    else:
        whole.unlink(missing_ok=True)  # it tells of an earlier run
