"""Mistakes that are specific to checkers: in the rules, the evaluation, the end of a game, the notation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.mistake import Mistake, Model
from checkers_ab.games.checkers import wrong_rules
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.english import English, Route
from checkers_ab.games.checkers.notation import Path, row_and_column

Variants = Callable[[Model[Any, Any]], Iterable[Model[Any, Any]]]


def _with(**changes: Any) -> Variants:
    return lambda right: (replace(right, **changes),)


def _playing(*games: Any) -> Variants:
    """Variants that play by other rules; their moves may have more than two squares."""
    return lambda right: [replace(right, game=game, key=_path, find=_find_route) for game in games]


def _path(route: Route) -> Path:
    return tuple(map(row_and_column, route))


def _find_route(routes: Collection[Route], path: Any) -> Route | None:
    """The route for a path as written: with all its squares, or only its ends."""
    for route in routes:
        squares = _path(route)
        if squares == path or (len(path) == 2 < len(route) and (squares[0], squares[-1]) == path):
            return route
        if len(route) > 2 and list(pairwise(squares)) == list(pairwise(path)):
            return route
    return None


def _written(write: Callable[[int, int], tuple[int, int]]) -> Variants:
    """Variants that write rows and columns differently."""

    def key(route: Route) -> Hashable:
        return tuple(write(*row_and_column(square)) for square in route)

    return _with(key=key)


def _bill_first(board: Board) -> Board:
    return board.with_side(Side.MIN)


MISTAKES = [
    Mistake(
        name="optional-jumps",
        part="rules",
        clause="lets a side step where it could jump",
        fix="When the side to move has a jump, list only its jumps.",
        rule=13,
        variants=_with(game=wrong_rules.OptionalJumps()),
    ),
    Mistake(
        name="men-move-backwards",
        part="rules",
        clause="lets men move backwards like kings",
        fix="A man steps and jumps forward only: up for Alice, down for Bill.",
        rule=11,
        variants=_with(game=wrong_rules.MenBackwards()),
    ),
    Mistake(
        name="men-jump-backwards",
        part="rules",
        clause="lets men jump backwards",
        fix="A man jumps forward only; only kings jump backwards.",
        rule=12,
        variants=_with(game=wrong_rules.MenJumpBackwards()),
    ),
    Mistake(
        name="multiple-jumps",
        part="rules",
        clause="goes on jumping with the same piece in one move",
        fix="End the move after one jump, even if the piece could jump again.",
        rule=14,
        variants=_playing(English()),
    ),
    Mistake(
        name="no-crowning",
        part="rules",
        clause="does not crown men inside the search",
        fix="Make a man a king when it reaches the far row, in every position of the search.",
        rule=15,
        variants=_with(game=wrong_rules.NoCrowning()),
    ),
    Mistake(
        name="crowned-keeps-jumping",
        part="rules",
        clause="lets a man that a jump has crowned go on jumping in the same move",
        fix="End the move after one jump; a new king waits for its next turn.",
        rule=14,
        variants=_playing(wrong_rules.CrownedGoesOn(), wrong_rules.EverythingGoesOn()),
    ),
    Mistake(
        name="kings-count-one",
        part="evaluation",
        clause="counts a king as one piece",
        fix="Count each king twice in h.",
        rule=22,
        variants=_with(evaluate=lambda _, board: board.alice.bit_count() - board.bill.bit_count()),
    ),
    Mistake(
        name="blocked-is-evaluated",
        part="end",
        clause="counts pieces where the side to move is blocked, instead of seeing that it has lost",
        fix="A side that has pieces but no legal move has lost: h is inf or -inf.",
        rule=16,
        variants=_with(game=wrong_rules.BlockedIsEvaluated()),
    ),
    Mistake(
        name="bill-first",
        part="root",
        clause="lets Bill make the first move",
        fix="It is Alice's turn on the board that is given.",
        rule=10,
        variants=lambda right: (
            replace(right, root=_bill_first),
            replace(right, root=_bill_first, letters=False),
        ),
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
