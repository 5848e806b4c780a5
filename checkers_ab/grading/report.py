"""The report of a class, an HTML page to sort and search; and the templates of all pages, where every value is text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from checkers_ab.grading.markup import link, number, share, visible
from checkers_ab.page.page import part


def page_template(name: str) -> Template:
    """A template by the name of its file."""
    return page_environment().get_template(name)


@cache
def page_environment() -> Environment:
    """The settings of all templates."""
    environment = Environment(
        loader=FileSystemLoader(os.path.dirname(__file__)),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    environment.filters.update(link=link, number=number, printed=_printed)
    environment.globals["file"] = _file
    return environment


def _shown(value: Any) -> Any:
    """The value as a template prints it, before it is escaped. HTML stays."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _printed(lines: list[str]) -> Markup:
    """Lines for a `pre` element: tabs and line ends stay."""
    return Markup("\n").join(Markup("\t").join(map(visible, line.split("\t"))) for line in lines)


@cache
def _file(name: str) -> Markup:
    """A style sheet or script that lies beside this module."""
    return Markup(part(name, beside=__file__))


CHUNK = 100
"""Students in each part of the table. A browser lays out only the parts that are in sight."""
BUFFERED = 100
"""Pieces of the page that are written at once."""


def report(summary: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The page in pieces. Rows are taken one at a time, so memory stays flat."""
    kinds = [{**row, "what": "finding"} for row in summary["kinds"]]
    sets = [{**row, "what": "mistakes together" if " + " in row["name"] else "mistake"} for row in summary["sets"]]
    lists = {
        "Nothing handed in": summary["nothing"],
        "Nobody's": [f"{name}: {why}" for name, why in summary["unmatched"].items()],
        "Not graded": [f"{name}: {why}" for name, why in summary["failed"].items()],
    }
    stream = page_template("report.html").stream(
        summary=summary,
        columns=_columns(summary["histogram"]),
        found=[*kinds, *sets],
        lists=lists,
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


def _student(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the table, with the names of mistakes and the groups that the student is in."""
    return {
        **row,
        "name": visible(row["name"]).strip() or "(no name)",
        "share": share(row["score"], row["max"]),
        "notes": ", ".join([*row["diagnosis"], *(["late"] if row.get("late") else [])]),
        "groups": row.get("groups", ()),
    }
