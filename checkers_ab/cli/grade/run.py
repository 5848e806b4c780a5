"""`checkers-ab grade run`: a whole class."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from difflib import get_close_matches
from time import monotonic
from typing import Any

import click

from checkers_ab.cli.commands.coverage import describe_unseen
from checkers_ab.cli.grade.arguments import (
    choose_box,
    describe_class,
    format_options,
    plan_argument,
    read_adjustments,
    read_gradebook,
    read_plan,
    sandbox_option,
    secrets_of,
    trust_option,
    unmatched,
)
from checkers_ab.cli.io import say, shown, standard_output
from checkers_ab.core.errors import InputError, nearest
from checkers_ab.core.text import list_some, os_reason, plural, printable
from checkers_ab.grading.classfiles import ClassFiles
from checkers_ab.grading.classlist import ClassList, opened_class
from checkers_ab.grading.downloads import FOLDERS
from checkers_ab.grading.formats import FORMATS
from checkers_ab.grading.mark import GRADED, UNREADABLE, SubmissionResult
from checkers_ab.grading.markup import number
from checkers_ab.grading.plan import GradingPlan, unseen_by
from checkers_ab.grading.results import ResultsFolder
from checkers_ab.grading.run import GradingRun, OnResult, grade_class
from checkers_ab.grading.submissions import Submission
from checkers_ab.sandbox.processes import usable_cores

MOST_JOBS = 512


@click.command("run")
@plan_argument
@click.argument("folder", metavar="SUBMISSIONS", type=click.Path())
@click.option("-o", "--output", metavar="RESULTS", required=True, type=click.Path(), help="The folder for the results.")
@click.option(
    "--jobs", type=click.IntRange(1, MOST_JOBS), metavar="N", help="Submissions at the same time; as many as cores."
)
@click.option("--redo", multiple=True, metavar="NAME", help="Grade this one again; may be repeated.")
@format_options
@click.option("--dask", "cluster", metavar="ADDRESS", default="", help="Grade on the workers of a dask cluster.")
@sandbox_option()
@trust_option
def command(**given: Any) -> int:
    """Grade SUBMISSIONS as PLAN says: a folder with one folder, zip, tar or file each, or a course system's download.

    \b
    checkers-ab grade run plan.toml handed-in -o results
    checkers-ab grade run plan.toml submissions.zip -o results
    checkers-ab grade run plan.toml handed-in -o results --redo ada
    checkers-ab grade run plan.toml submissions.zip -o results --format canvas --gradebook export.csv

    RESULTS gets grades.csv, summary.json, report.html, and in students/NAME the page of each student. A second run
    grades only what is missing or has changed: submission, cases or program. Where only points, names or adjustments
    have changed, nothing is run again. The exit code is 0 when all were graded, whatever the marks, and 1 when one
    could not be, a program was killed and not for a limit, or something belongs to nobody.
    """
    options = _Options(**given)
    plan = read_plan(options.plan_path)
    with opened_class(options.folder, plan) as found:
        grading, files = _prepare(options, plan, found)
        coverage = unseen_by(plan)
        files.unseen = coverage[0] if coverage else None
        for line in describe_class(found):
            say(line)
        if coverage and files.unseen:
            say(describe_unseen(*coverage))
        problems, ungraded = _grade(grading, files, options.output)
        _conclude(grading, files, options.output, problems, ungraded)
    return 1 if problems or files.unmatched else 0


@dataclass(frozen=True, kw_only=True)
class _Options:
    """The command line."""

    plan_path: str
    folder: str
    output: str
    jobs: int | None
    redo: tuple[str, ...]
    formats: tuple[str, ...]
    gradebook: str | None
    column: str
    cluster: str
    sandbox: str
    trusted: bool


def _prepare(options: _Options, plan: GradingPlan, found: ClassList) -> tuple[GradingRun, ClassFiles]:
    """The run, and the files to write. Raises InputError before anything is run if something does not fit."""
    submissions, layout, output = found.submissions, found.download.layout, options.output
    _expect_names(options.redo, submissions)
    _expect_outside(output, options.folder)
    download = options.folder if os.path.isdir(options.folder) else os.path.dirname(options.folder) or "."
    hide = secrets_of(options.plan_path, download, output, os.path.dirname(submissions[0].path))
    people = bool(found.people) or layout != FOLDERS
    grading = GradingRun(
        plan=plan,
        submissions=submissions,
        results=ResultsFolder(output),
        box=choose_box(plan, options.sandbox, hide=hide, trusted=options.trusted, elsewhere=bool(options.cluster)),
        hide=hide,
        jobs=options.jobs or len(usable_cores()),
        cluster=options.cluster,
        sandbox=options.sandbox,
        formats=[name for name in options.formats if name in FORMATS],
        redo=options.redo,
        adjustments=read_adjustments(plan, submissions),
    )
    files = ClassFiles(
        plan,
        layout=layout,
        missing=found.missing,
        unmatched=unmatched(found),
        formats=options.formats,
        gradebook=read_gradebook(
            plan, options.formats, options.gradebook, options.column, layout=layout, people=people
        ),
        column=options.column,
    )
    return grading, files


def _conclude(grading: GradingRun, files: ClassFiles, output: str, problems: Sequence[str], ungraded: int) -> None:
    """Says what could not be graded or was killed, and where the results are."""
    for line in (*problems, *files.notes):
        say(line)
    if others := grading.results.others(grading.submissions):
        say(f"{shown(output)} also has pages of {len(others)} not in this class: {list_some(others, 5)}")
    count = len(grading.submissions)
    table = shown(os.path.join(output, "grades.csv"))
    standard_output().write(f"{count - ungraded} of {count} graded: {table}\n")


def _expect_names(redo: tuple[str, ...], submissions: Sequence[Submission]) -> None:
    """Refuses names to grade again that no submission has."""
    names = [submission.name for submission in submissions]
    for name in redo:
        if name not in names:
            near = nearest(name, names) if get_close_matches(name, names) else "names are without the archive's ending"
            raise InputError(f"--redo: no submission is called {name!r}; {near}")


def _expect_outside(output: str, folder: str) -> None:
    """Refuses a results folder inside of the submissions."""
    inside = os.path.realpath(folder)
    try:
        shared = os.path.commonpath([os.path.realpath(output), inside])
    except ValueError:  # they are on different drives
        return
    if shared == inside:
        raise InputError("expected a folder outside of the submissions for the results", path=shown(output))


def _grade(grading: GradingRun, files: ClassFiles, output: str) -> tuple[list[str], int]:
    """Grades the class. Returns a line for each submission to look at, and the number of those that are not graded."""
    problems: list[str] = []
    ungraded = 0
    hints: Counter[str] = Counter()
    with progress(len(grading.submissions)) as show:

        def on_result(submission: Submission, answer: SubmissionResult | str, before: bool) -> None:
            nonlocal ungraded
            ungraded += isinstance(answer, str) or answer.status == UNREADABLE
            if isinstance(answer, SubmissionResult) and answer.hint:
                hints[answer.hint] += 1
            if reason := answer if isinstance(answer, str) else answer.problem:
                problems.append(f"{printable(submission.shown)}: {reason}")
            show(submission, answer, before)

        try:
            with grading.results.opened():
                grade_class(grading, files, on_result)
        except KeyboardInterrupt:
            say("stopped: what was graded is kept, and the same command continues from there")
            raise
        except BrokenPipeError:
            raise
        except OSError as error:
            raise InputError(
                f"can't write the results: {os_reason(error)}",
                path=shown(output),
                hint="what was written is kept; the same command continues from there",
            ) from None
    for hint, times in hints.most_common(5):
        say(f"{plural(times, 'submission')} did not fit the plan: {hint}")
    return problems, ungraded


INTERVAL = 0.1
"""The least seconds between two pictures of the bar, while nothing is graded."""


@contextmanager
def progress(count: int) -> Iterator[OnResult]:
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
    # Without a thread that draws it, workers can be forked.
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as progress:
        bar = progress.add_task("", total=count)
        begun, drawn, seen, graded = monotonic(), 0.0, 0, 0

        def advance(submission: Submission, _answer: SubmissionResult | str, before: bool) -> None:
            nonlocal drawn, seen, graded
            now, seen, graded = monotonic(), seen + 1, graded + (not before)
            # A submission that was graded before took no time, and says nothing about the rest.
            left = f"{timedelta(seconds=round((now - begun) / graded * (count - seen)))} left, " if graded else ""
            is_due = not before or now - drawn >= INTERVAL
            progress.update(bar, advance=1, description=left + printable(submission.shown), refresh=is_due)
            drawn = now if is_due else drawn

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
        stream.write(f"{printable(submission.shown)}: {', '.join(parts)}{' (as before)' if before else ''}\n")
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"can't write the output: {os_reason(error)}") from None
