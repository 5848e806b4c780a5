"""The feedback page for a student as HTML, with the board drawn. It is one file, and runs no script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from checkers_ab.core.picture import from_data
from checkers_ab.core.svg import svg_element
from checkers_ab.core.text import printable
from checkers_ab.grading.feedback import (
    adjustment_lines,
    case_message,
    case_sections,
    clipped,
    diagnosis_of,
    others_counted,
    to_do,
)
from checkers_ab.grading.mark import GRADED, RIGHT, Mark, SubmissionResult
from checkers_ab.grading.markup import lines_of_text, number, text
from checkers_ab.page.page import fill, part


def feedback_html(result: SubmissionResult, title: str) -> str:
    """The page of one submission. It shows the kinds of faults in hidden cases, and nothing of their boards."""
    parts = {
        "title": [text(title)],
        "name": [text(printable(result.shown))],
        "score": [f"{number(result.score)} <small>of {number(result.most)} points</small>"],
        "about": [_about(result)],
        "body": _body(result),
        "style": [_file("feedback.css")],
    }
    return "".join(fill(_file("feedback.html"), parts))


@cache
def _file(name: str) -> str:
    return part(name, beside=__file__)


def _about(result: SubmissionResult) -> str:
    late, attempt = result.owner.get("late", ""), result.owner.get("attempt", "")
    facts = [f"handed in {attempt}" if attempt else "", late]
    return text(", ".join(filter(None, facts)))


def _body(result: SubmissionResult) -> Iterator[str]:
    if result.status != GRADED:
        yield f'<section>\n<h2 class="fault">{text(result.status.capitalize())}</h2>\n<p>{text(result.message)}</p>\n'
        if result.log:
            yield _log(result.log)
        yield "</section>\n"
        return
    yield from _cases(result)
    for heading, lines in (("Adjusted", adjustment_lines(result)), ("What to do", to_do(result))):
        if lines:
            items = "".join(f"<li>{text(line)}</li>\n" for line in lines)
            yield f"<section>\n<h2>{heading}</h2>\n<ul>\n{items}</ul>\n</section>\n"
    for mark, names in case_sections(result):
        yield f"<section>\n<h2>{text(', '.join(names))}: {text(mark.status_shown)}</h2>\n"
        yield from _case(mark)
        yield "</section>\n"


def _cases(result: SubmissionResult) -> Iterator[str]:
    heads = '<th scope="col">Case</th><th scope="col">Points</th><th scope="col">Result</th>'
    yield f"<section>\n<h2>Cases</h2>\n<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n"
    for mark in result.marks:
        hidden = " <small>hidden</small>" if mark.hidden else ""
        fault = "" if mark.status == RIGHT else ' class="fault"'
        yield (
            f'<tr><th scope="row">{text(mark.case)}{hidden}</th><td>{number(mark.points)} of {number(mark.most)}</td>'
            f"<td{fault}>{text(mark.status_shown)}</td></tr>\n"
        )
    yield "</tbody>\n</table>\n</section>\n"


def _case(mark: Mark) -> Iterator[str]:
    yield f"<p>{text(case_message(mark))}</p>\n"
    if mark.how:
        yield f'<p class="how">Points: {text(mark.how)}.</p>\n'
    if sentences := diagnosis_of(mark):
        first, *others = map(text, sentences)
        yield f'<p class="diagnosis"><strong>{first}</strong> {" ".join(others)}</p>\n'
    if mark.hidden:
        return
    if mark.finding is None:
        yield _log(mark.log) if mark.log.strip() else ""
        return
    yield from _finding(mark.finding)
    if more := others_counted(mark):
        yield f"<p>{text(more)}</p>\n"


def _finding(finding: Mapping[str, Any]) -> Iterator[str]:
    """The facts of a finding, and the board that it is about."""
    facts = {"Line": f"{finding['line']}", "Expected": finding["expected"], "Found": finding["found"]}
    if finding.get("window"):
        facts["Window"] = "alpha={}, beta={}".format(*finding["window"])
    if finding.get("after"):
        facts["After"] = ", ".join(finding["after"])
    rows = "".join(f"<div><dt>{name}</dt><dd>{text(fact)}</dd></div>\n" for name, fact in facts.items())
    yield f'<div class="finding">\n<dl>\n{rows}</dl>\n'
    if "picture" in finding:
        board = svg_element(from_data(finding["picture"]), title=f"The board at line {finding['line']}")
        yield f"<figure>{board}</figure>\n"
    yield "</div>\n"


def _log(log: str) -> str:
    """The end of what a program printed; a region of its own, for it may be wide."""
    return f'<pre tabindex="0">{lines_of_text(clipped(log))}</pre>\n'
