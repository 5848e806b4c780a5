"""Iterative deepening with a time limit, on a clock that is passed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import ge
from typing import Generic, TypeVar

from checkers_ab.core.game import Comparable, Game, Side
from checkers_ab.core.observe import Statistics
from checkers_ab.core.order import GameWrapper, LearnedOrder
from checkers_ab.core.search import Result, minimax

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V", bound=Comparable)

SHORTEST_INTERVAL, LONGEST_INTERVAL = 0.002, 0.01
"""Target bounds for the seconds between two readings of the clock."""

MOST_POSITIONS = 8192
"""The most positions between two readings of the clock."""


@dataclass(frozen=True, kw_only=True)
class Progress(Generic[M, V]):
    """The result of a completed depth; `nodes` and `seconds` count all depths so far."""

    depth: int
    value: V
    line: Sequence[M]
    nodes: int
    seconds: float
    statistics: Statistics[M, V] | None = None
    """Counts of the last depth only; None if nothing was searched."""

    @property
    def move(self) -> M | None:
        return self.line[0] if self.line else None


class TimeUpError(Exception):
    """The time limit was reached during a search."""


class _Timed(GameWrapper[S, M, V]):
    """A game that reads the clock every few positions; the interval adapts to the speed of the search."""

    def __init__(self, game: Game[S, M, V], clock: Callable[[], float], end: float) -> None:
        super().__init__(game)
        self.clock = clock
        self.end = end
        self.looked = clock()
        self.every = self.left = 1
        self._play = game.play
        self.play = self.timed_play

    def timed_play(self, state: S, move: M) -> S:
        self.left -= 1
        if not self.left:
            now = self.clock()
            if now >= self.end:
                raise TimeUpError
            spent, self.looked = now - self.looked, now
            if spent < SHORTEST_INTERVAL:
                self.every = min(2 * self.every, MOST_POSITIONS)
            elif spent > LONGEST_INTERVAL:
                self.every = max(1, self.every // 2)
            self.left = self.every
        return self._play(state, move)


def deepen(
    game: Game[S, M, V],
    state: S,
    *,
    evaluate: Callable[[S], V],
    window: tuple[V, V],
    outcomes: tuple[V, V] | None = None,
    seconds: float,
    clock: Callable[[], float],
    deepest: int | None = None,
    exact: bool = True,
    cutoff: Callable[[V, V], bool] = ge,
    around: Callable[[Game[S, M, V]], Game[S, M, V]] = lambda game: game,
    observer: Callable[[Progress[M, V]], object] = lambda progress: None,
) -> Progress[M, V]:
    """Searches one ply, two plies and so on for `seconds` on the `clock`. Returns the last completed depth.

    Each depth tries the best line of the previous one first, then the moves that caused most cutoffs. The search ends
    early at the `deepest` ply, when the game is decided, or when a deeper search can find nothing new. `outcomes` are
    the values of a lost and a won game, by default the ends of the `window`; a search that is not `exact`, as with a
    beam, decides nothing. If the time is too short for one ply, the move is the first legal one. `around` wraps the
    timed game, in an ordering or a beam. `observer` is called after each completed depth.
    """
    start = clock()
    timed = around(_Timed(game, clock, start + seconds))
    done = _without_search(game, state, evaluate)
    nodes = 1
    depth = 0
    cutters = _Cutters[M, V]()
    while done.line and depth != deepest:
        depth += 1
        counted = _Cutters[M, V]()
        heuristic = _Counted(evaluate)
        lines = LearnedOrder(timed, _states_of(game, state, done.line) if depth > 1 else {}, cutters.often)
        try:
            result = minimax(lines, state, depth, evaluate=heuristic, window=window, cutoff=cutoff, observer=counted)
        except TimeUpError:
            break
        cutters = counted
        nodes += counted.nodes
        done = replace(_progress(result, counted, nodes, clock() - start), depth=depth)
        observer(done)
        if (exact and done.value in (outcomes or window)) or not heuristic.calls:
            break
    return done


class _Cutters(Statistics[M, V]):
    """Counts a search, and how often each move of a side caused a cutoff."""

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[int, M] = {}
        self.often: dict[tuple[Side, M], int] = {}

    def visit(self, ply: int, side: Side, move: M) -> None:
        super().visit(ply, side, move)
        self.last[ply] = move

    def leaf(self, ply: int, side: Side, move: M, value: V) -> None:
        super().leaf(ply, side, move, value)
        self.last[ply] = move

    def prune(self, ply: int, side: Side, moves: Sequence[M], alpha: V, beta: V) -> None:
        super().prune(ply, side, moves, alpha, beta)
        cutter = (side, self.last[ply])
        self.often[cutter] = self.often.get(cutter, 0) + 1


class _Counted(Generic[S, V]):
    """An evaluation that records whether it was called."""

    def __init__(self, evaluate: Callable[[S], V]) -> None:
        self.evaluate = evaluate
        self.calls = 0

    def __call__(self, state: S) -> V:
        self.calls += 1
        return self.evaluate(state)


def _without_search(game: Game[S, M, V], state: S, evaluate: Callable[[S], V]) -> Progress[M, V]:
    over = game.utility(state)
    if over is not None:
        return Progress(depth=0, value=over, line=[], nodes=1, seconds=0.0)
    return Progress(depth=0, value=evaluate(state), line=[game.moves(state)[0]], nodes=1, seconds=0.0)


def _progress(result: Result[M, V], counted: Statistics[M, V], nodes: int, seconds: float) -> Progress[M, V]:
    return Progress(
        depth=counted.depth, value=result.value, line=result.line, nodes=nodes, seconds=seconds, statistics=counted
    )


def _states_of(game: Game[S, M, V], state: S, line: Sequence[M]) -> dict[S, M]:
    """The states along a line, each with its move."""
    found = {}
    for move in line:
        found[state] = move
        state = game.play(state, move)
    return found
