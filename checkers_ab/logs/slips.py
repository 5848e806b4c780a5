"""Mistakes in how a program writes its trace: the search is right, and the lines are not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.mistake import Mistake, Model

AnyModel = Model[Any, Any]


def slips(kit: Kit[Any, Any, Any]) -> list[Mistake]:
    """The slips that every program can have, in the words of a game."""
    first, second = kit.labels[Side.MAX], kit.labels[Side.MIN]
    return [
        _mistake("no-h", "prints no h", "Print h on the lines of the last ply.", 33, h="nothing"),
        _mistake(
            "h-is-the-bound",
            "prints the bound of the node as h, once a value is beyond it",
            "Print h of the board itself, whatever alpha and beta are.",
            33,
            h="bound",
        ),
        _mistake(
            "no-first-move-line",
            "does not print its first move",
            "Print 'first move: ' and the move as the last line.",
            35,
            prints_answer=False,
        ),
        _mistake(
            "letters-exchanged",
            f"exchanges the letters {first} and {second} of the labels",
            f"Write {first} where {kit.sides[Side.MAX]} moves, and {second} where {kit.sides[Side.MIN]} does.",
            31,
            letters="exchanged",
        ),
        _mistake(
            "same-letter",
            "writes the same letter in all labels",
            f"Write {first} where {kit.sides[Side.MAX]} moves, and {second} where {kit.sides[Side.MIN]} does.",
            31,
            letters="same",
        ),
        _mistake("plies-from-zero", "counts the plies from 0", "The first move is at ply 1.", 31, first_ply=0),
        _mistake(
            "cutter-listed",
            "lists the move that closed the window as pruned, too",
            "List only the moves that were not searched.",
            34,
            lists="cut",
        ),
        _mistake(
            "searched-listed",
            "lists all moves of the node as pruned, those that were searched too",
            "List only the moves that were not searched.",
            34,
            lists="all",
        ),
        _mistake(
            "last-pruned-omitted",
            "leaves the last pruned move out",
            "List every move that was not searched, the last one too.",
            34,
            lists="last",
        ),
        _mistake(
            "pruning-not-printed",
            "prunes, but prints no pruning lines",
            "Print a pruning line where the moves that are cut would have stood.",
            34,
            lists="none",
        ),
        _slip("alpha-beta-swapped", "prints alpha and beta in each other's place", "Print alpha first.", "swapped"),
        _slip("alpha-twice", "prints alpha for beta, too", "Print alpha, then beta.", "alpha-twice"),
        _slip(
            "window-at-entry",
            "prints the window with which a node began",
            "Print alpha and beta as they are after the update that closed the window.",
            "entry",
        ),
    ]


def _mistake(name: str, clause: str, fix: str, rule: int, **changes: Any) -> Mistake:
    """A slip that changes how a model writes."""
    return _writing(name, clause, fix, rule, lambda right: replace(right, **changes))


def _slip(name: str, clause: str, fix: str, window: str) -> Mistake:
    """A slip in the window that is printed."""
    return _writing(name, clause, fix, 34, lambda right: replace(right, window=(*right.window, window)))


def _writing(name: str, clause: str, fix: str, rule: int, change: Callable[[AnyModel], AnyModel]) -> Mistake:
    def variants(right: AnyModel) -> Iterable[AnyModel]:
        return (change(right),)

    return Mistake(name=name, part="writing", clause=clause, fix=fix, rule=rule, variants=variants)
