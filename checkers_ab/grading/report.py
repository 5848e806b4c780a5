"""The report of a class, an HTML page: scores, what cost the most, and a table of students to sort and search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from checkers_ab.grading.markup import number, share, visible
from checkers_ab.grading.pages import page_template

CHUNK = 100
"""Students in each part of the table. A browser lays out only the parts that are in sight."""
BUFFERED = 100
"""Pieces of the page that are written at once."""


def report(summary: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The page in pieces. Rows are taken one at a time, so memory stays flat."""
    stream = page_template("report.html").stream(
        summary=summary,
        columns=_columns(summary["histogram"]),
        found=_found(summary),
        lists=_lists(summary),
        students=map(_student, rows),
        chunk=CHUNK,
    )
    stream.enable_buffering(BUFFERED)
    return stream


def _columns(bins: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The columns of the histogram, widths in percent and heights in pixels; none without scores."""
    highest = max((each["count"] for each in bins), default=0)
    width = 94 / max(len(bins), 1)
    return [
        {
            **each,
            "left": 3 + place * width,
            "width": width,
            "height": max(168 * each["count"] / highest, 2 if each["count"] else 0),
            "words": f"{number(each['from'])} to {number(each['to'])}: {each['count']:,}",
        }
        for place, each in enumerate(bins)
        if highest
    ]


def _found(summary: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Kinds of findings, mistakes and sets of mistakes, each with its students."""
    kinds = [{**row, "what": "finding"} for row in summary["kinds"]]
    sets = [{**row, "what": "mistakes together" if " + " in row["name"] else "mistake"} for row in summary["sets"]]
    return [*kinds, *sets]


def _lists(summary: Mapping[str, Any]) -> dict[str, list[str]]:
    """Who handed in nothing, what belongs to nobody and what was not graded, by the heading."""
    return {
        "Nothing handed in": summary["nothing"],
        "Nobody's": [f"{name}: {why}" for name, why in summary["unmatched"].items()],
        "Not graded": [f"{name}: {why}" for name, why in summary["failed"].items()],
    }


def _student(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the table, with the names of mistakes and the groups that the student is in."""
    return {
        **row,
        "name": visible(row["name"]).strip() or "(no name)",
        "share": share(row["score"], row["max"]),
        "notes": ", ".join([*row["diagnosis"], *(["late"] if row.get("late") else [])]),
        "groups": row.get("groups", ()),
    }
