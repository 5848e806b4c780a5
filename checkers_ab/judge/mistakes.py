"""Mistakes that every search can have, in the words of a game; and the whole catalogue of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from operator import ge, gt
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.mistake import PARTS, Mistake
from checkers_ab.core.order import GameWrapper
from checkers_ab.core.search import never
from checkers_ab.core.setting import Setting
from checkers_ab.core.text import possessive
from checkers_ab.judge.model import AnyModel
from checkers_ab.logs.base import Log
from checkers_ab.logs.trace import TRACE

AnySetting = Setting[Any, Any, Any]
Variants = Callable[[AnyModel], Iterable[AnyModel]]


def catalogue(
    kit: Kit[Any, Any, Any], right: AnyModel | None = None, log: Log = TRACE, setting: AnySetting | None = None
) -> dict[str, Mistake]:
    """All mistakes of a program that a log can show, by name. Where several explain a text, the first is told.

    Where a `right` program never cuts, there are none of windows and cuts.
    """
    every = [mistake for mistake in (*kit.mistakes(), *_of_any_search(kit)) if mistake.seen_in in log.shows]
    every += log.slips(setting or Setting(kit))
    if right is not None and right.cutoff is never:
        every = [
            mistake for mistake in every if not any(_needs_cuts(model, right) for model in mistake.variants(right))
        ]
    found = sorted(every, key=lambda mistake: PARTS.index(mistake.part))
    return {mistake.name: mistake for mistake in found}


def _needs_cuts(model: AnyModel, right: AnyModel) -> bool:
    """True if only cuts tell a program from a right one that never cuts."""
    same = (model.cutoff, model.window, model.lists) == (right.cutoff, right.window, right.lists) and model != right
    return not same or model.h == "bound" or model.answer == "last"


def _with(**changes: Any) -> Variants:
    return lambda right: (replace(right, **changes),)


def _slip(name: str, *also: str) -> Variants:
    """Programs with a slip in their windows, alone and together with another."""
    ways = [(name,), *((name, other) for other in also)]
    return lambda right: [replace(right, window=(*right.window, *way)) for way in ways]


def _of_any_search(kit: Kit[Any, Any, Any]) -> Iterable[Mistake]:
    high, low = kit.sides[Side.MAX], kit.sides[Side.MIN]
    whose = possessive(low)
    yield Mistake(
        name="h-of-the-parent",
        part="evaluation",
        clause="computes h on the board before the last move",
        fix="Play the last move first, then compute h.",
        rule=22,
        variants=lambda right: (replace(right, evaluate=lambda parent, _: right.evaluate(parent, parent)),),
    )
    yield Mistake(
        name="h-from-bills-side",
        part="evaluation",
        clause=f"computes h from {whose} side",
        fix=f"h is what a position is worth to {high}, whoever moved last.",
        rule=22,
        variants=_negated,
    )
    yield Mistake(
        name="no-pruning",
        part="search",
        clause="never prunes",
        fix="After each move, update the window, and leave the loop when it has closed.",
        rule=26,
        variants=_with(cutoff=never),
    )
    yield Mistake(
        name="strict-cut",
        part="search",
        clause="cuts only when alpha > beta",
        fix="Cut as soon as alpha >= beta.",
        rule=26,
        variants=_strict,
    )
    yield Mistake(
        name="loose-cut",
        part="search",
        clause="cuts when alpha = beta, where this course asks for alpha > beta",
        fix="Cut only when alpha > beta.",
        rule=44,
        variants=_loose,
    )
    yield Mistake(
        name="fresh-windows",
        part="search",
        clause="opens a fresh window at each node",
        fix="Hand alpha and beta down to the children; only the root begins with -inf and inf.",
        rule=24,
        variants=_slip("fresh"),
    )
    yield Mistake(
        name="window-before-update",
        part="search",
        clause="prints the window as it was before the update that closed it",
        fix="Update alpha or beta first, then print both.",
        rule=34,
        seen_in="windows",
        variants=_slip("before"),
    )
    yield Mistake(
        name="alpha-lowered",
        part="search",
        clause=f"lowers alpha in {whose} nodes instead of beta",
        fix=f"In a node of {whose}, set beta to the smaller of beta and the value; leave alpha alone.",
        rule=25,
        variants=lambda right: [
            replace(right, window=(*right.window, slip), answer="returned")
            for slip in ("alpha-lowered", "alpha-lowered-first")
        ],
    )
    yield Mistake(
        name="root-window-fresh",
        part="search",
        clause="searches every first move with a fresh window",
        fix=f"At the root too, hand down what {high} has already: raise alpha after each first move.",
        rule=25,
        variants=lambda right: [*_slip("root-fresh")(right), *_slip("first-moves-fresh")(right)],
    )
    yield Mistake(
        name="alpha-not-handed-down",
        part="search",
        clause="begins each node with alpha = -inf",
        fix="Hand alpha down to the children as it is; only the root begins with -inf.",
        rule=24,
        variants=_slip("alpha-kept"),
    )
    yield Mistake(
        name="beta-not-handed-down",
        part="search",
        clause="begins each node with beta = inf",
        fix="Hand beta down to the children as it is; only the root begins with inf.",
        rule=24,
        variants=_slip("beta-kept"),
    )
    yield Mistake(
        name="no-deep-cuts",
        part="search",
        clause="hands a child only the bound that its parent itself has found, not those from further up",
        fix="Hand down both alpha and beta: a bound from three plies up can cut, too.",
        rule=24,
        variants=_slip("parent-only"),
    )
    yield Mistake(
        name="stale-window",
        part="search",
        clause="looks whether the window has closed before it takes in the value that came back",
        fix="Update alpha or beta with the value first, then look whether alpha >= beta.",
        rule=25,
        variants=_slip("stale", "hard"),
    )
    yield Mistake(
        name="both-sides-maximize",
        part="search",
        clause=f"looks for the greatest value in {whose} nodes, too",
        fix=f"In a node of {whose}, take the smallest value, and lower beta.",
        rule=20,
        variants=lambda right: (replace(right, both_maximize=True, answer="returned"),),
    )
    yield Mistake(
        name="negamax-sign",
        part="search",
        clause="turns the window round for the other side, as negamax does, but not the value that comes back",
        fix="In negamax the value of a child is the negative of what its search returns.",
        rule=20,
        variants=lambda right: [
            replace(model, both_maximize=True, answer="returned") for model in _slip("negamax", "hard")(right)
        ],
    )
    yield Mistake(
        name="end-not-at-last-ply",
        part="end",
        clause="does not look whether the game is over at the last ply",
        fix="Look whether the game is over before you compute h, at the last ply too.",
        rule=21,
        variants=_with(end_at_last_ply=False),
    )
    yield Mistake(
        name="last-of-equals",
        part="answer",
        seen_in="answer",
        clause="takes the last of the first moves that came back with the best value, though that may be a bound",
        fix="Replace the best move only when a value is strictly better.",
        rule=29,
        variants=lambda right: [
            replace(right, answer="last", window=window) for window in (right.window, (*right.window, "hard"))
        ],
    )
    yield Mistake(
        name="answers-last-searched",
        part="answer",
        seen_in="answer",
        clause="answers with the first move that it has searched last",
        fix="Remember the first move with the best value, and answer with that.",
        rule=29,
        variants=_with(answer="searched"),
    )
    yield Mistake(
        name="answers-by-first-h",
        part="answer",
        seen_in="answer",
        clause="chooses the first move by h after one ply, not by the search",
        fix="Answer with the first move whose search came back with the best value.",
        rule=29,
        variants=_with(answer="first-h"),
    )
    yield Mistake(
        name="one-ply-less",
        part="depth",
        clause="searches one ply less than it should",
        fix="Give h after the last ply of the search, and go on until then.",
        rule=20,
        variants=lambda right: (replace(right, depth=right.depth - 1),) if right.depth and right.depth > 1 else (),
    )
    yield Mistake(
        name="one-ply-more",
        part="depth",
        clause="searches one ply more than it should",
        fix="Stop after the last ply of the search, and give h there.",
        rule=20,
        variants=lambda right: (replace(right, depth=right.depth + 1),) if right.depth else (),
    )


def _loose(right: AnyModel) -> Iterable[AnyModel]:
    if right.cutoff is not gt:
        return ()
    return (replace(right, cutoff=ge, window=tuple(slip for slip in right.window if slip != "hard")),)


def _strict(right: AnyModel) -> Iterable[AnyModel]:
    if right.cutoff is gt:
        return ()
    return replace(right, cutoff=gt), replace(right, cutoff=gt, window=(*right.window, "hard"))


def _negated(right: AnyModel) -> Iterable[AnyModel]:
    """Programs that search with the other sign, for all values or for those of running games; or only print it."""

    def evaluate(parent: Any, state: Any) -> Any:
        return -right.evaluate(parent, state)

    return (
        replace(right, evaluate=evaluate),
        replace(right, evaluate=evaluate, game=_NegatedEnds(right.game)),
        replace(right, negated=True),
    )


class _NegatedEnds(GameWrapper[Any, Any, Any]):
    """A game whose ends are worth the opposite."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.utility = self.negated_utility

    def negated_utility(self, state: Any) -> Any:
        value = self.game.utility(state)
        return None if value is None else -value
