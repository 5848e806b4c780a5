"""Mistakes that the cases of a plan can't show."""

from __future__ import annotations

from checkers_ab.core.convention import Convention
from checkers_ab.grading.game import load_game
from checkers_ab.grading.plan import GradingPlan
from checkers_ab.trace.coverage import possible, unseen_mistakes
from checkers_ab.trace.generate import Candidate, Exercise

MOST_STATES = 30
DEEPEST = 4


def unseen_by(plan: GradingPlan) -> tuple[list[str], int] | None:
    """The mistakes that no case shows, and the number of all; None if there are none to show, or it takes long."""
    kit = load_game(plan.game, plan.game_file)
    plies = kit.depth if plan.depth is None else plan.depth
    if not kit.mistakes() or plies is None or plies > DEEPEST:
        return None
    states = [case.state for planned in plan.cases for case in kit.parse_states(planned.text)]
    if len(states) > MOST_STATES:
        return None
    convention = Convention(**plan.convention)  # type: ignore[arg-type]
    exercise = Exercise(kit, depth=plan.depth, convention=convention)
    return unseen_mistakes(exercise, [Candidate(exercise, state) for state in states]), len(possible(exercise))
