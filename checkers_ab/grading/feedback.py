"""The feedback page for a student, in Markdown: the score, each case, what is wrong and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checkers_ab.core.mistake import sentence_of
from checkers_ab.core.text import printable
from checkers_ab.grading.mark import GRADED, RIGHT, Mark, SubmissionResult
from checkers_ab.grading.markup import number
from checkers_ab.trace.describe_finding import describe_data

HIDDEN = "This case is hidden."
MOST_LINES = 60
"""Lines of details that are shown. Longer details are cut, with a note."""


def feedback(result: SubmissionResult, title: str) -> str:
    """The page of one submission. It shows the kinds of faults in hidden cases, and nothing of their boards."""
    head = f"# {_plain(title)}: {_plain(printable(result.name))}\n\n"
    cases: dict[tuple[str, str], list[str]] = {}
    for mark in result.marks if result.status == GRADED else ():
        if mark.status != RIGHT:
            cases.setdefault((mark.status_shown, case_feedback(mark)), []).append(mark.case)
    # Cases with the same feedback share a section.
    sections = "".join(
        f"## {_plain(', '.join(names))}: {_plain(end)}\n\n{text}\n" for (end, text), names in cases.items()
    )
    return f"{head}{opening_feedback(result)}\n{sections}"


def opening_feedback(result: SubmissionResult) -> str:
    """The score, a table of the cases and what to do."""
    return "\n".join(_opening(result)) + "\n"


def case_feedback(mark: Mark) -> str:
    """The feedback on one case."""
    return "\n".join(_case(mark)) + "\n"


def _opening(result: SubmissionResult) -> Iterator[str]:
    yield from (f"**{number(result.score)} of {number(result.most)} points**", "")
    if result.status != GRADED:
        yield _plain(result.message)
        if result.log:
            yield from ("", *_block(result.log))
        return
    yield from ("| case | points | of | |", "|---|---:|---:|---|")
    for mark in result.marks:
        shown = f"{_plain(mark.case)} (hidden)" if mark.hidden else _plain(mark.case)
        yield f"| {shown} | {number(mark.points)} | {number(mark.most)} | {_plain(mark.status_shown)} |"
    if result.mistakes:
        yield from ("", "## What to do", "")
    for mistake in result.mistakes:
        yield f"- {_plain(mistake['fix'])} (rule {mistake['rule']})"


def _case(mark: Mark) -> Iterator[str]:
    if mark.hidden and mark.status != RIGHT:
        kinds = ", ".join(mark.kinds)
        yield HIDDEN + (f" What was found: {kinds}." if kinds else "")
    else:
        yield _plain(mark.message)
    if mark.suspects:
        first, *others = [" and ".join(mistake["clause"] for mistake in mistakes) for mistakes in mark.suspects]
        sentence = sentence_of(first, alone=mark.alone)
        yield from ("", f"**{_plain(sentence)}** {_plain(' '.join(mistake['fix'] for mistake in mark.mistakes))}")
        if others:
            yield from ("", f"It would also be the trace of a program that {_plain(', or '.join(others))}.")
    if not mark.hidden and (details := case_details(mark)):
        yield from ("", *_block(details))


def case_details(mark: Mark) -> str:
    """The first finding of a case in full with the number of the others, or the end of what its program complained."""
    if mark.finding is None:
        return mark.log.strip("\n")
    others = sum(mark.kinds.values()) - 1
    more = f"\n\n  and {others:,} more finding{'s' * (others > 1)}" if others > 0 else ""
    return describe_data(mark.finding) + more


def _block(text: str) -> Iterator[str]:
    """A text in a code block, whose fence is longer than any in the text."""
    lines = text.rstrip().split("\n")
    cut = len(lines) - MOST_LINES
    if cut > 0:
        lines = [*lines[:MOST_LINES], f"... and {cut} lines more"]
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    yield from (fence, *lines, fence)


def _plain(text: str) -> str:
    """Text escaped for Markdown and HTML."""
    unmarked = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"([\\`*_|\[\]#])", r"\\\1", unmarked)
