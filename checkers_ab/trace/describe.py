"""Reports on traces as text for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from checkers_ab.core.kit import Kit
from checkers_ab.core.mistake import Mistake
from checkers_ab.core.picture import Picture, as_data, draw_text, from_data, show_move
from checkers_ab.trace.check import CaseReport
from checkers_ab.trace.events import Tried
from checkers_ab.trace.finding import Finding, Scene, rule_of

LISTED = 10
"""Findings listed below the first one, unless every one is asked for."""


def describe_case(kit: Kit[Any, Any, Any], report: CaseReport, *, every: bool) -> str:
    """The report on one case, as text."""
    if report.valid:
        return f"{report.label}: right, {report.end - report.start} lines\n"
    first, *others = report.findings
    total = report.counts.total()
    findings = "1 finding" if total == 1 else f"{total:,} findings"
    parts = [f"{report.label}: wrong, {findings}", "", describe_finding(kit, first)]
    if report.other_board:
        parts += ["", "  Not one first move of this trace is legal here: is it the trace of another board?"]
    if report.explained_by:
        parts += ["", *_describe_mistakes(report.explained_by)]
    if others:
        listed = others if every else others[:LISTED]
        parts += ["", "  Also:"]
        parts += [f"    line {finding.line}: {finding.kind}: {finding.message}" for finding in listed]
        if len(listed) < total - 1:
            why = "" if every else "; --all lists them"
            parts.append(f"    ... and {total - 1 - len(listed):,} more{why}")
    return "\n".join(parts) + "\n"


def _describe_mistakes(mistakes: list[Mistake]) -> list[str]:
    first, *others = mistakes
    lines = [
        f"  {first.sentence} ({first.name})",
        f"  To fix it: {first.fix} (docs/homework.md, paragraph {first.rule})",
    ]
    if others:
        clauses = ", or ".join(f"{other.clause} ({other.name})" for other in others)
        lines.append(f"  It would also be the trace of a program that {clauses}.")
    return lines


def describe_finding(kit: Kit[Any, Any, Any], finding: Finding) -> str:
    """A finding in full: what, where, the state there, the way to it and the window."""
    return describe_data(finding_data(kit, finding))


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
    """The state of a scene with the move in question marked on it, legal or not."""
    game, state, move = kit.game, scene.state, scene.move
    if move is None or game.utility(state) is not None or move not in game.moves(state):
        return kit.picture(state, move)
    return show_move(kit.picture(state), kit.picture(game.play(state, move), move))


def describe_data(finding: Mapping[str, Any]) -> str:
    """The same from `finding_data`."""
    rule = f" ({finding['rule']})" if finding.get("rule") else ""
    lines = [
        f"  line {finding['line']}: {finding['kind']}{rule}",
        f"  {finding['message']}",
        "",
        f"    expected  {finding['expected']}",
        f"    found     {finding['found']}",
    ]
    if "picture" in finding:
        after = ", ".join(finding["after"]) or "nothing: this is the board that was given"
        lines.append(f"    after     {after}")
        if finding["window"]:
            alpha, beta = finding["window"]
            lines.append(f"    window    alpha={alpha}, beta={beta}")
        lines += ["", draw_text(from_data(finding["picture"]))]
    return "\n".join(lines)


def format_step(kit: Kit[Any, Any, Any], step: Tried) -> str:
    """A line's move with its label."""
    return f"{kit.labels[step.side]}{step.ply} {kit.format_key(step.key)}"
