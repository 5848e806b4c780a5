"""A finding in full: as data for every renderer, and as text with the picture of its state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from checkers_ab.core.kit import Kit
from checkers_ab.core.picture import Grid, Picture, as_data, draw_text, from_data, show_move
from checkers_ab.trace.events import Tried
from checkers_ab.trace.finding import Finding, Scene, rule_of

USUAL_WIDTH = 80
BESIDE = 36
"""Columns that facts need beside a picture; with less they stand above it."""


def describe_finding(kit: Kit[Any, Any, Any], finding: Finding, width: int = USUAL_WIDTH) -> str:
    """A finding in full: what, where, the state there, the way to it and the window."""
    return describe_data(finding_data(kit, finding), width)


def finding_data(kit: Kit[Any, Any, Any], finding: Finding) -> dict[str, Any]:
    """A finding as JSON has it, with the picture of its scene: renderers need nothing else."""
    data: dict[str, Any] = {**finding.in_words(), "rule": rule_of(kit, finding.kind)}
    scene = finding.scene
    if scene is not None:
        data["after"] = [format_step(kit, step) for step in scene.path]
        data["window"] = None if scene.window is None else [kit.format_value(end) for end in scene.window]
        data["picture"] = as_data(_picture(kit, scene))
    return data


def _picture(kit: Kit[Any, Any, Any], scene: Scene) -> Picture:
    """The state of a scene with the move in question marked on it, legal or not, or the moves that are missing."""
    game, state, move = kit.game, scene.state, scene.move
    if scene.missing:
        return _mark_moves(kit, scene)
    if scene.before is not None:
        return _mark_changes(kit.picture(scene.before), kit.picture(state, move))
    if move is None or game.utility(state) is not None or move not in game.moves(state):
        return kit.picture(state, move)
    return show_move(kit.picture(state), kit.picture(game.play(state, move), move))


def _mark_changes(before: Picture, after: Picture) -> Picture:
    """The picture after a move with every cell marked that it touches, such as those of pieces that it took."""
    if not (isinstance(before, Grid) and isinstance(after, Grid)):
        return after
    rows = zip(before.cells, after.cells, strict=True)
    changed = [
        (row, column)
        for row, cells in enumerate(rows)
        for column, (old, new) in enumerate(zip(*cells, strict=True))
        if old != new
    ]
    return replace(after, marks=list(dict.fromkeys([*after.marks, *changed])))


def _mark_moves(kit: Kit[Any, Any, Any], scene: Scene) -> Picture:
    picture = kit.picture(scene.state)
    if not isinstance(picture, Grid):
        return picture
    after = [kit.picture(kit.game.play(scene.state, move), move) for move in scene.missing]
    marks = dict.fromkeys(place for other in after if isinstance(other, Grid) for place in other.marks)
    return replace(picture, marks=list(marks))


def describe_data(finding: Mapping[str, Any], width: int = USUAL_WIDTH) -> str:
    """The same from `finding_data`."""
    rule = f" ({finding['rule']})" if finding.get("rule") else ""
    head = [f"  line {finding['line']}: {finding['kind']}{rule}", wrapped(finding["message"], width, "  ", "  "), ""]
    facts = {"expected": finding["expected"], "found": finding["found"]}
    if "picture" not in finding:
        return "\n".join([*head, *_facts(facts, width - 4, "    ")])
    if finding["window"]:
        facts["window"] = "alpha={}, beta={}".format(*finding["window"])
    drawn = draw_text(from_data(finding["picture"])).split("\n")
    edge = max(map(len, drawn)) + 4
    steps = finding["after"] or ["nothing: this is the board that was given"]
    if width - edge < BESIDE:
        facts["after"] = ", ".join(steps)
        return "\n".join([*head, *_facts(facts, width - 4, "    "), "", *drawn])
    beside = _facts(facts, width - edge, "")
    beside += [f"{'' if place else 'after':<10}{step}" for place, step in enumerate(steps)]
    rows = zip_longest(drawn, beside, fillvalue="")
    return "\n".join([*head, *(f"{row:<{edge}}{fact}".rstrip() for row, fact in rows)])


def _facts(facts: Mapping[str, str], width: int, indent: str) -> list[str]:
    """Names with what they stand for, each wrapped in a column of its own."""
    lines = []
    for name, fact in facts.items():
        first, *more = wrapped(fact, width - 10, "", "").split("\n")
        lines += [f"{indent}{name:<10}{first}", *(f"{indent}{'':10}{line}" for line in more)]
    return lines


def format_step(kit: Kit[Any, Any, Any], step: Tried) -> str:
    """A line's move with its label."""
    return f"{kit.labels[step.side]}{step.ply} {kit.format_key(step.key)}"


def wrapped(sentence: str, width: int, indent: str, more: str) -> str:
    """A sentence on lines of a width, the first and the further ones indented; moves and names stay whole."""
    lines = wrap(
        sentence,
        width,
        initial_indent=indent,
        subsequent_indent=more,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines)
