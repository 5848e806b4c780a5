"""The figures of a class: one row for each submission, and what cost the most points."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Any

from checkers_ab import __version__
from checkers_ab.core.text import printable
from checkers_ab.grading.groups import Groups
from checkers_ab.grading.mark import DOES_NOT_BUILD, GRADED, RIGHT, WRONG, SubmissionResult
from checkers_ab.grading.plan import GradingPlan, PlannedCase

BINS = 10


@dataclass
class _CaseTotals:
    """The sums of one case."""

    points: float = 0.0
    statuses: Counter[str] = field(default_factory=Counter)


class Summary:
    """The sums of a class. Results are added one at a time, and not kept."""

    def __init__(self, plan: GradingPlan) -> None:
        self.plan = plan
        self.scores = array("d")
        self.statuses: Counter[str] = Counter()
        self.cases = {case.name: _CaseTotals() for case in plan.cases}
        self.having: Counter[str] = Counter()
        self.clauses: dict[str, str] = {}
        self.lost: defaultdict[str, float] = defaultdict(float)
        self.boxes: Counter[str] = Counter()
        self.groups = Groups()
        self.adjusted: list[dict[str, Any]] = []

    def add(self, result: SubmissionResult, page: str) -> None:
        """Adds the result of a submission."""
        self.groups.add(result, page)
        self.adjusted += [
            {"name": printable(result.shown), "page": page, "case": mark.case, **mark.adjusted}
            for mark in result.marks
            if mark.adjusted
        ]
        self.scores.append(result.score)
        self.statuses[result.status] += 1
        self.boxes[result.box] += 1
        self.having.update(result.diagnoses)
        self.clauses.update((mistake["name"], mistake["clause"]) for mistake in result.mistakes)
        for mark in result.marks:
            totals = self.cases[mark.case]
            totals.points += mark.points
            totals.statuses[mark.status] += 1
        for name in result.diagnoses:
            self.lost[name] += result.most - result.score

    def data(self, *, missing: int = 0) -> dict[str, Any]:
        """All figures by name. `missing` is the number of submissions without a result."""
        scores, most = self.scores, round(self.plan.most, 2)
        graded = self.statuses[GRADED] + self.statuses[DOES_NOT_BUILD]
        return {
            "title": self.plan.title,
            "submissions": len(scores) + missing,
            "graded": graded,
            "not_graded": len(scores) + missing - graded,
            "max": most,
            "mean": round(fmean(scores), 2) if scores else None,
            "median": round(median(scores), 2) if scores else None,
            "highest": max(scores, default=None),
            "lowest": min(scores, default=None),
            "histogram": self._histogram(most),
            "cases": sorted(map(self._case, self.plan.cases), key=lambda case: -case["lost"]),
            "mistakes": [
                {
                    "name": name,
                    "clause": self.clauses[name],
                    "submissions": self.having[name],
                    "lost": round(self.lost[name], 2),
                }
                for name in sorted(self.having, key=lambda name: (-self.lost[name], name))
            ],
            **self.groups.data(),
            "adjusted": self.adjusted,
            "box": ", ".join(sorted(filter(None, self.boxes))) or "no program was run",
            "version": __version__,
        }

    def _case(self, case: PlannedCase) -> dict[str, Any]:
        totals, count = self.cases[case.name], len(self.scores)
        outcomes = {name: n for name, n in sorted(totals.statuses.items()) if name not in (RIGHT, WRONG)}
        return {
            "name": case.name,
            "hidden": case.hidden,
            "max": case.points,
            "mean": round(totals.points / count, 2) if count else 0.0,
            "right": totals.statuses[RIGHT],
            "wrong": totals.statuses[WRONG],
            "outcomes": outcomes,
            "lost": round(case.points * count - totals.points, 2),
        }

    def _histogram(self, most: float) -> list[dict[str, Any]]:
        counts = Counter(min(BINS - 1, int(BINS * score / most)) if most else 0 for score in self.scores)
        edges = [round(most * place / BINS, 2) for place in range(BINS + 1)]
        return [{"from": edges[i], "to": edges[i + 1], "count": counts[i]} for i in range(BINS)]


def row_of(result: SubmissionResult, page: str, groups: Sequence[int] = ()) -> dict[str, Any]:
    """A submission as a row of the report, with the numbers of the groups that it is in."""
    return {
        "name": printable(result.shown),
        "page": page,
        "score": result.score,
        "max": result.most,
        "right": sum(mark.status == RIGHT for mark in result.marks),
        "cases": len(result.marks),
        "status": result.status_shown,
        "diagnosis": result.diagnoses,
        "late": bool(result.owner.get("late")),
        "groups": groups,
    }
