"""Results in the formats of students, graders and course systems."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from xml.etree import ElementTree as xml

from checkers_ab.core.text import printable
from checkers_ab.grading.feedback import HIDDEN, case_details, case_feedback, feedback, opening_feedback, text_feedback
from checkers_ab.grading.feedback_html import feedback_html
from checkers_ab.grading.mark import RIGHT, WRONG, Mark, SubmissionResult, for_students
from checkers_ab.grading.markup import plain_number
from checkers_ab.grading.plan import GradingPlan

FORMATS = {"gradescope": "gradescope.json", "junit": "junit.xml", "text": "feedback.txt"}
"""Every format of a submission with its file name in the results folder."""
PAGES = {"feedback.md": feedback, "feedback.html": feedback_html}
"""The files that every submission has besides its result."""


def write_format(name: str, results: Sequence[SubmissionResult], title: str) -> str:
    """Results in a format. All but JUnit hold a single one."""
    if name == "junit":
        return "".join(junit(results, title))
    (result,) = results
    return (gradescope if name == "gradescope" else text_feedback)(result, title)


def page_names(formats: Sequence[str]) -> set[str]:
    """The names of the files of a submission besides its result."""
    return {*PAGES, *(FORMATS[name] for name in formats)}


def pages_of(plan: GradingPlan, result: SubmissionResult, formats: Sequence[str]) -> dict[str, str]:
    """The files of a submission besides its result, by name."""
    shown = for_students(result, points_only=plan.points_only)
    return {
        **{name: write(shown, shown.title) for name, write in PAGES.items()},
        **{FORMATS[name]: write_format(name, [shown], shown.title) for name in formats},
    }


MOST_OUTPUT = 10_000
"""Characters of a case; Gradescope's page stalls on more."""


def gradescope(result: SubmissionResult, title: str) -> str:
    """Gradescope's results.json. Students see hidden cases when grades are published, without their input."""
    public = replace(result, marks=tuple(mark for mark in result.marks if not mark.hidden))
    shown = opening_feedback(public)
    if len(public.marks) < len(result.marks):
        shown += "\nHidden cases are shown when the grades are published.\n"
    if result.box:
        kind = result.box.partition(" (")[0].partition(",")[0]  # its weaknesses are for the staff only
        shown += f"\nBox: {kind}.\n"
    whole = {
        "score": result.score,
        "execution_time": round(sum(mark.seconds for mark in result.marks)),
        "output": shown.strip()[:MOST_OUTPUT],
        "output_format": "md",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {"title": title, "status": result.status, "diagnoses": result.diagnoses, "box": result.box},
        "tests": [_gradescope_test(number, mark) for number, mark in enumerate(result.marks, 1)],
    }
    return json.dumps(whole, indent=1) + "\n"


def _gradescope_test(number: int, mark: Mark) -> dict[str, object]:
    output = case_feedback(mark)
    if len(output) > MOST_OUTPUT:
        output = output[:MOST_OUTPUT] + "\n... cut here"
    return {
        "score": mark.points,
        "max_score": mark.most,
        "status": "passed" if mark.status == RIGHT else "failed",
        "name": f"{mark.case}: {mark.status_shown}",
        "number": str(number),
        "output": output,
        "output_format": "md",
        "tags": list(mark.kinds),
        "visibility": "after_published" if mark.hidden else "visible",
        "extra_data": {"diagnoses": list(mark.diagnoses)},
    }


FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow."""


def junit(results: Iterable[SubmissionResult], title: str) -> Iterator[str]:
    """JUnit XML in pieces: a suite for each submission, a test for each case. A wrong trace is a failure."""
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="{escape(_clean(title))}">\n'
    for result in results:
        suite = _suite(result)
        xml.indent(suite)
        yield xml.tostring(suite, encoding="unicode") + "\n"
    yield "</testsuites>\n"


def _suite(result: SubmissionResult) -> xml.Element:
    name = _clean(printable(result.shown))
    failures = sum(mark.status == WRONG for mark in result.marks)
    right = sum(mark.status == RIGHT for mark in result.marks)
    suite = xml.Element(
        "testsuite",
        name=name,
        tests=str(len(result.marks)),
        failures=str(failures),
        errors=str(len(result.marks) - failures - right),
        skipped="0",
        time=f"{sum(mark.seconds for mark in result.marks):.3f}",
    )
    _add_properties(suite, score=result.score, max_score=result.most)
    for mark in result.marks:
        suite.append(_junit_test(mark, name))
    return suite


def _junit_test(mark: Mark, classname: str) -> xml.Element:
    test = xml.Element("testcase", name=_clean(mark.case), classname=classname, time=f"{mark.seconds:.3f}")
    _add_properties(test, score=mark.points, max_score=mark.most)
    if mark.status != RIGHT:
        kind = "failure" if mark.status == WRONG else "error"
        message = HIDDEN if mark.hidden else mark.message
        problem = xml.SubElement(test, kind, type=_clean(mark.status_shown), message=_clean(message))
        problem.text = "" if mark.hidden else _clean(case_details(mark))
    return test


def _add_properties(element: xml.Element, **values: float) -> None:
    properties = xml.SubElement(element, "properties")
    for name, value in values.items():
        xml.SubElement(properties, "property", name=name, value=plain_number(value))


def _clean(text: str) -> str:
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
