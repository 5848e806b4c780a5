"""Minimax with alpha-beta, for every game. Whether to cut and what to tell are plugged in."""

from __future__ import annotations

from operator import ge

from checkers_ab._typing import TYPE_CHECKING, Generic, Protocol, TypeVar
from checkers_ab.core.game import Comparable, Side

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checkers_ab.core.game import Game

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V", bound=Comparable)
M_contra = TypeVar("M_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)

if TYPE_CHECKING:
    Line = tuple[M, "Line[M]"] | None
    """A move and what follows it."""


class Listener(Protocol[M_contra, V_contra]):
    """What the search calls as it goes; `observe.Observer` has these hooks to inherit."""

    def visit(self, ply: int, side: Side, move: M_contra, /) -> None: ...
    def leaf(self, ply: int, side: Side, move: M_contra, value: V_contra, /) -> None: ...
    def prune(self, ply: int, side: Side, moves: Sequence[M_contra], alpha: V_contra, beta: V_contra, /) -> None: ...


class Result(Generic[M, V]):
    """The value of a state and the line of best play from it, empty when there was nothing to search."""

    __slots__ = ("line", "value")

    def __init__(self, value: V, line: list[M]) -> None:
        self.value = value
        self.line = line

    @property
    def move(self) -> M | None:
        """The best move; None when the game is over."""
        return self.line[0] if self.line else None

    def __repr__(self) -> str:
        return f"Result(value={self.value!r}, line={self.line!r})"


def never(_alpha: object, _beta: object) -> bool:
    """The cutoff of plain minimax: search everything."""
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
    """The value of `state` to MAX and the best line, looking `depth` plies ahead (None: to the end).

    A finished game is worth its utility, the others at the last ply what `evaluate` says. `window` holds the
    worst and the best value there is. After each move the window of its node is narrowed; where `cutoff(alpha,
    beta)` then holds, the node's other moves are left out. `operator.ge` is alpha-beta, `never` plain minimax.
    A node is worth the best value seen, also outside its window. The earlier of equal moves stands, so a lost
    state still names its first move. A value that comes back from a cut node is a bound, never below (for MAX)
    what decides: the root's value and move are exact.
    """
    to_move, moves, play, utility = game.to_move, game.moves, game.play, game.utility
    MAX = Side.MAX

    def explore(state: S, ply: int, alpha: V, beta: V) -> tuple[V, Line[M]]:
        side = to_move(state)
        maximizing = side is MAX
        legal = moves(state)
        best: V | None = None
        line: Line[M] = None
        for tried, move in enumerate(legal, 1):
            child = play(state, move)
            value = utility(child)
            reply: Line[M] = None
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
