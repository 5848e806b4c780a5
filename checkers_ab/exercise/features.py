"""Features of exercises: the shape of a tree, and what a search of it, or of a board, must show."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from operator import ge, gt
from typing import Any, NamedTuple

from checkers_ab.core.errors import nearest
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.search import minimax
from checkers_ab.core.values import OPEN
from checkers_ab.exercise.measures import Measures
from checkers_ab.exercise.trees import Range, TreeShape
from checkers_ab.trace import generate
from checkers_ab.trace.answer import true_values
from checkers_ab.trace.mistakes import catalogue

AnyKit = Kit[Any, Any, Any]

LIMITS = {"branching": (1, 9), "depth": (1, 8), "leaves": (1, 500), "values": (-(10**6), 10**6)}
"""The features of the shape of a tree, and how far their ranges may go."""
DEEP = 4
"""The plies that a tree with a deep cut has at least: its bound comes from three plies up."""
USUAL, USUAL_ON_BOARDS = "cuts:2", "cuts:1"
"""The feature that every exercise has where nothing is said about cuts."""
_RANGE = re.compile(r"(-?[0-9]{1,7})?(\.\.)?(-?[0-9]{1,7})?", re.ASCII)


class FeatureError(ValueError):
    """A feature that can't be read, or features that exclude each other."""


class Draft:
    """A tree or board that may become an exercise; each thing is looked up when it is first asked for."""

    def __init__(self, made_for: generate.Exercise, state: Any) -> None:
        self.made_for = made_for
        self.state = state

    @cached_property
    def measures(self) -> Measures:
        measures, self.move = self._search(ge)
        return measures

    @cached_property
    def strict_leaves(self) -> int:
        """The leaves that a search visits which cuts only when alpha > beta; more than usual if a tie matters."""
        return self._search(gt)[0].leaves

    @cached_property
    def values(self) -> list[Any]:
        """The true values of the first moves, the best first."""
        model = self.made_for.model
        moves = list(model.game.moves(self.state))
        highest_first = model.game.to_move(self.state) is Side.MAX
        return sorted(true_values(model, self.state, moves).values(), reverse=highest_first)

    @cached_property
    def candidate(self) -> generate.Candidate:
        """The same for the features of `generate`."""
        return generate.Candidate(self.made_for, self.state)

    def best_is_first(self) -> bool:
        _ = self.measures
        return bool(self.move == self.made_for.kit.game.moves(self.state)[0])

    def _search(self, cutoff: Callable[[Any, Any], bool]) -> tuple[Measures, Any]:
        measures, made_for = Measures(), self.made_for
        found = minimax(
            made_for.kit.game,
            self.state,
            made_for.model.depth,
            evaluate=made_for.evaluate,
            window=OPEN,
            cutoff=cutoff,
            observer=measures,
        )
        return measures, found.move


Test = Callable[[Draft], bool]


def _no_tie(draft: Draft) -> bool:
    return draft.strict_leaves == draft.measures.leaves and len(set(draft.values)) == len(draft.values)


def _subtree(draft: Draft) -> bool:
    first = draft.measures.first_cut
    return first is not None and first < (draft.made_for.model.depth or draft.measures.deepest)


SEARCHES: dict[str, Test] = {
    "deep-cut": lambda draft: draft.measures.deep_cuts > 0,
    "no-deep-cut": lambda draft: draft.measures.deep_cuts == 0,
    "both-sides": lambda draft: len(draft.measures.cutters) == 2,
    "subtree": _subtree,
    "best:first": lambda draft: draft.best_is_first(),
    "best:not-first": lambda draft: not draft.best_is_first(),
    "ties:none": _no_tie,
    "ties:cut": lambda draft: draft.strict_leaves != draft.measures.leaves,
    "ties:root": lambda draft: len(draft.values) > 1 and draft.values[0] == draft.values[1],
}
"""Features of a search of any game."""


class Feature(NamedTuple):
    """A feature that a draft must have; those with a smaller `cost` are tested first."""

    name: str
    test: Test
    cost: int


@dataclass(frozen=True)
class Wishes:
    """The features that exercises must have."""

    shape: TreeShape
    features: tuple[Feature, ...]


def parse_wishes(kit: AnyKit, texts: Iterable[str]) -> Wishes:
    """Parses features; raises FeatureError for one that is unknown, and for some that exclude each other."""
    shape, features, stated = TreeShape(), [], dict[str, str]()
    for text in dict.fromkeys(texts):
        name, _, detail = text.partition(":")
        if name in ("best", "ties", *LIMITS) and name in stated:
            raise FeatureError(f"{stated[name]} and {text} exclude each other: state {name} once")
        stated[name] = text
        if name in LIMITS and is_tree(kit):
            shape = replace(shape, **{name: parse_range(name, detail)})
        else:
            features.append(_parse_feature(kit, text))
    _expect_possible(kit, shape, stated)
    if "deep-cut" in stated:
        shape = replace(shape, depth=(max(shape.depth[0], DEEP), shape.depth[1]))
    if "cuts" not in stated:
        features.append(_parse_feature(kit, USUAL if is_tree(kit) else USUAL_ON_BOARDS))
    return Wishes(shape, tuple(sorted(features, key=lambda feature: feature.cost)))


def is_tree(kit: AnyKit) -> bool:
    """True if the game is that of textbook trees."""
    return kit.name.partition(":")[0] == "tree"


def _parse_feature(kit: AnyKit, text: str) -> Feature:
    if text in SEARCHES:
        return Feature(text, SEARCHES[text], 3 if text.startswith("ties") else 2)
    if text in kit.features:
        return Feature(text, lambda draft: kit.features[text](draft.state), 0)
    try:
        if text.startswith("cuts:"):
            fewest, most = generate.parse_range("cuts", text.removeprefix("cuts:"))
            return Feature(text, lambda draft: fewest <= draft.measures.cuts <= most, 1)
        wish = generate.parse_wish(kit, text)
    except ValueError as error:
        if str(error).startswith("unknown"):
            raise FeatureError(f"unknown feature {text!r}; {nearest(text, feature_names(kit), cutoff=0.5)}") from None
        raise FeatureError(str(error)) from None
    return Feature(text, lambda draft: wish(draft.candidate), 5 if text.startswith("separates") else 4)


def feature_names(kit: AnyKit) -> list[str]:
    """All features, with an example for each that has a range."""
    shapes = ["branching:2..3", "depth:4", "leaves:..20", "values:-9..9"] if is_tree(kit) else []
    others = [*generate.feature_names(kit), "cuts:2..4", "lines:..40"]
    return [*shapes, *SEARCHES, *others, *(f"separates:{name}" for name in catalogue(kit))]


def parse_range(name: str, text: str) -> Range:
    """Parses a range of the shape of a tree: `4` is just that, `2..3` has both ends, `..20` and `2..` one."""
    lowest, highest = LIMITS[name]
    found = _RANGE.fullmatch(text)
    if not found or not (found[1] or found[3]) or (found[3] and not found[2]):
        raise FeatureError(f"expected numbers after {name!r}, such as {name}:4, {name}:2..4 or {name}:..4")
    low = int(found[1]) if found[1] else lowest
    high = int(found[3]) if found[3] else highest if found[2] else low
    if low > high:
        raise FeatureError(f"{name}:{text} fits no number: the lower end of a range comes first")
    if low < lowest or high > highest:
        raise FeatureError(f"{name} must be within {lowest:,} and {highest:,}, found {text}")
    return low, high


def _expect_possible(kit: AnyKit, shape: TreeShape, stated: dict[str, str]) -> None:
    """Raises FeatureError for features that no exercise can have together."""
    clashes = [("deep-cut", "no-deep-cut")]
    if stated.get("ties") == "ties:none":
        clashes.append(("ties", "separates:strict-cut"))
    named = {*stated, *stated.values()}
    for one, other in clashes:
        if {one, other} <= named:
            raise FeatureError(f"{stated.get(one, one)} and {other} exclude each other")
    if not is_tree(kit):
        return
    fewest, most = shape.leaf_range
    limit = LIMITS["leaves"][1]
    if most > limit:
        raise FeatureError(
            f"a tree may have {limit} leaves, and these have {shape.fewest:,} or more: make them smaller"
        )
    if not shape.depths():
        has = f"{shape.fewest:,} to {shape.branching[1] ** shape.depth[1]:,}"
        raise FeatureError(
            f"leaves:{fewest}..{most} does not go with branching {_spell(shape.branching)} and depth "
            f"{_spell(shape.depth)}: such trees have {has} leaves"
        )
    if "deep-cut" in named and max(shape.depths()) < DEEP:
        raise FeatureError(f"deep-cut needs a tree of depth {DEEP} or more: its bound comes from three plies up")
    if stated.get("ties") == "ties:none" and shape.values[1] - shape.values[0] + 1 < shape.branching[0]:
        raise FeatureError("ties:none needs more different values than a node has children")


def _spell(ends: Range) -> str:
    return str(ends[0]) if ends[0] == ends[1] else f"{ends[0]}..{ends[1]}"
