"""States for the homework and for exercises, and the features that are wished for."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import ge, gt
from typing import Any

from checkers_ab.core.errors import nearest
from checkers_ab.core.game import Game, Side
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.mistake import Mistake
from checkers_ab.core.search import Listener, Result, minimax
from checkers_ab.core.steps import tell_search
from checkers_ab.core.values import INF, OPEN
from checkers_ab.exercise.facts import Facts, Measures, Path, Run, only_printed, run
from checkers_ab.exercise.trees import Nested, NestedTrees, named
from checkers_ab.judge.answer import reaches, true_values
from checkers_ab.judge.coverage import Programs
from checkers_ab.judge.evidence import Evidence
from checkers_ab.judge.mistakes import catalogue


class Candidate:
    """A board, or a tree with names, and its search; each thing is looked up when it is first asked for."""

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
    def facts(self) -> Facts:
        """The facts of the search that the setting asks for."""
        facts = Facts()
        tell_search(self.programs.setting, self.state, facts.hear)
        return facts

    @cached_property
    def states(self) -> dict[Path, Any]:
        """The states that the search comes to, by the moves that lead to them."""
        states, play = {(): self.state}, self.programs.kit.game.play
        for line in self.facts.lines[1:]:
            states[line] = play(states[line[:-1]], line[-1])
        return states

    @cached_property
    def ends(self) -> list[Path]:
        """The lines that end the game."""
        utility, states = self.programs.kit.game.utility, self.states
        return [line for line, _ in self.facts.leaves if line and utility(states[line]) is not None]

    @property
    def cuts_subtree(self) -> bool:
        """True if more than leaves is cut: a move that neither ends the game nor is the last."""
        game, states, depth = self.programs.kit.game, self.states, self.programs.model.depth
        return any(
            len(line) != depth and game.utility(game.play(states[line[:-1]], move)) is None
            for line, moves in self.facts.cuts
            for move in moves
        )

    @cached_property
    def evidence(self) -> Evidence:
        """The trace of this state."""
        return self.programs.evidence(self.state)

    @cached_property
    def unique_best(self) -> bool:
        """True if just one first move is optimal."""
        _, model = self.measures, self.programs.model
        return sum(reaches(model, self.state, move, self.found.value) for move in model.game.moves(self.state)) == 1

    def comes_across(self, feature: str) -> bool:
        """True if a move of the search has a feature of the game's own."""
        shows, states = self.programs.kit.search_features[feature], self.states
        return any(shows(states[line[:-1]], line[-1], state) for line, state in states.items() if line)

    def separates(self, mistake: str) -> bool:
        """True if the trace changes under a mistake."""
        return self.programs.separate(mistake, self.evidence)

    @cached_property
    def measures(self) -> Measures:
        measures = Measures()
        self.found = self._search(self.position, self.programs.model.depth, self.programs.setting.cutoff, measures)
        return measures

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

    def misleads(self, mistake: Mistake) -> bool:
        """True if every program with a mistake searches or moves wrongly; of one in print, if the trace changes."""
        if only_printed(mistake):
            return self.separates(mistake.name)
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
        return bool(self.found.move == self.game.moves(self.position)[0])

    def _search(
        self,
        position: Any,
        depth: int | None,
        cutoff: Callable[[Any, Any], bool],
        observer: Listener[Any, Any] | None = None,
    ) -> Result[Any, Any]:
        evaluate = self.programs.setting.evaluate
        return minimax(self.game, position, depth, evaluate=evaluate, window=OPEN, cutoff=cutoff, observer=observer)


class TreeCandidate(Candidate):
    """A tree that has no names yet."""

    def __init__(self, programs: Programs, tree: Nested) -> None:
        super().__init__(programs, (tree, 0), NestedTrees(programs.kit.game.sides))  # type: ignore[attr-defined]

    @cached_property
    def state(self) -> Any:
        return self.programs.kit.game.state(named(self.position[0]))  # type: ignore[attr-defined]


Wish = Callable[[Candidate], bool]

FEATURES: dict[str, Wish] = {
    "end": lambda candidate: bool(candidate.ends),
    "early-end": lambda candidate: any(len(path) != candidate.programs.model.depth for path in candidate.ends),
    "root-cut": lambda candidate: candidate.measures.root_cut,
    "unique-best": lambda candidate: candidate.unique_best,
}
"""Features that a state of every game can have."""
NUMBERS: dict[str, Callable[[Candidate], int]] = {
    "cuts": lambda candidate: candidate.measures.cuts,
    "lines": lambda candidate: candidate.measures.lines,
}
"""Features that are numbers: pruning lines, and all lines of the trace."""
_RANGE = re.compile(r"([0-9]{1,9})(?:\.\.([0-9]{1,9})?)?|\.\.([0-9]{1,9})", re.ASCII)


def feature_names(kit: AnyKit) -> list[str]:
    """The names of all features without a number or a mistake in them."""
    return [*kit.features, *kit.search_features, *FEATURES]


def parse_wish(kit: AnyKit, text: str, mistakes: Collection[str] = ()) -> Wish:
    """A feature by its name; `mistakes` can be shown, by default those of a trace. ValueError names what is near."""
    name, _, detail = text.partition(":")
    if text in FEATURES:
        return FEATURES[text]
    if text in kit.features:
        return lambda candidate: kit.features[text](candidate.state)
    if text in kit.search_features:
        return lambda candidate: candidate.comes_across(text)
    if name in NUMBERS:
        number, (fewest, most) = NUMBERS[name], parse_range(name, detail)
        return lambda candidate: fewest <= number(candidate) <= most
    mistakes = mistakes or catalogue(kit)
    if name == "separates" and detail in mistakes:
        return lambda candidate: candidate.separates(detail)
    known = [*feature_names(kit), *(f"{name}:N" for name in NUMBERS), *(f"separates:{name}" for name in mistakes)]
    raise ValueError(f"unknown feature {text!r}; {nearest(text, known, cutoff=0.5)}")


def parse_range(name: str, text: str) -> tuple[int, float]:
    """The least and the greatest number: of `N` and `N..` N and no limit, of `N..M` both, of `..M` 0 and M."""
    if not (found := _RANGE.fullmatch(text)):
        raise ValueError(f"expected numbers after {name!r}, such as {name}:20, {name}:5..40 or {name}:..40")
    fewest, most = int(found[1] or 0), float(found[2] or found[3] or INF)
    if fewest > most:
        raise ValueError(f"{name}:{text} fits no number: the lower end of a range comes first")
    return fewest, most


@dataclass
class StateSearch:
    """A search for states: how many were looked at, and how many met each wish."""

    programs: Programs
    wishes: dict[str, Wish]
    looked_at: int = 0

    def __post_init__(self) -> None:
        self.met = dict.fromkeys(self.wishes, 0)

    def states(self, seed: int) -> Iterator[Any]:
        """States that meet every wish, no two the same or mirrored; None for each one looked at in vain. Endless."""
        kit = self.programs.kit
        chance = random.Random(seed)
        seen = set()
        while True:
            state = kit.random_state(chance)
            self.looked_at += 1
            if state is None or state in seen or not self.meets_all(Candidate(self.programs, state)):
                yield None
                continue
            seen |= {state, kit.mirrored(state)}
            yield state

    def meets_all(self, candidate: Candidate) -> bool:
        for name, wish in self.wishes.items():
            if not wish(candidate):
                return False
            self.met[name] += 1
        return True
