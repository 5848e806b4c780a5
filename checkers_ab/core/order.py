"""Wrappers of a game that reorder its moves, keep only the best, or refuse too many."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import nsmallest
from itertools import islice
from typing import Any, Generic, TypeVar

from checkers_ab.core.errors import OptionError
from checkers_ab.core.game import Comparable, Game, Side

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V", bound=Comparable)


MOST_MOVES = 100_000
"""The most moves of a state, or children of a node of a tree."""


class GameWrapper(Generic[S, M, V]):
    """A game that delegates to another game; override what differs."""

    def __init__(self, game: Game[S, M, V]) -> None:
        self.game = game
        self.start = game.start
        self.to_move = game.to_move
        self.play = game.play
        self.utility = game.utility

    def moves(self, state: S) -> Sequence[M]:
        return self.game.moves(state)


class Ordered(GameWrapper[S, M, V]):
    """Sorts the moves by a key of state and move, the smallest first; the value of a search stays the same."""

    def __init__(self, game: Game[S, M, V], key: Callable[[S, M], Any]) -> None:
        super().__init__(game)
        self.key = key

    def moves(self, state: S) -> Sequence[M]:
        key = self.key
        return sorted(self.game.moves(state), key=lambda move: key(state, move))


class Beam(GameWrapper[S, M, V]):
    """Keeps only the `width` best moves, by the evaluation of the next state, the best first.

    A beam may change the value of a search; `left_out` counts the moves that it removed, `valued` the states that it
    valued for that.
    """

    def __init__(self, game: Game[S, M, V], evaluate: Callable[[S], V], width: int) -> None:
        super().__init__(game)
        self.evaluate = evaluate
        self.width = width
        self.left_out = self.valued = 0

    def moves(self, state: S) -> Sequence[M]:
        moves = self.game.moves(state)
        if len(moves) <= self.width:
            return moves
        self.left_out += len(moves) - self.width
        self.valued += len(moves)
        worth = self._worth
        ranked = [(worth(self.play(state, move)), place) for place, move in enumerate(moves)]
        if self.to_move(state) is Side.MAX:
            best = sorted(ranked, key=lambda pair: pair[0], reverse=True)[: self.width]
        else:
            best = nsmallest(self.width, ranked)
        return [moves[place] for _, place in best]

    def _worth(self, state: S) -> V:
        over = self.utility(state)
        return self.evaluate(state) if over is None else over


class LearnedOrder(GameWrapper[S, M, V]):
    """Orders moves by an earlier search: its best line first, then the moves that caused most cutoffs."""

    def __init__(self, game: Game[S, M, V], line: Mapping[S, M], cuts: Mapping[tuple[Side, M], int]) -> None:
        super().__init__(game)
        self.line = line
        self.cuts = cuts

    def moves(self, state: S) -> Sequence[M]:
        moves = self.game.moves(state)
        if self.cuts:
            side, cuts = self.to_move(state), self.cuts
            moves = sorted(moves, key=lambda move: -cuts.get((side, move), 0))
        if state not in self.line:
            return moves
        best = self.line[state]
        return [best, *(move for move in moves if move != best)]


class Bounded(GameWrapper[S, M, V]):
    """A game of a user, whose file is named if a state has too many moves. They may be listed lazily."""

    def __init__(self, game: Game[S, M, V], file: str = "the game") -> None:
        super().__init__(game)
        self.file = file

    def __getattr__(self, name: str) -> Any:
        """What else the game has: its kit may use it."""
        return getattr(object.__getattribute__(self, "game"), name)

    def moves(self, state: S) -> Sequence[M]:
        listed: Any = self.game.moves(state)
        moves: Sequence[M] = listed if hasattr(listed, "__len__") else list(islice(listed, MOST_MOVES + 1))
        if len(moves) > MOST_MOVES:
            raise OptionError(f"{self.file}: a state has at most {MOST_MOVES:,} moves, found one with {len(moves):,}")
        return moves
