"""The progress of `grade run`: a bar on a terminal, else a line for each submission."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic

from checkers_ab.cli.io import standard_output
from checkers_ab.core.errors import InputError
from checkers_ab.core.text import os_reason, printable
from checkers_ab.grading.mark import GRADED, SubmissionResult
from checkers_ab.grading.markup import number
from checkers_ab.grading.run import OnResult
from checkers_ab.grading.submissions import Submission

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
