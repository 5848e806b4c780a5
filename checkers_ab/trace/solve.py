"""The homework: search a board as a convention has it, and write the trace."""

from __future__ import annotations

from operator import ge, gt

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.checkers.material import material
from checkers_ab.checkers.rules import INF, Checkers
from checkers_ab.core.search import minimax
from checkers_ab.trace.convention import ASSIGNMENT
from checkers_ab.trace.writer import TraceWriter

if TYPE_CHECKING:
    from collections.abc import Callable

    from checkers_ab.checkers.board import Board, Move
    from checkers_ab.checkers.rules import Value
    from checkers_ab.core.search import Listener, Result
    from checkers_ab.trace.convention import Convention

DEPTH = 4


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
    from checkers_ab.checkers.piece_list import PieceListOrder

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
    board: Board, write: Callable[[str], object], *, depth: int = DEPTH, convention: Convention = ASSIGNMENT
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
