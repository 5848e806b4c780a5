"""A sentence that says how much right traces prove: what their boards can't show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from checkers_ab.core.errors import ValueMissingError
from checkers_ab.core.setting import Setting
from checkers_ab.core.text import join_clauses, list_some
from checkers_ab.judge.coverage import lacking, possible, unseen_mistakes
from checkers_ab.judge.generate import Candidate, Exercise

MOST_BOARDS = 3
MOST_LINES = 600
"""Lines of all traces together; the mistakes of more take too long to try."""
NAMED = 5
"""Mistakes that are named; others are only counted."""


def describe_meaning(setting: Setting[Any, Any, Any], states: Sequence[Any], lines: int) -> str:
    """A sentence on what boards with right traces lack, and the mistakes they can't show; empty if that takes long."""
    if len(states) > MOST_BOARDS or lines > MOST_LINES:
        return ""
    exercise = Exercise(setting)
    candidates = [Candidate(exercise, state) for state in states]
    try:
        unseen, missing = unseen_mistakes(exercise, candidates), lacking(candidates)
    except ValueMissingError:  # of a state that the right traces do not come to
        return ""
    if not unseen:
        return ""
    counted = f"can't show {len(unseen)} of {len(possible(exercise))} mistakes (checkers-ab coverage)."
    if len(states) > 1:
        return f"These {len(states)} boards {counted}"
    return f"This board {join_clauses(missing)}: it {counted}" if missing else f"This board {counted}"


def describe_unseen(unseen: Sequence[str], count: int) -> str:
    """The mistakes that the cases of a plan can't show, of so many."""
    return (
        f"the cases of this plan can't show {len(unseen)} of {count} mistakes: "
        f"{list_some(unseen, NAMED)}\n  hint: checkers-ab coverage says which boards would"
    )
