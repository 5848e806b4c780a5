"""Mistakes that every search can have, in the words of a game; and the whole catalogue of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from operator import ge, gt
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.mistake import PARTS, Mistake, Variants, read_mistakes
from checkers_ab.core.order import GameWrapper
from checkers_ab.core.search import never
from checkers_ab.core.setting import AnySetting, Setting
from checkers_ab.core.text import possessive
from checkers_ab.judge.windows import AnyModel
from checkers_ab.logs.base import Log
from checkers_ab.logs.trace import TRACE


def catalogue(
    kit: AnyKit, right: AnyModel | None = None, log: Log = TRACE, setting: AnySetting | None = None
) -> dict[str, Mistake]:
    """All mistakes of a program that a log can show, by name. Where several explain a text, the first is told.

    Where a `right` program never cuts, there are none of windows and cuts.
    """
    words = {"high": kit.sides[Side.MAX], "whose": possessive(kit.sides[Side.MIN])}
    found = [one for one in (*kit.mistakes(), *read_mistakes(WORDS, VARIANTS, **words)) if one.seen_in in log.shows]
    found += log.slips(setting or Setting(kit))
    if right is not None and right.cutoff is never:
        found = [one for one in found if not any(_needs_cuts(model, right) for model in one.variants(right))]
    return {one.name: one for one in sorted(found, key=lambda one: PARTS.index(one.part))}


def _needs_cuts(model: AnyModel, right: AnyModel) -> bool:
    """True if only cuts tell a program from a right one that never cuts."""
    same = (model.cutoff, model.window, model.lists) == (right.cutoff, right.window, right.lists) and model != right
    return not same or model.h == "bound" or model.answer == "last"


def _with(*windows: str, **changes: Any) -> Variants:
    """Programs with other fields than a right one. Each of `windows` is one of them: the slips in its windows."""
    slips = [window.split() for window in windows or ("",)]
    return lambda right: [replace(right, window=(*right.window, *names), **changes) for names in slips]


WORDS = """\
[evaluation]
h-of-the-parent 22: computes h on the board before the last move
    Play the last move first, then compute h.
h-from-bills-side 22: computes h from {whose} side
    h is what a position is worth to {high}, whoever moved last.
[search]
no-pruning 26: never prunes
    After each move, update the window, and leave the loop when it has closed.
strict-cut 26: cuts only when alpha > beta
    Cut as soon as alpha >= beta.
loose-cut 44: cuts when alpha = beta, where this course asks for alpha > beta
    Cut only when alpha > beta.
fresh-windows 24: opens a fresh window at each node
    Hand alpha and beta down to the children; only the root begins with -inf and inf.
[search, seen in windows]
window-before-update 34: prints the window as it was before the update that closed it
    Update alpha or beta first, then print both.
[search]
alpha-lowered 25: lowers alpha in {whose} nodes instead of beta
    In a node of {whose}, set beta to the smaller of beta and the value; leave alpha alone.
root-window-fresh 25: searches every first move with a fresh window
    At the root too, hand down what {high} has already: raise alpha after each first move.
alpha-not-handed-down 24: begins each node with alpha = -inf
    Hand alpha down to the children as it is; only the root begins with -inf.
beta-not-handed-down 24: begins each node with beta = inf
    Hand beta down to the children as it is; only the root begins with inf.
no-deep-cuts 24: hands a child only the bound that its parent itself has found, not those from further up
    Hand down both alpha and beta: a bound from three plies up can cut, too.
stale-window 25: looks whether the window has closed before it takes in the value that came back
    Update alpha or beta with the value first, then look whether alpha >= beta.
both-sides-maximize 20: looks for the greatest value in {whose} nodes, too
    In a node of {whose}, take the smallest value, and lower beta.
negamax-sign 20: turns the window round for the other side, as negamax does, but not the value that comes back
    In negamax the value of a child is the negative of what its search returns.
[end]
end-not-at-last-ply 21: does not look whether the game is over at the last ply
    Look whether the game is over before you compute h, at the last ply too.
[answer, seen in answer]
last-of-equals 29: takes the last of the first moves that came back with the best value, though that may be a bound
    Replace the best move only when a value is strictly better.
answers-last-searched 29: answers with the first move that it has searched last
    Remember the first move with the best value, and answer with that.
answers-by-first-h 29: chooses the first move by h after one ply, not by the search
    Answer with the first move whose search came back with the best value.
[depth]
one-ply-less 20: searches one ply less than it should
    Give h after the last ply of the search, and go on until then.
one-ply-more 20: searches one ply more than it should
    Stop after the last ply of the search, and give h there.
"""
"""The mistakes of any search (see `read_mistakes`)."""


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
    search = replace(right, evaluate=lambda parent, state: -right.evaluate(parent, state))
    return search, replace(search, game=_NegatedEnds(right.game)), replace(right, negated=True)


class _NegatedEnds(GameWrapper[Any, Any, Any]):
    """A game whose ends are worth the opposite."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.utility = lambda state: None if (value := game.utility(state)) is None else -value


VARIANTS: dict[str, Variants] = {
    "h-of-the-parent": lambda right: (replace(right, evaluate=lambda parent, _: right.evaluate(parent, parent)),),
    "h-from-bills-side": _negated,
    "no-pruning": _with(cutoff=never),
    "strict-cut": _strict,
    "loose-cut": _loose,
    "fresh-windows": _with("fresh"),
    "window-before-update": _with("before"),
    "alpha-lowered": _with("alpha-lowered", "alpha-lowered-first", answer="returned"),
    "root-window-fresh": _with("root-fresh", "first-moves-fresh"),
    "alpha-not-handed-down": _with("alpha-kept"),
    "beta-not-handed-down": _with("beta-kept"),
    "no-deep-cuts": _with("parent-only"),
    "stale-window": _with("stale", "stale hard"),
    "both-sides-maximize": _with(both_maximize=True, answer="returned"),
    "negamax-sign": _with("negamax", "negamax hard", both_maximize=True, answer="returned"),
    "end-not-at-last-ply": _with(end_at_last_ply=False),
    "last-of-equals": _with("", "hard", answer="last"),
    "answers-last-searched": _with(answer="searched"),
    "answers-by-first-h": _with(answer="first-h"),
    "one-ply-less": lambda right: (replace(right, depth=right.depth - 1),) if right.depth and right.depth > 1 else (),
    "one-ply-more": lambda right: (replace(right, depth=right.depth + 1),) if right.depth else (),
}
"""The programs with each mistake."""
