"""Mistakes that are specific to checkers: in the rules, the evaluation, the end of a game, the notation."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.mistake import Mistake, Model
from checkers_ab.core.search import never
from checkers_ab.core.values import INF
from checkers_ab.games.checkers import wrong_rules
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.loose_rules import Route
from checkers_ab.games.checkers.rule_mistakes import RULE_MISTAKES, playing

AnyModel = Model[Any, Any]
Variants = Callable[[AnyModel], Iterable[AnyModel]]


def _written(write: Callable[[int, int], tuple[int, int]]) -> Variants:
    """Variants that write rows and columns differently."""

    def variants(model: AnyModel) -> Iterable[AnyModel]:
        def key(route: Route) -> Hashable:
            places: Any = model.key(route)
            return tuple(write(*place) for place in places)

        return (replace(model, key=key),)

    return variants


def _uncrowned(board: Board) -> Board:
    return Board(board.alice, board.bill, 0, board.side)


def _blocked_is_evaluated(model: AnyModel) -> Iterable[AnyModel]:
    return (playing(model, wrong_rules.blocked_is_evaluated(model.evaluate)),)


def _finite_win(model: AnyModel) -> Iterable[AnyModel]:
    """A number for infinity: the reader takes so big a one for infinity. Without cuts it makes no difference."""
    if model.cutoff is never:
        return ()

    def shown(value: Any) -> Any:
        value = model.shown(value) if model.shown else value
        return value if abs(value) < wrong_rules.FINITE_WIN_WORTH else INF if value > 0 else -INF

    return (playing(model, wrong_rules.FINITE_WIN, shown=shown),)


def _bill_first(model: AnyModel) -> Iterable[AnyModel]:
    def root(board: Any) -> Any:
        begun = board.with_side(Side.MIN)
        return model.root(begun) if model.root else begun

    return replace(model, root=root), replace(model, root=root, letters="any")


MISTAKES = [
    *RULE_MISTAKES,
    Mistake(
        name="kings-count-one",
        part="evaluation",
        clause="counts a king as one piece",
        fix="Count each king twice in h.",
        rule=22,
        variants=lambda model: (replace(model, evaluate=lambda *boards: model.evaluate(*map(_uncrowned, boards))),),
    ),
    Mistake(
        name="blocked-is-evaluated",
        part="end",
        clause="counts pieces where the side to move is blocked, instead of seeing that it has lost",
        fix="A side that has pieces but no legal move has lost: h is inf or -inf.",
        rule=16,
        variants=_blocked_is_evaluated,
    ),
    Mistake(
        name="finite-win",
        part="end",
        clause="gives a win a number that is less than the infinity of its first window",
        fix="Give a finished game the same infinity that alpha and beta begin with, so that a win cuts.",
        rule=21,
        variants=_finite_win,
    ),
    Mistake(
        name="bill-first",
        part="root",
        clause="lets Bill make the first move",
        fix="It is Alice's turn on the board that is given.",
        rule=10,
        variants=_bill_first,
    ),
    Mistake(
        name="rows-from-the-bottom",
        part="notation",
        clause="counts rows from the bottom of the board",
        fix="Count rows from the top: Bill's first row is row 0.",
        rule=4,
        variants=_written(lambda row, column: (7 - row, column)),
    ),
    Mistake(
        name="counts-from-one",
        part="notation",
        clause="counts rows and columns from 1",
        fix="Write the top left square as (0,0).",
        rule=4,
        variants=_written(lambda row, column: (row + 1, column + 1)),
    ),
    Mistake(
        name="column-first",
        part="notation",
        clause="writes the column before the row",
        fix="Write a square as (row,column).",
        rule=4,
        variants=_written(lambda row, column: (column, row)),
    ),
]
"""Within a part in the order in which they are made at once: a row is counted before it is written."""
