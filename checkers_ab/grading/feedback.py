"""The feedback page for a student, in Markdown or plain text: the score, each case, what is wrong and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import indent

from checkers_ab.core.mistake import sentence_of
from checkers_ab.core.text import plural, printable
from checkers_ab.grading.mark import GRADED, RIGHT, Mark, SubmissionResult
from checkers_ab.grading.markup import number
from checkers_ab.judge.text import USUAL_WIDTH, describe_data, wrapped

HIDDEN = "This case is hidden."
MOST_LINES = 60
"""Lines of details that are shown. Longer details are cut, with a note."""


# What every form of the page says


def case_sections(result: SubmissionResult) -> Iterator[tuple[Mark, list[str]]]:
    """The cases that are not right, each with the names of those that have the same feedback."""
    cases: dict[tuple[str, str], tuple[Mark, list[str]]] = {}
    for mark in result.marks if result.status == GRADED else ():
        if mark.status != RIGHT:
            cases.setdefault((mark.status_shown, case_feedback(mark)), (mark, []))[1].append(mark.case)
    yield from cases.values()


def to_do(result: SubmissionResult) -> list[str]:
    """The fixes of the mistakes that were found, each with its rule."""
    return [f"{mistake['fix']} (rule {mistake['rule']})" for mistake in result.mistakes]


def adjustment_lines(result: SubmissionResult) -> list[str]:
    """The changes by the staff."""
    lines = [
        f"{mark.case}: {number(mark.adjusted['was'])} became {number(mark.adjusted['points'])}. "
        f"{mark.adjusted['why']} ({mark.adjusted['by']})"
        for mark in result.marks
        if mark.adjusted
    ]
    return lines + [f"It was run again. {note['why']} ({note['by']})" for note in result.again]


def case_message(mark: Mark) -> str:
    """The message about a case. Of a hidden one only the kinds of faults are told."""
    if not mark.hidden or mark.status == RIGHT:
        return mark.message
    kinds = ", ".join(mark.kinds)
    return HIDDEN + (f" What was found: {kinds}." if kinds else "")


def diagnosis_of(mark: Mark) -> list[str]:
    """The sentences of a diagnosis: what the program does, how to fix it, and what else it may be; or none."""
    if not mark.suspects:
        return []
    first, *others = [" and ".join(mistake["clause"] for mistake in mistakes) for mistakes in mark.suspects]
    also = [f"It would also be the trace of a program that {', or '.join(others)}."] if others else []
    return [sentence_of(first, alone=mark.alone), " ".join(mistake["fix"] for mistake in mark.mistakes), *also]


def case_details(mark: Mark) -> str:
    """The first finding of a case in full with the number of the others, or the end of what its program complained."""
    if mark.finding is None:
        return mark.log.strip("\n")
    more = others_counted(mark)
    return describe_data(mark.finding) + (f"\n\n  {more}" if more else "")


def others_counted(mark: Mark) -> str:
    """The number of findings besides the first; empty if there are none."""
    others = sum(mark.kinds.values()) - 1
    return f"and {plural(others, 'more finding')}" if others > 0 else ""


def clipped(text: str) -> list[str]:
    """The lines of a text, not too many."""
    lines = text.rstrip().split("\n")
    cut = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], f"... and {cut} lines more"] if cut > 0 else lines


# Markdown


def feedback(result: SubmissionResult, title: str) -> str:
    """The page of one submission. It shows the kinds of faults in hidden cases, and nothing of their boards."""
    head = f"# {_plain(title)}: {_plain(printable(result.shown))}\n\n"
    sections = "".join(
        f"## {_plain(', '.join(names))}: {_plain(mark.status_shown)}\n\n{case_feedback(mark)}\n"
        for mark, names in case_sections(result)
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
    for heading, lines in (("Adjusted", adjustment_lines(result)), ("What to do", to_do(result))):
        if lines:
            yield from ("", f"## {heading}", "", *(f"- {_plain(line)}" for line in lines))


def _case(mark: Mark) -> Iterator[str]:
    yield _plain(case_message(mark))
    if mark.how:
        yield from ("", f"Points: {_plain(mark.how)}.")
    if sentences := diagnosis_of(mark):
        first, fix, *also = map(_plain, sentences)
        yield from ("", f"**{first}** {fix}")
        yield from (line for other in also for line in ("", other))
    if not mark.hidden and (details := case_details(mark)):
        yield from ("", *_block(details))


def _block(text: str) -> Iterator[str]:
    """A text in a code block, whose fence is longer than any in the text."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    yield from (fence, *clipped(text), fence)


def _plain(text: str) -> str:
    """Text escaped for Markdown and HTML."""
    unmarked = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"([\\`*_|\[\]#])", r"\\\1", unmarked)


# Plain text


def text_feedback(result: SubmissionResult, title: str) -> str:
    """The page of one submission as plain text, for e-mail and terminals."""
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
        yield from ("", head, "-" * len(head), "", *_text_case(mark))


def _text_case(mark: Mark) -> Iterator[str]:
    yield _wrapped(case_message(mark))
    if mark.how:
        yield from ("", _wrapped(f"Points: {mark.how}."))
    if sentences := diagnosis_of(mark):
        yield from ("", _wrapped(" ".join(sentences)))
    if not mark.hidden and (details := case_details(mark)):
        yield from ("", *(indent(line, "  ") for line in clipped(details)))


def _wrapped(text: str) -> str:
    return wrapped(" ".join(text.split()), USUAL_WIDTH, "", "")
