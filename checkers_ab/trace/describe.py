"""A verdict on a trace as text for people."""

from __future__ import annotations

from checkers_ab.games.checkers.drawing import draw_board
from checkers_ab.trace.check import Verdict
from checkers_ab.trace.faults import format_step
from checkers_ab.trace.finding import Finding, spell_window
from checkers_ab.trace.mistakes import Misconception

LISTED = 10
"""Findings listed below the first one, unless every one is asked for."""


def describe_verdict(verdict: Verdict, *, every: bool) -> str:
    """The verdict on one case, as text."""
    label = verdict.case.label
    if verdict.valid:
        return f"{label}: right, {verdict.end - verdict.start} lines\n"
    first, *others = verdict.findings
    findings = "1 finding" if verdict.total == 1 else f"{verdict.total:,} findings"
    parts = [f"{label}: wrong, {findings}", "", describe_finding(first)]
    if verdict.other_board:
        parts += ["", "  Not one first move of this trace is legal here: is it the trace of another board?"]
    if verdict.diagnosis:
        parts += ["", *_describe_diagnosis(verdict.diagnosis)]
    if others:
        listed = others if every else others[:LISTED]
        parts += ["", "  Also:"]
        parts += [f"    line {finding.line}: {finding.kind}: {finding.message}" for finding in listed]
        if len(listed) < verdict.total - 1:
            why = "" if every else "; --all lists them"
            parts.append(f"    ... and {verdict.total - 1 - len(listed):,} more{why}")
    return "\n".join(parts) + "\n"


def _describe_diagnosis(diagnosis: list[Misconception]) -> list[str]:
    first, *others = diagnosis
    lines = [
        f"  {first.sentence}",
        f"  To mend it: {first.fix} (docs/homework.md, paragraph {first.paragraph})",
    ]
    if others:
        lines.append("  It would also be the trace of a program that " + ", or ".join(o.clause for o in others) + ".")
    return lines


def describe_finding(finding: Finding) -> str:
    """A finding in full: what, where, the board there, the way to it and the window."""
    lines = [
        f"  line {finding.line}: {finding.kind} (docs/homework.md, paragraph {finding.paragraph})",
        f"  {finding.message}",
        "",
        f"    expected  {finding.expected}",
        f"    found     {finding.found}",
    ]
    scene = finding.scene
    if scene is not None:
        steps = [format_step(step) for step in scene.path]
        lines.append(f"    after     {', '.join(steps) or 'nothing: this is the board that was given'}")
        if scene.window is not None:
            lines.append(f"    window    {spell_window(scene.window)}")
        lines += ["", draw_board(scene.board, scene.move or ())]
    return "\n".join(lines)
