"""Iterative deepening under a clock that is handed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import ge
from typing import Generic, TypeVar

from checkers_ab.core.game import Comparable, Game, Side
from checkers_ab.core.observe import Statistics
from checkers_ab.core.order import Around, FirstTry
from checkers_ab.core.search import Result, minimax

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V", bound=Comparable)

OFTEN, SELDOM = 0.002, 0.01
"""Seconds between two looks at the clock, at least and at most, as far as the game allows."""

MOST_UNLOOKED = 8192
"""Positions between two looks, at most."""


@dataclass(frozen=True, kw_only=True)
class Progress(Generic[M, V]):
    """A depth that has been searched to its end: the answer so far, and what it took altogether."""

    depth: int
    value: V
    line: Sequence[M]
    nodes: int
    seconds: float
    statistics: Statistics[M, V] | None = None
    """Of the last depth alone; None without a search."""

    @property
    def move(self) -> M | None:
        return self.line[0] if self.line else None


class TimeUpError(Exception):
    """The clock has run out in mid-search."""


class _Timed(Around[S, M, V]):
    """A game that looks at the clock every so many positions, and more seldom the faster they go by."""

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
            if spent < OFTEN:
                self.every = min(2 * self.every, MOST_UNLOOKED)
            elif spent > SELDOM:
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
    """Searches one ply, two plies and so on until `seconds` have passed on the `clock`.

    The last depth that was searched to its end answers. In the next one its best line is tried first, and then the
    moves that cut most often. It ends early at the `deepest` ply, when the game is decided (`outcomes` is what a lost
    and a won game are worth, if not the ends of the `window`; a beam is not `exact` and decides nothing), and when a
    deeper search could find nothing new. If the time does not allow even one ply, the first legal move answers.
    `around` makes the game that is searched out of the timed one: an ordering, a beam. `observer` hears of each depth
    that is done.
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
        lines = FirstTry(timed, _states_of(game, state, done.line) if depth > 1 else {}, cutters.often)
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
    """Counts a search, and how often each move of a side has cut others off."""

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
    """An evaluation that knows whether it was asked."""

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
