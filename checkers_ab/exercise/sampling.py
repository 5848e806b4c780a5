"""Drawing exercises that have the features asked for, and are equally hard."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from time import process_time
from typing import Any, NamedTuple

from checkers_ab.core.errors import InputError
from checkers_ab.core.game import Game, Side
from checkers_ab.core.kit import LONGEST_GAME, AnyKit
from checkers_ab.core.setting import Setting
from checkers_ab.exercise.boards import Candidate, TreeCandidate
from checkers_ab.exercise.features import SEPARATES, parse_wishes
from checkers_ab.exercise.trees import is_tree
from checkers_ab.games.registry import make_game
from checkers_ab.judge.coverage import Programs

Hardness = tuple[int, int, int]
"""Leaves visited, cuts and deep cuts."""

PILOTS, MANY_PILOTS, MOST_LOOKED_AT = 80, 800, 3_000
"""Exercises by which a hardness is chosen; more, where some are the same, so that there are few in all; and how many
candidates are looked at for them at the most."""
ENOUGH, ENOUGH_ALIKE = 16, 6
"""A hardness is chosen that at least one of so many exercises has; and of so many, if all are to be exactly alike."""
FROM_A_GAME = 6
"""Boards that are taken from a random game: all of them would be too much alike."""
DEEPEST = 4
"""The most plies that a board is searched."""


class Target(NamedTuple):
    """The hardness that all exercises of a call have, give or take some tenths of each number."""

    leaves: int
    cuts: int
    deep_cuts: int
    tenths: int

    def fits(self, hardness: Hardness) -> bool:
        """True if an exercise is as hard."""
        return all(abs(mine - theirs) * 10 <= mine * self.tenths for mine, theirs in zip(self, hardness, strict=False))


class ShortageError(Exception):
    """No exercise was found in the time. The message says how often each feature was met."""


@dataclass(frozen=True)
class Recipe:
    """All that decides about the exercises of a call, but the names of the students."""

    game: str
    seed: int
    wants: tuple[str, ...] = ()
    depth: int | None = None
    """The plies to search; None for the usual number."""


class Sampler:
    """Draws exercises by a recipe, the same for the same name; raises OptionError and InputError."""

    def __init__(self, recipe: Recipe, *, seconds: float = 60.0) -> None:
        self.recipe = recipe
        self.kit: AnyKit = make_game(recipe.game)
        self.wishes = parse_wishes(self.kit, recipe.wants, recipe.depth)
        self.programs = Programs(Setting(self.kit, self.wishes.depth))
        self.separated = [name.removeprefix(SEPARATES) for name in recipe.wants if name.startswith(SEPARATES)]
        """The mistakes that every exercise must show."""
        for name in self.separated:
            if not self.programs.variants(name):
                raise InputError(f"{SEPARATES}{name}: no program can make this mistake in such an exercise")
        self.looked_at = 0
        self.met = dict.fromkeys((feature.name for feature in self.wishes.features), 0)
        self.found = 0
        self._end = process_time() + seconds
        self._seconds = seconds
        self._seen: set[str] = set()

    @cached_property
    def target(self) -> Target:
        """The hardness of all exercises: the most frequent one among the first that the seed gives."""
        found: dict[str, Hardness] = {}
        pilots = 0
        for place, candidate in enumerate(self._chosen(random.Random(self.recipe.seed)), 1):
            if candidate is not None:
                pilots += 1
                found[self._key(candidate.state)] = candidate.measures.hardness
            if pilots >= (PILOTS if len(found) == pilots else MANY_PILOTS) or (found and place >= MOST_LOOKED_AT):
                break
        return choose_target(Counter(found.values()))

    def draw(self, name: str) -> Any:
        """The state of one student's exercise."""
        target = self.target
        candidates = self._chosen(random.Random(f"{self.recipe.seed}\n{name}"))
        found = (candidate.state for candidate in candidates if candidate and target.fits(candidate.measures.hardness))
        state = next(state for state in found if self._key(state) not in self._seen)
        self._seen.add(self._key(state))
        self.found += 1
        return state

    def _key(self, state: Any) -> str:
        """The same for a state and its mirror image, which make the same exercise."""
        return min(map(self.kit.format_state, (state, self.kit.mirrored(state))))

    def _chosen(self, chance: random.Random) -> Iterator[Candidate | None]:
        """Candidates with all features; None for each one without. Endless."""
        for candidate in self._candidates(chance):
            if process_time() > self._end:
                raise ShortageError(self._shortage())
            self.looked_at += candidate is not None
            yield candidate if candidate and self._has_all(candidate) else None

    def _has_all(self, candidate: Candidate) -> bool:
        for feature in self.wishes.features:
            if not feature.test(candidate):
                return False
            self.met[feature.name] += 1
        return True

    def _candidates(self, chance: random.Random) -> Iterator[Candidate | None]:
        """Trees or boards; None for a game in which MAX has no second move. Endless."""
        if is_tree(self.kit):
            yield from (TreeCandidate(self.programs, tree) for tree in self.wishes.shape.draw(chance))
        while True:
            states = random_states(self.kit.game, chance)
            yield from (Candidate(self.programs, state) for state in states) if states else (None,)

    def _shortage(self) -> str:
        met = [f"{count:,} had {name}" for name, count in self.met.items()]
        met.append(f"{self.found:,} were as hard as the others and new")
        what = "trees" if is_tree(self.kit) else "boards"
        return f"in {self._seconds:g} s, of {self.looked_at:,} {what} looked at {', of these '.join(met)}"


def choose_target(found: Counter[Hardness]) -> Target:
    """The hardness that most exercises have, with as small a tolerance as leaves enough of them."""
    best = Target(0, 0, 0, 0)
    for tenths in range(11):
        targets = [Target(*one, tenths) for one in sorted(found)]
        share = {target: sum(found[one] for one in found if target.fits(one)) for target in targets}
        best = max(share, key=lambda target: share[target])
        total = found.total()
        if share[best] >= max(min(3, total), total / (ENOUGH if tenths else ENOUGH_ALIKE)):
            break
    return best


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
