"""JUnit XML: a suite for each submission, a test for each case. A wrong trace is a failure, a broken run an error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from xml.etree import ElementTree as xml

from checkers_ab.core.text import printable
from checkers_ab.grading.feedback import HIDDEN, case_details
from checkers_ab.grading.mark import RIGHT, WRONG, Mark, SubmissionResult
from checkers_ab.grading.markup import plain_number

FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow."""


def write(results: Sequence[SubmissionResult], title: str) -> str:
    """The results of any number of submissions."""
    return "".join(parts(results, title))


def parts(results: Iterable[SubmissionResult], title: str) -> Iterator[str]:
    """The same in pieces, with one submission in memory at a time."""
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
        suite.append(_test(mark, name))
    return suite


def _test(mark: Mark, classname: str) -> xml.Element:
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
