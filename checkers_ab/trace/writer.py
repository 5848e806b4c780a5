"""The trace, written line by line as the search goes; nothing is kept."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.games.checkers.notation import format_move
from checkers_ab.games.checkers.rules import INF, MAX
from checkers_ab.trace.convention import ASSIGNMENT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checkers_ab.core.game import Side
    from checkers_ab.games.checkers.board import Move
    from checkers_ab.games.checkers.rules import Value
    from checkers_ab.trace.convention import Convention


class _Openings(dict[int, str]):
    """Bars and label of a line, by ply; negative where Bill moves. Made when first asked for."""

    def __init__(self, after_label: str) -> None:
        self._after_label = after_label

    def __missing__(self, signed_ply: int) -> str:
        ply = abs(signed_ply)
        letter = "A" if signed_ply > 0 else "B"
        opening = self[signed_ply] = f"{'|-' * (ply - 1)}{letter}{ply}:{self._after_label}"
        return opening


class TraceWriter:
    """Hears a search of checkers (see `core.search.Listener`) and writes its trace to `write`, a line a call."""

    def __init__(self, write: Callable[[str], object], convention: Convention = ASSIGNMENT) -> None:
        self._write = write
        self._convention = convention
        self._before_h = f";{convention.before_h}h="
        self._infinity = {INF: convention.infinity, -INF: "-" + convention.infinity}
        self._openings = _Openings(convention.after_label)

    def visit(self, ply: int, side: Side, move: Move) -> None:
        self._write(f"{self._openings[ply if side is MAX else -ply]}{format_move(move)}.\n")

    def leaf(self, ply: int, side: Side, move: Move, value: Value) -> None:
        h = self._infinity.get(value, value)
        self._write(f"{self._openings[ply if side is MAX else -ply]}{format_move(move)}{self._before_h}{h}.\n")

    def prune(self, ply: int, side: Side, moves: Sequence[Move], alpha: Value, beta: Value) -> None:
        cut = self._convention.between_pruned.join(map(format_move, moves))
        low, high = self._infinity.get(alpha, alpha), self._infinity.get(beta, beta)
        self._write(f"{self._openings[ply if side is MAX else -ply]}pruning {cut}; alpha={low}, beta={high}.\n")

    def first_move(self, move: Move | None) -> None:
        """The last line; None when the game was over before the first move."""
        if move is None:
            self._write("first move: none.\n")
            return
        if self._convention.blank_before_first_move:
            self._write("\n")
        self._write(f"first move: {format_move(move)}.\n")
