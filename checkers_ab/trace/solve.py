"""The homework: search a board as a convention has it, and write the trace."""

from __future__ import annotations

from operator import ge, gt

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.core.search import minimax
from checkers_ab.games.checkers.material import material
from checkers_ab.games.checkers.rules import INF, MAX, Checkers
from checkers_ab.trace.convention import ASSIGNMENT
from checkers_ab.trace.writer import TraceWriter

if TYPE_CHECKING:
    from collections.abc import Callable

    from checkers_ab.core.search import Listener, Result
    from checkers_ab.games.checkers.board import Board, Move
    from checkers_ab.games.checkers.boardfile import Case
    from checkers_ab.games.checkers.rules import Value
    from checkers_ab.trace.convention import Convention

    Write = Callable[[str], object]

DEPTH = 4


def why_unfit(cases: list[Case]) -> str:
    """Which of some boards is none for the homework, because it is Bill's move, in words; nothing if all are."""
    for case in cases:
        if case.board.side is not MAX:
            return f"{case.label}: Bill is to move, and the search is for a move of Alice's"
    return ""


def solve(
    board: Board,
    *,
    depth: int = DEPTH,
    convention: Convention = ASSIGNMENT,
    observer: Listener[Move, Value] | None = None,
) -> Result[Move, Value]:
    """The value of a board and the best line, by the homework's search; the move is None if the game is over."""
    if depth < 1:
        raise ValueError(f"a search looks at least one ply ahead, found depth={depth}")
    cutoff = ge if convention.cut == "ge" else gt
    window: tuple[Value, Value] = (-INF, INF)
    if convention.order == "reading":
        return minimax(Checkers(), board, depth, evaluate=material, window=window, cutoff=cutoff, observer=observer)
    from checkers_ab.games.checkers.piece_list import PieceListOrder

    game = PieceListOrder()
    return minimax(
        game,
        game.listed(board),
        depth,
        evaluate=lambda state: material(state[0]),
        window=window,
        cutoff=cutoff,
        observer=observer,
    )


def write_trace(
    board: Board, write: Write, *, depth: int = DEPTH, convention: Convention = ASSIGNMENT
) -> Result[Move, Value]:
    """Solves a board and hands its trace to `write` as the search goes, a line with its end at each call."""
    writer = TraceWriter(write, convention)
    result = solve(board, depth=depth, convention=convention, observer=writer)
    writer.first_move(result.move)
    return result


def format_trace(board: Board, *, depth: int = DEPTH, convention: Convention = ASSIGNMENT) -> str:
    """The whole trace of a board as one text."""
    lines: list[str] = []
    write_trace(board, lines.append, depth=depth, convention=convention)
    return "".join(lines)


def write_traces(
    cases: list[Case], write: Write, trace_one: Callable[[Case, Write], object], *, labelled: bool | None = None
) -> None:
    """The traces of some boards one below the other, each under its label unless it is a lone board without one."""
    if labelled is None:
        labelled = has_labels(cases)
    for place, case in enumerate(cases):
        if labelled:
            write(f"\n{case.label}\n" if place else f"{case.label}\n")
        trace_one(case, write)


def has_labels(cases: list[Case]) -> bool:
    """Whether the traces of a whole file stand under labels."""
    return len(cases) > 1 or cases[0].headed
