"""The data of the page for a state of any game."""

from __future__ import annotations

from operator import ge
from typing import Any

from checkers_ab.core.game import Game
from checkers_ab.core.kit import Kit
from checkers_ab.core.observe import Tee
from checkers_ab.core.order import Beam
from checkers_ab.core.perft import tree_size
from checkers_ab.core.search import minimax
from checkers_ab.page.data import CHECKERS, MOST_STEPS, PLAIN_LIMIT, case_data, page_data
from checkers_ab.page.lines import KitLines
from checkers_ab.page.steps import Json, Steps, Writing

BEAM_LIMIT = 5_000
"""As PLAIN_LIMIT, under a beam: it values every move that it looks at."""


def search_kit(kit: Kit[Any, Any, Any], state: Any, *, depth: int, beam: int | None) -> Json:
    """The page's data for a state of any game."""
    evaluate = next(iter(kit.evaluations.values()))
    game: Game[Any, Any, Any] = kit.game if beam is None else Beam(kit.game, evaluate, beam)
    usual = Writing(picture=kit.draw, move=kit.format_move, value=str)
    writing = CHECKERS if kit.name == "checkers" else usual
    trace = KitLines(kit)
    steps = Steps(
        kit.game,
        state,
        window=kit.window,
        writing=writing,
        line=lambda: (len(trace.lines), trace.lines[-1]),
        most=MOST_STEPS,
    )
    result = minimax(
        game, state, depth, evaluate=evaluate, window=kit.window, cutoff=ge, observer=Tee[Any, Any](trace, steps)
    )
    trace.first_move(result.move)
    steps.answer(result.move, result.value)
    limit = PLAIN_LIMIT if beam is None else BEAM_LIMIT
    plain = tree_size(game, state, depth, limit=limit)
    data = case_data(kit.name, writing.picture(state, None), steps, plain=plain, limit=limit)
    data["best"] = steps.line_of(result.line)
    return page_data(kit.name, kit.sides, depth, [data])
