"""`checkers-ab grade mark`: marks from findings that were kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean, median

import click

from checkers_ab.cli.grade.arguments import (
    format_options,
    plan_argument,
    read_adjustments,
    read_gradebook,
    read_plan,
)
from checkers_ab.cli.io import say, shown, standard_output
from checkers_ab.core.errors import InputError
from checkers_ab.core.text import os_reason, plural, printable
from checkers_ab.grading.adjust import Adjustments
from checkers_ab.grading.classfiles import ClassFiles, KeptClass, load_class
from checkers_ab.grading.downloads import FOLDERS
from checkers_ab.grading.formats import FORMATS, page_names, pages_of
from checkers_ab.grading.mark import SubmissionResult
from checkers_ab.grading.markup import number
from checkers_ab.grading.plan import GradingPlan, unseen_by
from checkers_ab.grading.results import ResultsFolder
from checkers_ab.grading.run import finished
from checkers_ab.grading.submissions import Submission
from checkers_ab.grading.summary import BINS

WIDEST = 40
"""Columns of the longest bar of the distribution."""


@click.command("mark")
@plan_argument
@click.argument("folder", metavar="RESULTS", type=click.Path())
@click.option("--what-if", is_flag=True, help="Only print the distribution of scores by PLAN, beside the present one.")
@format_options
def command(
    *, plan_path: str, folder: str, what_if: bool, formats: tuple[str, ...], gradebook: str | None, column: str
) -> int:
    """Mark the class in RESULTS again by the points of PLAN and its adjustments. Nothing is run.

    \b
    checkers-ab grade mark plan.toml results
    checkers-ab grade mark milder.toml results --what-if
    checkers-ab grade mark plan.toml results --format canvas --gradebook export.csv

    PLAN may differ in its points, title and adjustments from the one that RESULTS were graded by; anything else needs
    `grade run`, which runs no program again either where only those have changed.
    """
    plan = read_plan(plan_path)
    results = ResultsFolder(folder)
    kept = _kept(results, folder)
    if kept.plan != plan.key:
        raise InputError(
            f"differs in more than its points from the plan that {shown(folder)} was graded by",
            path=shown(plan_path),
            hint="grade it again with checkers-ab grade run",
        )
    adjustments = read_adjustments(plan, kept.submissions)
    if what_if:
        standard_output().write("\n".join(_distribution(plan, results, kept, adjustments)) + "\n")
        return 0
    people = bool(kept.missing) or kept.layout != FOLDERS or any(one.person.called for one in kept.submissions)
    filled = read_gradebook(plan, formats, gradebook, column, layout=kept.layout, people=people)
    files = ClassFiles(
        plan,
        layout=kept.layout,
        missing=kept.missing,
        unmatched=kept.unmatched,
        formats=formats,
        gradebook=filled,
        column=column,
    )
    coverage = unseen_by(plan)
    files.unseen = coverage[0] if coverage else None
    try:
        with results.opened():
            changed = _mark(plan, results, kept, adjustments, formats)
            files.write(results, kept.submissions, kept.failed)
    except OSError as error:
        raise InputError(f"can't write the results: {os_reason(error)}", path=shown(folder)) from None
    for line in files.notes:
        say(line)
    standard_output().write(f"{plural(len(kept.submissions), 'submission')}, {changed} with another mark\n")
    return 0


def _kept(results: ResultsFolder, folder: str) -> KeptClass:
    try:
        return load_class(results)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError("expected a folder with the results of checkers-ab grade run", path=shown(folder)) from None


def _marked(
    plan: GradingPlan, results: ResultsFolder, kept: KeptClass, adjustments: Adjustments
) -> Iterator[tuple[Submission, SubmissionResult, SubmissionResult]]:
    """Each submission with its result as it is, and by the plan."""
    for submission in kept.submissions:
        before = results.finished(submission)
        if before is not None and before.plan == plan.key:
            after = finished(plan, submission, before, adjustments)
            if len(after.again) > len(before.again):
                say(f"{printable(submission.shown)}: an adjustment says to run it again: checkers-ab grade run does")
            yield submission, before, replace(after, again=before.again)


def _mark(
    plan: GradingPlan, results: ResultsFolder, kept: KeptClass, adjustments: Adjustments, formats: tuple[str, ...]
) -> int:
    """Writes the results whose marks have changed. Returns the number of those with another score."""
    changed = 0
    own = [name for name in formats if name in FORMATS]
    for submission, before, after in _marked(plan, results, kept, adjustments):
        if before != after or not page_names(own) <= results.names(submission):
            results.save(submission, after, pages_of(plan, after, own))
        changed += before.score != after.score
    return changed


def _distribution(
    plan: GradingPlan, results: ResultsFolder, kept: KeptClass, adjustments: Adjustments
) -> Iterator[str]:
    """The scores as they are and by the plan: figures, and a bar for each tenth of the points."""
    pairs = [(before, after.score) for _, before, after in _marked(plan, results, kept, adjustments)]
    if not pairs:
        raise InputError("there are no results by this plan to mark")
    now = [before.score for before, _ in pairs]
    then = [score for _, score in pairs]
    most_now, most_then = pairs[0][0].most, plan.most
    yield f"{'':12}{'now':>10}{'what if':>10}"
    for name, of in (("mean", fmean), ("median", median), ("highest", max), ("lowest", min)):
        yield f"{name:12}{number(of(now)):>10}{number(of(then)):>10}"
    yield f"{'of':12}{number(most_now):>10}{number(most_then):>10}"
    yield f"{'changed':12}{'':10}{sum(a != b for a, b in zip(now, then, strict=True)):>10}"
    yield ""
    counts = [[_bin(score, most) for score in scores] for scores, most in ((now, most_now), (then, most_then))]
    longest = max(max(held.count(place) for held in counts) for place in range(BINS))
    for place in range(BINS):
        before, after = (held.count(place) for held in counts)
        bar = "#" * round(WIDEST * after / longest)
        yield f"{10 * place:>3} to {10 * place + 10:>3}% {before:>9}{after:>10}  {bar}".rstrip()


def _bin(score: float, most: float) -> int:
    return min(BINS - 1, int(BINS * score / most)) if most else 0
