"""The data of the page: a search of each case, as JSON (see docs/explorer.md)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import ge
from typing import Any

from checkers_ab.checkers.board import SQUARES, Board, Move
from checkers_ab.checkers.boardfile import Case
from checkers_ab.checkers.kit import make as make_checkers
from checkers_ab.checkers.notation import format_move, piece_on, row_and_column
from checkers_ab.checkers.rules import INF, Checkers
from checkers_ab.core.game import Game
from checkers_ab.core.kit import Kit
from checkers_ab.core.observe import Tee
from checkers_ab.core.order import Beam
from checkers_ab.core.perft import tree_size
from checkers_ab.core.search import minimax
from checkers_ab.explorer.lines import KitLines, letters_of
from checkers_ab.explorer.steps import Json, Steps, Writing
from checkers_ab.trace.convention import Convention
from checkers_ab.trace.finding import spell
from checkers_ab.trace.solve import solve
from checkers_ab.trace.writer import TraceWriter

MOST_STEPS = 30_000
"""A page with more would be slow to open."""
PLAIN_LIMIT = 200_000
"""From this many positions on, the tree of plain minimax is not counted."""
BEAM_LIMIT = 5_000
"""The same under a beam, which values every move it looks at."""


def picture(board: Board) -> str:
    """The 32 dark squares in reading order."""
    return "".join(piece_on(board, square) for square in SQUARES)


CHECKERS = Writing(
    picture=lambda board, _move: picture(board),
    move=format_move,
    value=spell,
    squares=lambda move: [list(row_and_column(square)) for square in move],
)


def search_cases(cases: Sequence[Case], *, depth: int, convention: Convention, labelled: bool) -> Json:
    """The page's data for boards of checkers; lines count as in what `solve` writes for the same cases."""
    found = []
    written = 0
    for place, case in enumerate(cases):
        written += (2 if place else 1) if labelled else 0
        data, written = _search_case(case, depth, convention, written)
        found.append(data)
    return page_data(make_checkers(), depth, found, cut=convention.cut)


def page_data(kit: Kit[Any, Any, Any], depth: int | None, cases: list[Json], *, cut: str = "ge") -> Json:
    """What all cases have in common, and the cases."""
    return {
        "game": kit.name,
        "drawing": "checkers" if kit.name == "checkers" else "text",
        "depth": depth,
        "cut": cut,
        "sides": {side.name.lower(): name for side, name in kit.sides.items()},
        "letters": {side.name.lower(): letter for side, letter in letters_of(kit).items()},
        "cases": cases,
    }


def _search_case(case: Case, depth: int, convention: Convention, written: int) -> tuple[Json, int]:
    lines: list[str] = []
    writer = TraceWriter(lines.append, convention)
    steps = Steps(
        Checkers(),
        case.board,
        window=(-INF, INF),
        writing=CHECKERS,
        line=lambda: (written + len(lines), lines[-1].rstrip("\n")),
        most=MOST_STEPS,
    )
    result = solve(case.board, depth=depth, convention=convention, observer=Tee[Move, Any](writer, steps))
    writer.first_move(result.move)
    steps.answer(result.move, result.value)
    plain = tree_size(Checkers(), case.board, depth, limit=PLAIN_LIMIT)
    data = case_data(case.label, picture(case.board), steps, plain=plain, limit=PLAIN_LIMIT)
    data["best"] = steps.line_of(result.line)
    return data, written + len(lines)


def case_data(label: str, board: str, steps: Steps, *, plain: int | None, limit: int) -> Json:
    """One case as the page wants it."""
    return {
        "label": label,
        "board": board,
        "steps": steps.listed,
        "best": [],
        "nodes": steps.nodes,
        "cut": steps.cut,
        "plain": f"{limit:,} or more" if plain is None else f"{plain:,}",
        "left_out": steps.left_out,
    }


def search_kit(kit: Kit[Any, Any, Any], state: Any, *, depth: int, beam: int | None) -> Json:
    """The page's data for a state of any game."""
    evaluate = next(iter(kit.evaluations.values()))
    game: Game[Any, Any, Any] = kit.game if beam is None else Beam(kit.game, evaluate, beam)
    usual = Writing(picture=kit.draw, move=kit.format_move, value=spell)
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
    return page_data(kit, depth, [data])
