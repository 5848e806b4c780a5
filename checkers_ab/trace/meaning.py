"""What a trace is taken to mean: the rules, the value of a board, the windows, the notation and the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from operator import ge, gt
from typing import Protocol

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import SQUARES, Board, Square
from checkers_ab.games.checkers.material import material
from checkers_ab.games.checkers.notation import row_and_column
from checkers_ab.games.checkers.rules import Checkers, Value
from checkers_ab.trace.convention import Convention
from checkers_ab.trace.reader import Path
from checkers_ab.trace.windows import Cutoff, HardWindow, Window

Squares = tuple[Square, ...]
"""A move as the squares it touches; one of the homework's touches two."""


class Rules(Protocol):
    """What the replay asks of the rules."""

    def moves(self, board: Board) -> Sequence[Squares]: ...
    def play(self, board: Board, move: Squares) -> Board: ...
    def utility(self, board: Board) -> Value | None: ...


def board_value(_parent: Board, board: Board) -> Value:
    """The value of a board at the last ply, from the board itself."""
    return material(board)


def as_written(row: int, column: int) -> tuple[int, int]:
    """Coordinates as the homework writes them."""
    return row, column


CHECKERS: Rules = Checkers()  # type: ignore[assignment]  # a pair of squares is a tuple of squares


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """One reading of traces. The defaults are the homework's."""

    rules: Rules = CHECKERS
    evaluate: Callable[[Board, Board], Value] = board_value
    """The value of a board at the last ply, given its parent and itself."""
    window: type[Window] = Window
    cutoff: Cutoff = ge
    depth: int = 4
    first: Side = Side.MAX
    written: Callable[[int, int], tuple[int, int]] = as_written
    """How a row and a column are written."""
    negated: bool = False
    """Whether h is printed with the other sign than the one it is searched with."""
    letters: bool = True
    """Whether the letters of labels mean anything."""
    answer: str = "optimal"
    """The first move: an optimal one, one of the best `returned` values, or the `last` of the best returned."""

    @property
    def squares_by_path(self) -> dict[Path, Squares]:
        """Every pair of squares, by how a trace writes it."""
        return _squares_by_path(self.written)


@cache
def _squares_by_path(written: Callable[[int, int], tuple[int, int]]) -> dict[Path, Squares]:
    names = {written(*row_and_column(square)): square for square in SQUARES}
    return {(a, b): (names[a], names[b]) for a in names for b in names}


def meanings_of(convention: Convention, depth: int) -> tuple[Meaning, ...]:
    """The homework as a course has it; order and layout do not matter for the meaning. One of them must hold."""
    if convention.cut == "ge":
        return (Meaning(depth=depth),)
    return tuple(Meaning(depth=depth, cutoff=gt, window=window) for window in (Window, HardWindow))
