"""A sentence that says how much right traces prove: what their boards can't show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from checkers_ab.core.errors import ValueMissingError
from checkers_ab.core.setting import Setting
from checkers_ab.core.text import join_clauses, list_some
from checkers_ab.exercise.boards import Candidate, parse_wish
from checkers_ab.judge.coverage import Programs, unseen_mistakes

MOST_BOARDS = 3
MOST_LINES = 600
"""Lines of all traces together; the mistakes of more take too long to try."""
NAMED = 5
"""Mistakes that are named; others are only counted."""


def describe_meaning(setting: Setting[Any, Any, Any], states: Sequence[Any], lines: int) -> str:
    """A sentence on what boards with right traces lack, and the mistakes they can't show; empty if that takes long."""
    if len(states) > MOST_BOARDS or lines > MOST_LINES:
        return ""
    programs = Programs(setting)
    try:
        unseen, missing = unseen_mistakes(programs, states), _lacking(programs, states)
    except ValueMissingError:  # of a state that the right traces do not come to
        return ""
    if not unseen:
        return ""
    counted = f"can't show {len(unseen)} of {len(programs.possible())} mistakes (checkers-ab coverage)."
    if len(states) > 1:
        return f"These {len(states)} boards {counted}"
    return f"This board {join_clauses(missing)}: it {counted}" if missing else f"This board {counted}"


def _lacking(programs: Programs, states: Sequence[Any]) -> list[str]:
    """Clauses that say what none of some states has, in the game's words."""
    candidates = [Candidate(programs, state) for state in states]
    wishes = {clause: parse_wish(programs.kit, name) for name, clause in programs.kit.absences.items()}
    return [clause for clause, wish in wishes.items() if not any(map(wish, candidates))]


def describe_unseen(unseen: Sequence[str], count: int) -> str:
    """The mistakes that the cases of a plan can't show, of so many."""
    return (
        f"the cases of this plan can't show {len(unseen)} of {count} mistakes: "
        f"{list_some(unseen, NAMED)}\n  hint: checkers-ab coverage says which boards would"
    )
