"""The feedback page as plain text, for e-mail and terminals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import indent

from checkers_ab.core.text import printable
from checkers_ab.grading.feedback import (
    adjustment_lines,
    case_details,
    case_message,
    case_sections,
    clipped,
    diagnosis_of,
    to_do,
)
from checkers_ab.grading.mark import GRADED, Mark, SubmissionResult
from checkers_ab.grading.markup import number
from checkers_ab.judge.text import USUAL_WIDTH, wrapped


def write(results: Sequence[SubmissionResult], title: str) -> str:
    """The page of one submission."""
    (result,) = results
    head = f"{printable(title)}: {printable(result.shown)}"
    lines = [head, "=" * len(head), "", f"{number(result.score)} of {number(result.most)} points", ""]
    return "\n".join([*lines, *_body(result)]).rstrip() + "\n"


def _body(result: SubmissionResult) -> Iterator[str]:
    if result.status != GRADED:
        yield from (_wrapped(result.message), "", *clipped(result.log))
        return
    wide = max(len(mark.case) for mark in result.marks)
    for mark in result.marks:
        hidden = ", hidden" if mark.hidden else ""
        points = f"{number(mark.points)} of {number(mark.most)}"
        yield f"  {printable(mark.case):<{wide}}  {points:>12}  {mark.status_shown}{hidden}"
    for heading, told in (("Adjusted", adjustment_lines(result)), ("What to do", to_do(result))):
        if told:
            yield from ("", heading, "", *(wrapped(line, USUAL_WIDTH, "- ", "  ") for line in told))
    for mark, names in case_sections(result):
        head = f"{', '.join(map(printable, names))}: {mark.status_shown}"
        yield from ("", head, "-" * len(head), "", *_case(mark))


def _case(mark: Mark) -> Iterator[str]:
    yield _wrapped(case_message(mark))
    if mark.how:
        yield from ("", _wrapped(f"Points: {mark.how}."))
    if sentences := diagnosis_of(mark):
        yield from ("", _wrapped(" ".join(sentences)))
    if not mark.hidden and (details := case_details(mark)):
        yield from ("", *(indent(line, "  ") for line in clipped(details)))


def _wrapped(text: str) -> str:
    return wrapped(" ".join(text.split()), USUAL_WIDTH, "", "")
