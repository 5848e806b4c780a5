"""`checkers-ab grade run`: a whole class."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from difflib import get_close_matches
from time import monotonic

import click

from checkers_ab.cli.grading import choose_box, plan_argument, read_plan, sandbox_option, secrets_of, trust_option
from checkers_ab.cli.io import Failure, say, shown, standard_output
from checkers_ab.cli.meaning import describe_plan
from checkers_ab.core.errors import nearest
from checkers_ab.core.text import os_reason, printable
from checkers_ab.grading.cluster import ClusterError
from checkers_ab.grading.formats import FORMATS
from checkers_ab.grading.mark import GRADED, UNREADABLE, SubmissionResult
from checkers_ab.grading.markup import number
from checkers_ab.grading.results import ResultsError, ResultsFolder
from checkers_ab.grading.run import GradingRun, OnResult, grade_class
from checkers_ab.grading.submissions import Submission, SubmissionsError, list_submissions

MOST_JOBS = 512


@click.command("run")
@plan_argument
@click.argument("folder", metavar="SUBMISSIONS", type=click.Path())
@click.option("-o", "--output", metavar="RESULTS", required=True, type=click.Path(), help="The folder for the results.")
@click.option(
    "--jobs", type=click.IntRange(1, MOST_JOBS), metavar="N", help="Submissions at the same time; one more than cores."
)
@click.option("--redo", multiple=True, metavar="NAME", help="Grade this one again; may be repeated.")
@click.option(
    "--format",
    "formats",
    multiple=True,
    type=click.Choice(list(FORMATS)),
    help="Also write this for each submission; may be repeated.",
)
@click.option("--dask", "cluster", metavar="ADDRESS", default="", help="Grade on the workers of a dask cluster.")
@sandbox_option()
@trust_option
def command(
    *,
    plan_path: str,
    folder: str,
    output: str,
    jobs: int | None,
    redo: tuple[str, ...],
    formats: tuple[str, ...],
    cluster: str,
    sandbox: str,
    trusted: bool,
) -> int:
    """Grade SUBMISSIONS, a folder with one folder, zip or tar each, as PLAN says.

    \b
    checkers-ab grade run plan.toml handed-in -o results
    checkers-ab grade run plan.toml handed-in -o results --redo ada

    RESULTS gets grades.csv, summary.json, report.html, and in students/NAME the page of each student. A second run
    grades only what is missing or has changed: submission, plan or program. The exit code is 0 when all were graded,
    whatever the marks, and 1 when one could not be.
    """
    plan = read_plan(plan_path)
    submissions = _submissions(folder, redo)
    _expect_outside(output, folder)
    hide = secrets_of(plan_path, folder, output)
    grading = GradingRun(
        plan=plan,
        submissions=submissions,
        results=ResultsFolder(output),
        box=choose_box(plan, sandbox, hide=hide, trusted=trusted, elsewhere=bool(cluster)),
        hide=hide,
        jobs=jobs or _cores() + 1,  # a box waits for the kernel now and then
        cluster=cluster,
        sandbox=sandbox,
        formats=formats,
        redo=redo,
    )
    if warning := describe_plan(plan):
        say(warning)
    ungraded = _grade(grading, output)
    for line in ungraded:
        say(line)
    if others := grading.results.others(submissions):
        more = ", ..." if len(others) > 5 else ""
        say(f"{shown(output)} also has pages of {len(others)} not in this class: {', '.join(others[:5])}{more}")
    count = len(submissions)
    table = shown(os.path.join(output, "grades.csv"))
    standard_output().write(f"{count - len(ungraded)} of {count} graded: {table}\n")
    return 1 if ungraded else 0


def _submissions(folder: str, redo: tuple[str, ...]) -> list[Submission]:
    """The submissions in a folder. Names to grade again must be among them."""
    try:
        submissions = list_submissions(folder)
    except SubmissionsError as error:
        raise Failure(str(error)) from None
    names = [submission.name for submission in submissions]
    for name in redo:
        if name not in names:
            near = nearest(name, names) if get_close_matches(name, names) else "names are without the archive's ending"
            raise Failure(f"--redo: no submission is called {name!r}; {near}")
    return submissions


def _expect_outside(output: str, folder: str) -> None:
    """Refuses a results folder inside of the submissions."""
    inside = os.path.realpath(folder)
    if os.path.commonpath([os.path.realpath(output), inside]) == inside:
        raise Failure(f"{shown(output)}: expected a folder outside of the submissions for the results")


def _cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _grade(grading: GradingRun, output: str) -> list[str]:
    """Grades the class. Returns a line for each submission that could not be graded."""
    ungraded: list[str] = []
    with _progress(len(grading.submissions)) as show:

        def on_result(submission: Submission, answer: SubmissionResult | str, before: bool) -> None:
            reason = answer if isinstance(answer, str) else answer.message if answer.status == UNREADABLE else ""
            if reason:
                ungraded.append(f"{printable(submission.name)}: {reason}")
            show(submission, answer, before)

        try:
            with grading.results.opened():
                grade_class(grading, on_result)
        except KeyboardInterrupt:
            say("stopped: what was graded is kept, and the same command continues from there")
            raise
        except (ResultsError, ClusterError) as error:
            raise Failure(str(error)) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            raise Failure(
                f"{shown(output)}: can't write the results: {os_reason(error)}",
                hint="what was written is kept; the same command continues from there",
            ) from None
    return ungraded


@contextmanager
def _progress(count: int) -> Iterator[OnResult]:
    """A function that shows the result of each submission: a progress bar on a terminal, else a line on stdout."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _print_line
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (
        TextColumn("grading"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("", total=count)
        begun, seen, graded = monotonic(), 0, 0

        def advance(submission: Submission, _answer: SubmissionResult | str, before: bool) -> None:
            nonlocal seen, graded
            seen, graded = seen + 1, graded + (not before)
            # A submission that was graded before took no time, and says nothing about the rest.
            left = (
                f"{timedelta(seconds=round((monotonic() - begun) / graded * (count - seen)))} left, " if graded else ""
            )
            progress.update(bar, advance=1, description=left + printable(submission.name))

        yield advance


def _print_line(submission: Submission, answer: SubmissionResult | str, before: bool) -> None:
    """Prints the score of a submission, and at once, so that a pipe sees it."""
    if isinstance(answer, str):
        parts = ["not graded"]
    else:
        status = [] if answer.status_shown == GRADED else [answer.status_shown]
        parts = [f"{number(answer.score)} of {number(answer.most)}", *status, *answer.diagnoses[:1]]
    stream = standard_output()
    try:
        stream.write(f"{printable(submission.name)}: {', '.join(parts)}{' (as before)' if before else ''}\n")
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Failure(f"can't write the output: {os_reason(error)}") from None
