"""The report of a class, an HTML page: scores, what cost the most, and a table of students to sort and search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from checkers_ab.grading import glance
from checkers_ab.grading.markup import head, link, many, number, share, text
from checkers_ab.page.page import fill, part

MARK = "<!-- written by checkers-ab grade -->"
"""Stands near the beginning of each page, and marks it as written by this program."""

CHUNK = 100
"""Students in each part of the table. A browser lays out only the parts that are in sight."""


def report(summary: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The page in pieces. Rows are taken one at a time, so memory stays flat."""
    parts: dict[str, Iterable[str]] = {
        "mark": [MARK],
        "title": [text(summary["title"])],
        "about": [text(f"Box: {summary['box']}. Written by checkers-ab {summary['version']}.")],
        "figures": _figures(summary),
        "histogram": _histogram(summary["histogram"], summary["max"]),
        "cases": _cases(summary["cases"]),
        "mistakes": _mistakes(summary["mistakes"]),
        "found": glance.found_table(summary),
        "groups": glance.groups(summary),
        "unseen": glance.unseen(summary),
        "people": glance.people(summary),
        "count": [many(summary["submissions"], "student")],
        "students": _students(rows),
        "style": [part("report.css", beside=__file__)],
        "script": [part("report.js", beside=__file__)],
    }
    return fill(part("report.html", beside=__file__), parts)


def _figures(summary: Mapping[str, Any]) -> Iterator[str]:
    """The figures of the class that are known."""
    for name in ("submissions", "graded", "not_graded"):
        few = ' class="fault"' if name == "not_graded" and summary[name] else ""
        yield f"<div{few}><dt>{name.replace('_', ' ').capitalize()}</dt><dd>{summary[name]:,}</dd></div>\n"
    for name in ("mean", "median", "highest"):
        if summary[name] is not None:
            of = f"<small>of {number(summary['max'])}</small>"
            yield f"<div><dt>{name.capitalize()}</dt><dd>{number(summary[name])} {of}</dd></div>\n"


# Scores

_FLOOR, _TALLEST = 196, 168


def _histogram(bins: Sequence[Mapping[str, Any]], most: float) -> Iterator[str]:
    """The histogram as SVG that stretches with the page: widths in percent, heights in pixels."""
    highest = max((each["count"] for each in bins), default=0)
    if not highest:
        yield '<p class="none">No scores yet.</p>'
        return
    counts = "; ".join(f"{number(each['from'])} to {number(each['to'])}: {each['count']:,}" for each in bins)
    label = f"Submissions by score, of {number(most)} points. {counts}."
    yield f'<svg class="histogram{" many" * (highest >= 10_000)}" role="img" aria-label="{label}">\n'
    width = 94 / len(bins)
    for place, each in enumerate(bins):
        left = 3 + place * width
        tall = max(_TALLEST * each["count"] / highest, 2 if each["count"] else 0)
        yield (
            f'<rect class="column" x="{left + width * 0.06:.2f}%" y="{_FLOOR - tall:.1f}" '
            f'width="{width * 0.88:.2f}%" height="{tall:.1f}" rx="2"/>'
            f'<text class="count" x="{left + width / 2:.2f}%" y="{_FLOOR - tall - 6:.1f}">{each["count"]:,}</text>'
            f'<text class="scale" x="{left:.2f}%" y="{_FLOOR + 18}">{number(each["from"])}</text>\n'
        )
    yield f'<text class="scale" x="97%" y="{_FLOOR + 18}">{number(bins[-1]["to"])}</text>'
    yield f'<line class="axis" x1="3%" x2="97%" y1="{_FLOOR}" y2="{_FLOOR}"/>\n</svg>'


# What cost the most


def _cases(cases: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not cases:
        yield '<p class="none">No cases.</p>'
        return
    yield head("cases", "Case", "Kind", "#Right", "#Wrong", "Other outcomes", "#Mean", "#Points lost")
    most = max(case["lost"] for case in cases)
    for case in cases:
        others = ", ".join(f"{text(outcome)} <b>{count:,}</b>" for outcome, count in case["outcomes"].items())
        yield (
            f'<tr><th scope="row">{text(case["name"])}</th><td>{"hidden" if case["hidden"] else "public"}</td>'
            f'<td data-label="right">{case["right"]:,}</td><td data-label="wrong">{case["wrong"]:,}</td>'
            f'<td>{others}</td><td data-label="mean">{number(case["mean"])} of {number(case["max"])}</td>'
            f"{_lost(case['lost'], most)}</tr>\n"
        )
    yield "</tbody></table>"


def _mistakes(found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not found:
        yield '<p class="none">None was found.</p>'
        return
    yield head("mistakes", "Mistake", "What it means", "#Submissions", "#Points lost")
    most = max(each["lost"] for each in found)
    for each in found:
        count, noun = many(each["submissions"], "submission").split()
        yield (
            f'<tr><th scope="row">{text(each["name"])}</th><td>The program {text(each["clause"])}.</td>'
            f'<td data-label="{noun}">{count}</td>{_lost(each["lost"], most)}</tr>\n'
        )
    yield "</tbody></table>"


def _lost(points: float, most: float) -> str:
    """A cell with a bar, whose length is the share of the greatest loss."""
    length = number(100 * points / most, 1) if most else "0"
    return f'<td class="lost" style="--part:{length}%"><div><span>{number(points)}</span></div></td>'


# Students


def _students(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The table in parts. Closing tags that HTML does not need are left out, for there may be many rows."""
    formatted = map(_student, rows)
    while chunk := list(islice(formatted, CHUNK)):
        yield f'<tbody style="--rows:{len(chunk)}">\n'
        yield from chunk


def _student(row: Mapping[str, Any]) -> str:
    name = text(row["name"]).strip() or "(no name)"
    part = share(row["score"], row["max"])
    return (
        f'<tr><th scope=row><a href="{link(row["page"])}">{name}</a>'
        f"<td>{number(row['score'])} of {number(row['max'])}"
        f'<td style="--part:{part or 0}">{part}'
        f"<td>{row['right']:,} of {row['cases']:,}"
        f"<td{' class=fault' * (row['status'] != 'graded')}>{text(row['status'])}"
        f"<td>{_diagnosis(row)}\n"
    )


def _diagnosis(row: Mapping[str, Any]) -> str:
    """The names of mistakes, and links to the groups that the student is in."""
    groups = [f'<a href="#group-{number}">[group {number}]</a>' for number in row.get("groups", ())]
    late = ["late"] if row.get("late") else []
    return ", ".join([*map(text, row["diagnosis"]), *late, *groups])
