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

from checkers_ab.cli.failure import Failure, say, shown
from checkers_ab.cli.grading import choose_box, plan_argument, read_plan, sandbox_option, secrets_of, trust_option
from checkers_ab.cli.solving import standard_output
from checkers_ab.core.errors import nearest
from checkers_ab.core.text import os_reason, printable
from checkers_ab.grading.cluster import ClusterError
from checkers_ab.grading.formats import FORMATS
from checkers_ab.grading.mark import GRADED, UNREADABLE, Result
from checkers_ab.grading.markup import number
from checkers_ab.grading.results import Results, ResultsError
from checkers_ab.grading.run import Job, Tell, grade_class
from checkers_ab.grading.submissions import Submission, SubmissionsError, list_submissions

MOST_JOBS = 512


@click.command("run")
@plan_argument
@click.argument("folder", metavar="SUBMISSIONS", type=click.Path())
@click.option("-o", "--output", metavar="RESULTS", required=True, type=click.Path(), help="The folder for the results.")
@click.option(
    "--jobs", type=click.IntRange(1, MOST_JOBS), metavar="N", help="Submissions at the same time; as many as cores."
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
    try:
        submissions = list_submissions(folder)
    except SubmissionsError as error:
        raise Failure(str(error)) from None
    names = [submission.name for submission in submissions]
    for name in redo:
        if name not in names:
            near = nearest(name, names) if get_close_matches(name, names) else "names are without the archive's ending"
            raise Failure(f"--redo: no submission is called {name!r}; {near}")
    inside = os.path.realpath(output)
    if os.path.commonpath([inside, os.path.realpath(folder)]) == os.path.realpath(folder):
        raise Failure(f"{shown(output)}: expected a folder outside of the submissions for the results")
    hide = secrets_of(plan_path, folder, output)
    job = Job(
        plan=plan,
        submissions=submissions,
        results=Results(output),
        box=choose_box(plan, sandbox, hide=hide, trusted=trusted, elsewhere=bool(cluster)),
        hide=hide,
        jobs=jobs or _cores(),
        cluster=cluster,
        sandbox=sandbox,
        formats=formats,
        redo=redo,
    )
    return _grade(job, output)


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _grade(job: Job, output: str) -> int:
    """Grades and tells of it; the exit code."""
    ungraded: list[str] = []

    with _telling(len(job.submissions)) as tell:

        def hear(submission: Submission, answer: Result | str, before: bool) -> None:
            reason = answer if isinstance(answer, str) else answer.message if answer.status == UNREADABLE else ""
            if reason:
                ungraded.append(f"{printable(submission.name)}: {reason}")
            tell(submission, answer, before)

        try:
            with job.results.opened():
                grade_class(job, hear)
        except KeyboardInterrupt:
            say("broken off: what was graded is kept, and the same call goes on from there")
            raise
        except (ResultsError, ClusterError) as error:
            raise Failure(str(error)) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            reason = os_reason(error)
            raise Failure(
                f"{shown(output)}: can't write the results: {reason}",
                hint="what was written stays; the same call goes on from there",
            ) from None
    for line in ungraded:
        say(line)
    if others := job.results.others(job.submissions):
        more = ", ..." if len(others) > 5 else ""
        say(f"{shown(output)} also has pages of {len(others)} not in this class: {', '.join(others[:5])}{more}")
    count = len(job.submissions)
    table = shown(os.path.join(output, "grades.csv"))
    standard_output().write(f"{count - len(ungraded)} of {count} graded: {table}\n")
    return 1 if ungraded else 0


@contextmanager
def _telling(count: int) -> Iterator[Tell]:
    """Something that tells of each submission: a bar with the time left on a terminal, else a line on stdout."""
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

        def tell(submission: Submission, _answer: Result | str, before: bool) -> None:
            nonlocal seen, graded
            seen, graded = seen + 1, graded + (not before)
            # What was graded before took no time, and says nothing about the rest.
            left = (
                f"{timedelta(seconds=round((monotonic() - begun) / graded * (count - seen)))} left, " if graded else ""
            )
            progress.update(bar, advance=1, description=left + printable(submission.name))

        yield tell


def _print_line(submission: Submission, answer: Result | str, before: bool) -> None:
    if isinstance(answer, str):
        parts = ["not graded"]
    else:
        status = [] if answer.told == GRADED else [answer.told]
        parts = [f"{number(answer.score)} of {number(answer.most)}", *status, *answer.diagnoses[:1]]
    stream = standard_output()
    try:
        stream.write(f"{printable(submission.name)}: {', '.join(parts)}{' (as before)' if before else ''}\n")
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Failure(f"can't write the output: {os_reason(error)}") from None
