"""Features that no exercise can have together, and what others ask for without saying so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from checkers_ab.core.kit import Kit
from checkers_ab.exercise.shapes import Range
from checkers_ab.exercise.trees import TreeShape, is_tree
from checkers_ab.trace import generate

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


class FeatureError(ValueError):
    """A feature that can't be read, or features that exclude each other."""


def expect_possible(
    kit: Kit[Any, Any, Any], shape: TreeShape, depth: int | None, wanted: Sequence[str]
) -> tuple[TreeShape, int | None]:
    """The shape and the plies that suit the features; raises FeatureError for features that exclude each other."""
    for one, other in (*CLASHES, *_cut_clashes(wanted)):
        if one in wanted and other in wanted:
            raise FeatureError(f"{one} and {other} exclude each other")
    plies, needed = max(((LEAST_DEPTH.get(each, 0), each) for each in wanted), default=(0, ""))
    if is_tree(kit):
        shape = _deep_enough(shape, needed, plies)
        _expect_leaves(shape)
        _expect_moves(shape, wanted)
        return shape, None
    if depth is not None and depth < DEEP <= plies:
        raise FeatureError(f"{needed} needs a search of {DEEP} plies or more: {WHY_DEEP}")
    return shape, depth or max(HAND_DEPTH, plies)


WHY_DEEP = "the bound of a deep cut comes from three plies up"


def usual_cuts(kit: Kit[Any, Any, Any], shape: TreeShape, wanted: Sequence[str]) -> str:
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
            least[text], most[text] = generate.parse_range("cuts", text.removeprefix("cuts:"))
    yield from ((one, other) for other, highest in most.items() for one, lowest in least.items() if lowest > highest)


def _deep_enough(shape: TreeShape, needed: str, plies: int) -> TreeShape:
    """The shape with as many plies as a feature needs."""
    low, high = shape.depth
    if plies > high:
        why = f": {WHY_DEEP}" if plies == DEEP else ""
        raise FeatureError(f"{needed} needs a tree of depth {plies} or more{why}")
    return replace(shape, depth=(max(low, plies), high))


def _expect_leaves(shape: TreeShape) -> None:
    fewest, most = shape.leaf_range
    if most > MOST_LEAVES:
        raise FeatureError(
            f"a tree may have {MOST_LEAVES} leaves, and these have {shape.fewest:,} or more: make them smaller"
        )
    if not shape.depths():
        largest = shape.branching[1] ** shape.depth[1]
        raise FeatureError(
            f"leaves:{fewest}..{most} does not go with branching {_spell(shape.branching)} and depth "
            f"{_spell(shape.depth)}: such trees have {shape.fewest:,} to {largest:,} leaves"
        )


def _expect_moves(shape: TreeShape, wanted: Sequence[str]) -> None:
    for text in wanted:
        if text in SEVERAL_MOVES and shape.branching[1] == 1:
            raise FeatureError(f"{text} needs a root with two children or more")
        needed = generate.parse_range("cuts", text[5:])[0] if text.startswith("cuts:") else LEAST_CUTS.get(text, 0)
        if needed > shape.most_cuts:
            raise FeatureError(
                f"{text} does not go with branching {_spell(shape.branching)} and depth {_spell(shape.depth)}: "
                f"such trees have at most {shape.most_cuts:g} {'cut' if shape.most_cuts == 1 else 'cuts'}"
            )
    if "ties:none" in wanted and shape.values[1] - shape.values[0] + 1 < shape.branching[0]:
        raise FeatureError("ties:none needs more different values than a node has children")


def _spell(ends: Range) -> str:
    return str(ends[0]) if ends[0] == ends[1] else f"{ends[0]}..{ends[1]}"
