"""Gradescope's results.json."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from checkers_ab.grading.feedback import case_feedback, opening_feedback
from checkers_ab.grading.mark import RIGHT, Mark, SubmissionResult

MOST_OUTPUT = 10_000
"""Characters of a case; Gradescope's page stalls on more."""


def write(results: Sequence[SubmissionResult], title: str) -> str:
    """The result of one submission. Students see hidden cases when grades are published, without their input."""
    (result,) = results
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
        "tests": [_test(number, mark) for number, mark in enumerate(result.marks, 1)],
    }
    return json.dumps(whole, indent=1) + "\n"


def _test(number: int, mark: Mark) -> dict[str, object]:
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
