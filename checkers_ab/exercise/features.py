"""Features of exercises: the shape of a tree, and what a search of it, or of a board, must show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from checkers_ab.core.errors import InputError, nearest
from checkers_ab.core.kit import AnyKit
from checkers_ab.exercise import boards
from checkers_ab.exercise.boards import Candidate, Wish
from checkers_ab.exercise.trees import Range, TreeShape, is_tree
from checkers_ab.judge.mistakes import catalogue

MOST_LEAVES = 500
HAND_DEPTH = 2
"""The plies that boards are searched unless others are asked for, which can be done by hand."""
DEEP = 4
"""The plies that a search with a deep cut has at least: its bound comes from three plies up."""
LEAST_DEPTH = {"deep-cut": DEEP, "separates:no-deep-cuts": DEEP, "both-sides": 3, "subtree": 3}
"""The plies that features need where nothing is worth infinity."""
LEAST_CUTS = {"deep-cut": 1, "both-sides": 2, "subtree": 1, "ties:cut": 1, "root-cut": 1}
SEVERAL_MOVES = ("best:not-first", "ties:root")
"""Features of a root with several moves."""
CLASHES = (
    ("deep-cut", "no-deep-cut"),
    ("no-deep-cut", "separates:no-deep-cuts"),
    ("ties:none", "separates:strict-cut"),
    ("ties:root", "unique-best"),
)


def expect_possible(
    kit: AnyKit, shape: TreeShape, depth: int | None, wanted: Sequence[str]
) -> tuple[TreeShape, int | None]:
    """The shape and the plies that suit the features; raises InputError for features that exclude each other."""
    for one, other in (*CLASHES, *_cut_clashes(wanted)):
        if one in wanted and other in wanted:
            raise InputError(f"{one} and {other} exclude each other")
    plies, needed = max(((LEAST_DEPTH.get(each, 0), each) for each in wanted), default=(0, ""))
    if is_tree(kit):
        shape = _deep_enough(shape, needed, plies)
        _expect_leaves(shape)
        _expect_moves(shape, wanted)
        return shape, None
    if depth is not None and depth < DEEP <= plies:
        raise InputError(f"{needed} needs a search of {DEEP} plies or more: {WHY_DEEP}")
    return shape, depth or max(HAND_DEPTH, plies)


WHY_DEEP = "the bound of a deep cut comes from three plies up"


def usual_cuts(kit: AnyKit, shape: TreeShape, wanted: Sequence[str]) -> str:
    """The feature that an exercise has where nothing is said about cuts; empty for a tree that can't be cut."""
    if any(each.startswith("cuts:") for each in wanted):
        return ""
    if not is_tree(kit):
        return "cuts:1"
    fewest = min(shape.most_cuts, 2 if shape.depth[1] > HAND_DEPTH else 1)
    return f"cuts:{fewest}" if fewest else ""


def _cut_clashes(wanted: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pairs of features of which one allows fewer cuts than the other needs."""
    least, most = dict[str, float](LEAST_CUTS), {}
    for text in wanted:
        if text.startswith("cuts:"):
            least[text], most[text] = boards.parse_range("cuts", text.removeprefix("cuts:"))
    yield from ((one, other) for other, highest in most.items() for one, lowest in least.items() if lowest > highest)


def _deep_enough(shape: TreeShape, needed: str, plies: int) -> TreeShape:
    """The shape with as many plies as a feature needs."""
    low, high = shape.depth
    if plies > high:
        why = f": {WHY_DEEP}" if plies == DEEP else ""
        raise InputError(f"{needed} needs a tree of depth {plies} or more{why}")
    return replace(shape, depth=(max(low, plies), high))


def _expect_leaves(shape: TreeShape) -> None:
    fewest, most = shape.leaf_range
    if most > MOST_LEAVES:
        raise InputError(
            f"a tree may have {MOST_LEAVES} leaves, and these have {shape.fewest:,} or more: make them smaller"
        )
    if not shape.depths():
        largest = shape.branching[1] ** shape.depth[1]
        raise InputError(
            f"leaves:{fewest}..{most} does not go with branching {_spell(shape.branching)} and depth "
            f"{_spell(shape.depth)}: such trees have {shape.fewest:,} to {largest:,} leaves"
        )


def _expect_moves(shape: TreeShape, wanted: Sequence[str]) -> None:
    for text in wanted:
        if text in SEVERAL_MOVES and shape.branching[1] == 1:
            raise InputError(f"{text} needs a root with two children or more")
        needed = boards.parse_range("cuts", text[5:])[0] if text.startswith("cuts:") else LEAST_CUTS.get(text, 0)
        if needed > shape.most_cuts:
            raise InputError(
                f"{text} does not go with branching {_spell(shape.branching)} and depth {_spell(shape.depth)}: "
                f"such trees have at most {shape.most_cuts:g} {'cut' if shape.most_cuts == 1 else 'cuts'}"
            )
    if "ties:none" in wanted and shape.values[1] - shape.values[0] + 1 < shape.branching[0]:
        raise InputError("ties:none needs more different values than a node has children")


def _spell(ends: Range) -> str:
    return str(ends[0]) if ends[0] == ends[1] else f"{ends[0]}..{ends[1]}"


LIMITS = {"branching": (1, 9), "depth": (1, 8), "leaves": (1, MOST_LEAVES), "values": (-(10**6), 10**6)}
"""The features of the shape of a tree, and how far their ranges may go."""
SEPARATES = "separates:"
_RANGE = re.compile(r"(-?[0-9]{1,7})?(\.\.)?(-?[0-9]{1,7})?", re.ASCII)


def _no_tie(candidate: Candidate) -> bool:
    return candidate.strict_leaves == candidate.measures.leaves and len(set(candidate.values)) == len(candidate.values)


SEARCHES: dict[str, Wish] = {
    "deep-cut": lambda candidate: candidate.measures.deep_cuts > 0,
    "no-deep-cut": lambda candidate: candidate.measures.deep_cuts == 0,
    "both-sides": lambda candidate: len(candidate.measures.cutters) == 2,
    "subtree": lambda candidate: candidate.cuts_subtree,
    "best:first": lambda candidate: candidate.best_is_first(),
    "best:not-first": lambda candidate: not candidate.best_is_first(),
    "ties:none": _no_tie,
    "ties:cut": lambda candidate: candidate.strict_leaves != candidate.measures.leaves,
    "ties:root": lambda candidate: len(candidate.values) > 1 and candidate.values[0] == candidate.values[1],
}
"""Features of a search of any game."""


class Feature(NamedTuple):
    """A feature that a candidate must have; those with a smaller `cost` are tested first."""

    name: str
    test: Wish
    cost: int


@dataclass(frozen=True)
class Wishes:
    """The features that exercises must have."""

    shape: TreeShape
    depth: int | None
    """The plies to search; None: to the leaves."""
    features: tuple[Feature, ...]


def parse_wishes(kit: AnyKit, texts: Iterable[str], depth: int | None = None) -> Wishes:
    """Parses features, for a search of `depth` plies if stated; raises InputError if they exclude each other."""
    shape, features, stated = TreeShape(), [], dict[str, str]()
    for text in dict.fromkeys(texts):
        name, _, detail = text.partition(":")
        if name in ("best", "ties", *LIMITS) and name in stated:
            raise InputError(f"{stated[name]} and {text} exclude each other: state {name} once")
        stated[text if name in ("cuts", "separates") else name] = text
        if name in LIMITS and is_tree(kit):
            shape = replace(shape, **{name: parse_range(name, detail)})
        else:
            features.append(_parse_feature(kit, text))
    wanted = [feature.name for feature in features]
    shape, depth = expect_possible(kit, shape, depth, wanted)
    if usual := usual_cuts(kit, shape, wanted):
        features.append(_parse_feature(kit, usual))
    return Wishes(shape, depth, tuple(sorted(features, key=lambda feature: feature.cost)))


def _parse_feature(kit: AnyKit, text: str) -> Feature:
    if text in SEARCHES:
        return Feature(text, SEARCHES[text], 3 if text.startswith("ties") else 2)
    try:
        if text.startswith(SEPARATES) and (mistake := catalogue(kit).get(text.removeprefix(SEPARATES))):
            return Feature(text, lambda candidate: candidate.misleads(mistake), 5)
        wish = boards.parse_wish(kit, text)
    except ValueError as error:
        if str(error).startswith("unknown"):
            raise InputError(f"unknown feature {text!r}; {nearest(text, feature_names(kit), cutoff=0.5)}") from None
        raise InputError(str(error)) from None
    return Feature(text, wish, 0 if text in kit.features else 1 if text.startswith("cuts:") else 4)


def feature_names(kit: AnyKit) -> list[str]:
    """All features, with an example for each that has a range."""
    shapes = ["branching:2..3", "depth:4", "leaves:..20", "values:-9..9"] if is_tree(kit) else []
    others = [*boards.feature_names(kit), "cuts:2..4", "lines:..40"]
    return [*shapes, *SEARCHES, *others, *(f"{SEPARATES}{name}" for name in catalogue(kit))]


def parse_range(name: str, text: str) -> Range:
    """Parses a range of the shape of a tree: `4` is just that, `2..3` has both ends, `..20` and `2..` one."""
    lowest, highest = LIMITS[name]
    found = _RANGE.fullmatch(text)
    if not found or not (found[1] or found[3]) or (found[3] and not found[2]):
        raise InputError(f"expected numbers after {name!r}, such as {name}:4, {name}:2..4 or {name}:..4")
    low = int(found[1]) if found[1] else lowest
    high = int(found[3]) if found[3] else highest if found[2] else low
    if low > high:
        raise InputError(f"{name}:{text} fits no number: the lower end of a range comes first")
    if low < lowest or high > highest:
        raise InputError(f"{name} must be within {lowest:,} and {highest:,}, found {text}")
    return low, high
