"""The feedback page for a student as HTML, with the board drawn. It is one file, and runs no script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from checkers_ab.core.picture import from_data
from checkers_ab.core.text import printable
from checkers_ab.draw.svg import svg_element
from checkers_ab.grading.feedback import (
    adjustment_lines,
    case_message,
    case_sections,
    clipped,
    diagnosis_of,
    others_counted,
    to_do,
)
from checkers_ab.grading.mark import GRADED, Mark, SubmissionResult
from checkers_ab.grading.report import page_template


def feedback_html(result: SubmissionResult, title: str) -> str:
    """The page of one submission. It shows the kinds of faults in hidden cases, and nothing of their boards."""
    late, attempt = result.owner.get("late", ""), result.owner.get("attempt", "")
    return page_template("feedback.html").render(
        title=title,
        name=printable(result.shown),
        about=", ".join(filter(None, [f"handed in {attempt}" if attempt else "", late])),
        result=result,
        graded=result.status == GRADED,
        log=clipped(result.log) if result.log else [],
        adjusted=adjustment_lines(result),
        to_do=to_do(result),
        sections=[_section(mark, names) for mark, names in case_sections(result)],
    )


def _section(mark: Mark, names: Sequence[str]) -> dict[str, Any]:
    """The feedback on cases that are not right in the same way. Of a hidden one no finding or log is shown."""
    finding = None if mark.hidden else mark.finding
    has_log = not mark.hidden and mark.finding is None and mark.log.strip()
    return {
        "cases": ", ".join(names),
        "status": mark.status_shown,
        "message": case_message(mark),
        "how": mark.how,
        "diagnosis": diagnosis_of(mark),
        "facts": _facts(finding) if finding else {},
        "board": _board(finding) if finding else "",
        "more": others_counted(mark) if finding else "",
        "log": clipped(mark.log) if has_log else [],
    }


def _facts(finding: Mapping[str, Any]) -> dict[str, str]:
    """The facts of a finding by name."""
    facts = {"Line": f"{finding['line']}", "Expected": finding["expected"], "Found": finding["found"]}
    if finding.get("window"):
        facts["Window"] = "alpha={}, beta={}".format(*finding["window"])
    if finding.get("after"):
        facts["After"] = ", ".join(finding["after"])
    return facts


def _board(finding: Mapping[str, Any]) -> str:
    """The board that a finding is about as an SVG element; empty if there is none."""
    if "picture" not in finding:
        return ""
    return svg_element(from_data(finding["picture"]), title=f"The board at line {finding['line']}")
