"""Points: what the findings of a case cost by a plan, and a line that says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from checkers_ab.grading.mark import RIGHT, WRONG, Mark, SubmissionResult
from checkers_ab.grading.markup import number
from checkers_ab.grading.plan import EXACT, GradingPlan

HARDLY = (
    "hardly a trace (unreadable lines in place of moves, or moves on fewer than a quarter of the lines of the search)"
)


def with_points(plan: GradingPlan, result: SubmissionResult) -> SubmissionResult:
    """A result with its points by a plan. Only findings that were kept are needed: nothing is run or judged."""
    worth = {case.name: case.points for case in plan.cases}
    return replace(
        result, title=plan.title, marks=tuple(_awarded(plan, mark, worth[mark.case]) for mark in result.marks)
    )


def _awarded(plan: GradingPlan, mark: Mark, most: float) -> Mark:
    mark = replace(mark, most=most, adjusted=None)
    if mark.status == RIGHT:
        return replace(mark, points=most, how="")
    if mark.status != WRONG or not mark.boards:
        return replace(mark, points=0.0, how=f"0: {mark.status_shown}")
    shares = [_share(plan, mark, board, most) for board in mark.boards]
    points = round(sum(share for share, _ in shares) / len(shares) * most, 2)
    if len(shares) == 1:
        return replace(mark, points=points, how=shares[0][1])
    each = "; ".join(f"{board['label']}: {how}" for board, (_, how) in zip(mark.boards, shares, strict=True))
    return replace(mark, points=points, how=f"{number(points)} is the mean of {len(shares)} boards: {each}")


def _share(plan: GradingPlan, mark: Mark, board: Mapping[str, Any], most: float) -> tuple[float, str]:
    """The share of the points that a board earns, and how it comes about. Each cost counts once for a board."""
    if not board["kinds"]:
        return 1.0, number(most)
    costs = dict(_costs(plan, mark, board))
    share = max(0.0, 1.0 - sum(costs.values()))
    signs = "".join(f" - {number(cost * most)} for {name}" for name, cost in costs.items())
    less = ", not less than 0" if sum(costs.values()) > 1.0 else ""
    how = f"{number(most)}{signs} = {number(share * most)}{less}"
    if plan.check == EXACT and share > 1.0 - plan.costs.get(EXACT, 1.0):
        share = 1.0 - plan.costs.get(EXACT, 1.0)
        how = f"{number(most)} - {number(plan.costs.get(EXACT, 1.0) * most)} for {EXACT} = {number(share * most)}"
    if board["hardly"]:
        share, how = 0.0, f"0: {HARDLY}"
    if share < plan.first_move and board["first_move"]:
        return plan.first_move, f"{number(plan.first_move * most)} for the right first move ({how})"
    return share, how


def _costs(plan: GradingPlan, mark: Mark, board: Mapping[str, Any]) -> Iterable[tuple[str, float]]:
    """The cost of each finding. Mistakes that have a price count in place of the findings that they explain."""
    kinds = board["kinds"]
    if mark.diagnoses and mark.diagnoses in board["suspects"] and plan.mistakes.keys() >= set(mark.diagnoses):
        yield from ((name, plan.mistakes[name]) for name in mark.diagnoses)
        kinds = kinds.keys() & {"format"}
    yield from ((kind, plan.costs.get(kind, 1.0)) for kind in kinds)
