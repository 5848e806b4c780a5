"""The parts of the report that show a class at a glance: findings, mistakes, groups, people and adjustments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from checkers_ab.grading.markup import head, link, many, number, text

NAMED = 3
"""Students who are named at once; the others are one click away."""
NAMED_IN_GROUP = 12


def found_table(summary: Mapping[str, Any]) -> Iterator[str]:
    """Kinds of findings, mistakes and pairs of mistakes, each with its students."""
    rows = [("finding", row) for row in summary["kinds"]]
    rows += [("mistakes together" if " + " in row["name"] else "mistake", row) for row in summary["sets"]]
    if not rows:
        yield '<p class="none">Nothing was found.</p>'
        return
    yield head("found", "What was found", "Kind", "#Students", "Who")
    for what, row in rows:
        count, noun = many(row["submissions"], "student").split()
        yield (
            f'<tr><th scope="row">{text(row["name"])}</th><td>{what}</td><td data-label="{noun}">{count}</td>'
            f"<td>{_people(row)}</td></tr>\n"
        )
    yield "</tbody></table>"


def _people(row: Mapping[str, Any], named: int = NAMED) -> str:
    """The students of a row as links."""
    links = [f'<a href="{link(one["page"])}">{text(one["name"])}</a>' for one in row["students"]]
    left = row["submissions"] - len(links)
    more = f" and {left:,} more" if left else ""
    if len(links) <= named and not more:
        return ", ".join(links)
    first = ", ".join(links[:named])
    return f"{first}<details><summary>and others</summary>{', '.join(links[named:])}{more}</details>"


def groups(summary: Mapping[str, Any]) -> Iterator[str]:
    """Submissions that are the same: something to look at, and no verdict."""
    if not summary["same"]:
        yield '<p class="none">No two submissions have the same program or the same wrong trace.</p>'
        return
    yield (
        "<p>People who share a mistake may write the same wrong trace without having shared a program. "
        "Look at the programs before you conclude anything.</p>\n"
    )
    for place, group in enumerate(summary["same"], 1):
        yield (
            f'<div class="group" id="group-{place}">\n<h3>[group {place}]</h3>\n'
            f"<div>{_sameness(group)}: {_people(group, NAMED_IN_GROUP)}</div>\n</div>\n"
        )


def _sameness(group: Mapping[str, Any]) -> str:
    count = f"{group['submissions']:,}"
    if group["what"] == "program":
        renamed = ", under other file names" if group["renamed"] else ""
        return f"<b>{count} programs</b> have the same source files, byte for byte{renamed}"
    cases = text(", ".join(group["cases"]))
    why = f" (it is that of {text(group['diagnosis'])})" if group["diagnosis"] else " (no known mistake explains it)"
    return f"<b>{count} submissions</b> have the same wrong trace of {cases}{why}"


def unseen(summary: Mapping[str, Any]) -> Iterator[str]:
    """The mistakes that the boards of the plan can't show."""
    names = summary["unseen"]
    if names is None:
        yield '<p class="none">This was not looked at: there are no mistakes to try, or too many boards.</p>'
    elif not names:
        yield '<p class="none">The cases show every mistake that is known.</p>'
    else:
        listed = ", ".join(f"<b>{text(name)}</b>" for name in names)
        yield f"<p>Full marks say nothing about {listed}. <code>checkers-ab coverage</code> tells more.</p>"


def people(summary: Mapping[str, Any]) -> Iterator[str]:
    """People who handed in nothing, submissions of nobody, and adjustments."""
    parts = [
        ("Nothing handed in", [text(name) for name in summary["nothing"]]),
        ("Nobody's", [f"{text(name)}: {text(why)}" for name, why in summary["unmatched"].items()]),
        ("Not graded", [f"{text(name)}: {text(why)}" for name, why in summary["failed"].items()]),
        ("Adjusted", list(_adjusted(summary["adjusted"]))),
    ]
    for title, lines in parts:
        if lines:
            items = "".join(f"<li>{line}</li>\n" for line in lines)
            yield f'<section class="panel wide">\n<h2>{title}</h2>\n<ul>\n{items}</ul>\n</section>\n'


def _adjusted(changes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for change in changes:
        name = f'<a href="{link(change["page"])}">{text(change["name"])}</a>'
        what = f"{text(change['case'])}: {number(change['was'])} became {number(change['points'])}"
        yield f"{name}, {what}. {text(change['why'])} ({text(change['by'])})"
