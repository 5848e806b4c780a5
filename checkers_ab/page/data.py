"""The data of the page: a search of each case, as JSON (see docs/explorer.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.observe import Tee
from checkers_ab.core.perft import tree_size
from checkers_ab.games.checkers.board import SQUARES, Board, Move
from checkers_ab.games.checkers.boardfile import Case
from checkers_ab.games.checkers.notation import format_move, piece_on, row_and_column
from checkers_ab.games.checkers.rules import INF, Checkers
from checkers_ab.page.steps import Json, Steps, Writing
from checkers_ab.trace.convention import Convention
from checkers_ab.trace.solve import solve
from checkers_ab.trace.writer import TraceWriter

MOST_STEPS = 30_000
"""A page with more would be slow to open."""
PLAIN_LIMIT = 200_000
"""From this many positions on, the tree of plain minimax is not counted."""
SIDES = {Side.MAX: "Alice", Side.MIN: "Bill"}


def picture(board: Board) -> str:
    """The 32 dark squares in reading order."""
    return "".join(piece_on(board, square) for square in SQUARES)


CHECKERS = Writing(
    picture=lambda board, _move: picture(board),
    move=format_move,
    value=str,
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
    return page_data("checkers", SIDES, depth, found, cut=convention.cut)


def page_data(game: str, sides: Mapping[Side, str], depth: int, cases: list[Json], *, cut: str = "ge") -> Json:
    """What all cases have in common, and the cases."""
    return {
        "game": game,
        "drawing": "checkers" if game == "checkers" else "text",
        "depth": depth,
        "cut": cut,
        "sides": {side.name.lower(): name for side, name in sides.items()},
        "letters": {side.name.lower(): name[:1].upper() for side, name in sides.items()},
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
