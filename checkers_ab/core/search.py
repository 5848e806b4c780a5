"""Minimax with alpha-beta pruning, for any game. The cutoff test and the observer are parameters."""

from __future__ import annotations

from operator import ge

from checkers_ab._typing import TYPE_CHECKING, Generic, Protocol, TypeVar
from checkers_ab.core.game import Comparable, Side

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from checkers_ab.core.game import Game

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V", bound=Comparable)
M_contra = TypeVar("M_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)

if TYPE_CHECKING:
    LinkedLine = tuple[M, Any] | None
    """A line as a linked list: a move and the rest of the line. (mypyc crashes on a recursive type.)"""


class Listener(Protocol[M_contra, V_contra]):
    """The hooks that the search calls; `observe.Observer` is a base class with all of them."""

    def visit(self, ply: int, side: Side, move: M_contra, /) -> None: ...
    def leaf(self, ply: int, side: Side, move: M_contra, value: V_contra, /) -> None: ...
    def prune(self, ply: int, side: Side, moves: Sequence[M_contra], alpha: V_contra, beta: V_contra, /) -> None: ...


class Result(Generic[M, V]):
    """The value of a state and the principal variation, which is empty if nothing was searched."""

    __slots__ = ("line", "value")

    def __init__(self, value: V, line: list[M]) -> None:
        self.value = value
        self.line = line

    @property
    def move(self) -> M | None:
        """The best move; None if the game is over."""
        return self.line[0] if self.line else None

    def __repr__(self) -> str:
        return f"Result(value={self.value!r}, line={self.line!r})"


def never(_alpha: object, _beta: object) -> bool:
    """The cutoff test of plain minimax: never cuts."""
    return False


def minimax(
    game: Game[S, M, V],
    state: S,
    depth: int | None,
    *,
    evaluate: Callable[[S], V],
    window: tuple[V, V],
    cutoff: Callable[[V, V], bool] = ge,
    observer: Listener[M, V] | None = None,
) -> Result[M, V]:
    """Returns the value of `state` to MAX and the best line, searching `depth` plies (None: to the end).

    The value of a finished game is its utility; other states at the last ply are evaluated. `window` is the worst and
    the best possible value. After each move the window of its node narrows; if `cutoff(alpha, beta)` is then true, the
    remaining moves of the node are pruned. `operator.ge` is alpha-beta, `never` is plain minimax. The search is
    fail-soft: the value of a node is the best value seen, even outside its window. The first of equal moves wins, so
    that a lost state still has a move. The value of a cut node is only a bound; the value and the move of the root
    are exact.
    """
    to_move, moves, play, utility = game.to_move, game.moves, game.play, game.utility
    MAX = Side.MAX

    def explore(state: S, ply: int, alpha: V, beta: V) -> tuple[V, LinkedLine[M]]:
        side = to_move(state)
        maximizing = side is MAX
        legal = moves(state)
        best: V | None = None
        line: LinkedLine[M] = None
        for tried, move in enumerate(legal, 1):
            child = play(state, move)
            value = utility(child)
            reply: LinkedLine[M] = None
            if value is None and ply != depth:
                if observer is not None:
                    observer.visit(ply, side, move)
                value, reply = explore(child, ply + 1, alpha, beta)
            else:
                if value is None:
                    value = evaluate(child)
                if observer is not None:
                    observer.leaf(ply, side, move, value)
            if best is None or (value > best if maximizing else value < best):
                best, line = value, (move, reply)
                if maximizing and best > alpha:
                    alpha = best
                elif not maximizing and best < beta:
                    beta = best
            if cutoff(alpha, beta):
                if observer is not None and tried < len(legal):
                    observer.prune(ply, side, legal[tried:], alpha, beta)
                break
        assert best is not None, "a game that goes on has a move"
        return best, line

    over = utility(state)
    if over is not None:
        return Result(over, [])
    if depth is not None and depth < 1:
        return Result(evaluate(state), [])
    value, line = explore(state, 1, *window)
    best_line = []
    while line is not None:
        move, line = line
        best_line.append(move)
    return Result(value, best_line)
