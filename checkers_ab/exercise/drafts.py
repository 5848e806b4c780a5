"""Drafts: trees and boards that may become exercises, and the measures of their searches."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property
from operator import ge, gt
from typing import Any

from checkers_ab.core.game import Game, Side
from checkers_ab.core.kit import LONGEST_GAME
from checkers_ab.core.mistake import Mistake
from checkers_ab.core.observe import Observer
from checkers_ab.core.search import Listener, Result, minimax
from checkers_ab.core.values import INF, OPEN
from checkers_ab.exercise.answers import Run, only_printed, run
from checkers_ab.exercise.boards import Candidate
from checkers_ab.exercise.trees import Nested, NestedTrees, named
from checkers_ab.judge.answer import true_values
from checkers_ab.judge.coverage import Programs


class Measures(Observer[Any, Any]):
    """Counts the leaves, cuts and deep cuts of a search with the cut at alpha >= beta.

    A cut is deep if the best value that the nearest enemy node above has found would not cut.
    """

    def __init__(self) -> None:
        self.leaves = 0
        self.cuts = 0
        self.deep_cuts = 0
        self.cutters: set[Side] = set()
        """The sides whose moves were cut."""
        self._best: list[Any] = [None]
        """The best value so far of each position from the root to the current one."""
        self._sides: list[Side] = [Side.MAX]

    def visit(self, ply: int, side: Side, move: Any) -> None:
        self._reach(ply, side)
        self._best.append(None)
        self._sides.append(side)

    def leaf(self, ply: int, side: Side, move: Any, value: Any) -> None:
        self._reach(ply, side)
        self._take(value)
        self.leaves += 1

    def prune(self, ply: int, side: Side, moves: Sequence[Any], alpha: Any, beta: Any) -> None:
        self._reach(ply, side)
        own = self._best[-1]
        line = zip(reversed(self._best), reversed(self._sides), strict=True)
        above = next((best for best, mover in line if mover is not side), None)
        if side is Side.MAX:
            shallow = own >= (INF if above is None else above)
        else:
            shallow = own <= (-INF if above is None else above)
        self.cuts += 1
        self.deep_cuts += not shallow
        self.cutters.add(side)

    @property
    def hardness(self) -> tuple[int, int, int]:
        """Leaves visited, cuts and deep cuts."""
        return self.leaves, self.cuts, self.deep_cuts

    def _reach(self, ply: int, side: Side) -> None:
        """The positions below a ply have ended: their values go up."""
        while len(self._best) > ply:
            value = self._best.pop()
            self._sides.pop()
            self._take(value)
        self._sides[-1] = side

    def _take(self, value: Any) -> None:
        best = self._best[-1]
        if best is None or (value > best if self._sides[-1] is Side.MAX else value < best):
            self._best[-1] = value


FROM_A_GAME = 6
"""Boards that are taken from a random game: all of them would be too much alike."""


class Draft:
    """A board, or a tree with names; each thing is looked up when it is first asked for."""

    def __init__(self, programs: Programs, position: Any, game: Game[Any, Any, Any] | None = None) -> None:
        self.programs = programs
        self.position = position
        """The position to search by the rules of `game`."""
        self.game = game or programs.kit.game

    @cached_property
    def state(self) -> Any:
        """The same for the kit."""
        return self.position

    @cached_property
    def measures(self) -> Measures:
        measures = Measures()
        self.move = self._search(self.position, self.programs.model.depth, ge, measures).move
        return measures

    @cached_property
    def cuts_subtree(self) -> bool:
        """True if more than leaves is cut."""
        seen = CutNodes(self.game, self.position, self.programs.model.depth)
        self._search(self.position, self.programs.model.depth, ge, seen)
        return seen.found

    @cached_property
    def strict_leaves(self) -> int:
        """The leaves that a search visits which cuts only when alpha > beta; more than usual if a tie matters."""
        measures = Measures()
        self._search(self.position, self.programs.model.depth, gt, measures)
        return measures.leaves

    @cached_property
    def values(self) -> list[Any]:
        """The true values of the first moves, the best first."""
        depth = self.programs.model.depth
        below = None if depth is None else depth - 1
        children = [self.game.play(self.position, move) for move in self.game.moves(self.position)]
        highest_first = self.game.to_move(self.position) is Side.MAX
        return sorted((self._search(child, below, ge).value for child in children), reverse=highest_first)

    @cached_property
    def candidate(self) -> Candidate:
        """The same for the features of `generate`."""
        return Candidate(self.programs, self.state)

    def separates(self, mistake: Mistake) -> bool:
        """True if every program with a mistake finds other leaves, cuts, another value, or a move that is not best.

        For a mistake that changes only what is printed: if the trace is another one.
        """
        if only_printed(mistake):
            return self.candidate.separates(mistake.name)
        right = Run(self.programs.kit, self.programs.model, self.state)
        runs = [run(self.programs.kit, model, self.state) for model in self.programs.variants(mistake.name)]
        return bool(runs) and all(each is not None and self._is_wrong(each, right) for each in runs)

    def _is_wrong(self, found: Run, right: Run) -> bool:
        """True if a run differs from the right one in more than the choice between moves that are equally good."""
        if (found.value, found.leaves, found.cuts) != (right.value, right.leaves, right.cuts):
            return True
        model = self.programs.model
        return bool(true_values(model, self.state, [found.move])[found.move] != right.value)

    def best_is_first(self) -> bool:
        _ = self.measures
        return bool(self.move == self.game.moves(self.position)[0])

    def _search(
        self,
        position: Any,
        depth: int | None,
        cutoff: Callable[[Any, Any], bool],
        observer: Listener[Any, Any] | None = None,
    ) -> Result[Any, Any]:
        evaluate = self.programs.setting.evaluate
        return minimax(self.game, position, depth, evaluate=evaluate, window=OPEN, cutoff=cutoff, observer=observer)


class CutNodes(Observer[Any, Any]):
    """Looks whether a search of some plies cuts a move that neither ends the game nor is the last."""

    def __init__(self, game: Game[Any, Any, Any], position: Any, depth: int | None) -> None:
        self.game = game
        self.depth = depth
        self.found = False
        self._line = [position]

    def visit(self, ply: int, side: Side, move: Any) -> None:
        self._line[ply:] = [self.game.play(self._line[ply - 1], move)]

    def prune(self, ply: int, side: Side, moves: Sequence[Any], alpha: Any, beta: Any) -> None:
        if ply != self.depth:
            cut = (self.game.play(self._line[ply - 1], move) for move in moves)
            self.found |= any(self.game.utility(child) is None for child in cut)


class TreeDraft(Draft):
    """A tree that has no names yet."""

    def __init__(self, programs: Programs, tree: Nested) -> None:
        super().__init__(programs, (tree, 0), NestedTrees(programs.kit.game.sides))  # type: ignore[attr-defined]

    @cached_property
    def state(self) -> Any:
        return self.programs.kit.game.state(named(self.position[0]))  # type: ignore[attr-defined]


def random_states(game: Game[Any, Any, Any], chance: random.Random) -> list[Any]:
    """Some states of a game of random moves, MAX to move."""
    state, found = game.start(), []
    for _ in range(LONGEST_GAME):
        state = game.play(state, chance.choice(game.moves(state)))
        if game.utility(state) is not None:
            break
        if game.to_move(state) is Side.MAX:
            found.append(state)
    return chance.sample(found, min(len(found), FROM_A_GAME))
