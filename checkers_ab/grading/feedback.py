"""The page that a student can be sent, in Markdown: the score, each case, what is wrong and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checkers_ab.core.text import printable
from checkers_ab.grading.mark import GRADED, RIGHT, Mark, Result
from checkers_ab.grading.markup import number
from checkers_ab.trace.mistakes import BY_NAME

HIDDEN = "This case is hidden."
MOST_LINES = 60
"""Lines of details that are shown; what is longer is cut, and says so."""


def feedback(result: Result, title: str) -> str:
    """The page of one submission. Of hidden cases it tells the kind of fault, and nothing of the board."""
    head = f"# {_plain(title)}: {_plain(printable(result.name))}\n\n"
    cases: dict[tuple[str, str], list[str]] = {}
    for mark in result.marks if result.status == GRADED else ():
        if mark.status != RIGHT:
            cases.setdefault((mark.told, case_feedback(mark)), []).append(mark.case)
    # What is the same for several cases is said once.
    told = "".join(f"## {_plain(', '.join(names))}: {_plain(end)}\n\n{text}\n" for (end, text), names in cases.items())
    return f"{head}{opening_feedback(result)}\n{told}"


def opening_feedback(result: Result) -> str:
    """The score, a table of the cases and what to do."""
    return "\n".join(_opening(result)) + "\n"


def case_feedback(mark: Mark) -> str:
    """What there is to say about one case."""
    return "\n".join(_case(mark)) + "\n"


def _opening(result: Result) -> Iterator[str]:
    yield from (f"**{number(result.score)} of {number(result.most)} points**", "")
    if result.status != GRADED:
        yield _plain(result.message)
        if result.log:
            yield from ("", *_block(result.log))
        return
    yield from ("| case | points | of | |", "|---|---:|---:|---|")
    for mark in result.marks:
        shown = f"{_plain(mark.case)} (hidden)" if mark.hidden else _plain(mark.case)
        yield f"| {shown} | {number(mark.points)} | {number(mark.most)} | {_plain(mark.told)} |"
    if result.diagnoses:
        yield from ("", "## What to do", "")
    for mistake in (BY_NAME[name] for name in result.diagnoses):
        yield f"- {_plain(mistake.fix)} (docs/homework.md, paragraph {mistake.paragraph})"


def _case(mark: Mark) -> Iterator[str]:
    if mark.hidden and mark.status != RIGHT:
        kinds = ", ".join(mark.kinds)
        yield HIDDEN + (f" What was found: {kinds}." if kinds else "")
    else:
        yield _plain(mark.message)
    if mark.diagnoses:
        first, *others = (BY_NAME[name] for name in mark.diagnoses)
        yield from ("", f"**{_plain(first.sentence)}** {_plain(first.fix)}")
        if others:
            clauses = ", or ".join(other.clause for other in others)
            yield from ("", f"It would also be the trace of a program that {_plain(clauses)}.")
    if mark.details.strip() and not mark.hidden:
        yield from ("", *_block(mark.details))


def _block(text: str) -> Iterator[str]:
    """A text as it is. The fence is longer than any in it."""
    lines = text.rstrip().split("\n")
    cut = len(lines) - MOST_LINES
    if cut > 0:
        lines = [*lines[:MOST_LINES], f"... and {cut} lines more"]
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    yield from (fence, *lines, fence)


def _plain(text: str) -> str:
    """Text that Markdown and HTML leave as it is."""
    unmarked = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"([\\`*_|\[\]#])", r"\\\1", unmarked)
