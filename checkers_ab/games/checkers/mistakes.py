"""Mistakes that are specific to checkers: in the rules, the evaluation, the end of a game, the notation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import replace
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.mistake import Model, Variants, read_mistakes
from checkers_ab.core.search import never
from checkers_ab.core.values import INF
from checkers_ab.games.checkers import wrong_rules
from checkers_ab.games.checkers import wrong_rules as shared_board
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.loose_rules import BrokenRule, Route, breaking

AnyModel = Model[Any, Any]


def playing(model: AnyModel, rule: BrokenRule, **changes: Any) -> AnyModel:
    """A program that breaks one more rule, at the root and below it."""
    if model.inner_moves is not None:
        changes["inner_moves"] = breaking(_owner(model.inner_moves), rule).moves
    return replace(model, game=breaking(model.game, rule), **changes)


def _owner(method: Any) -> Any:
    """The game that lists moves."""
    return method.__self__


def _breaks(*rules: BrokenRule) -> Variants:
    """Programs that break a rule in one of several ways."""
    return lambda model: [playing(model, rule) for rule in rules]


def _goes_on(*rules: BrokenRule) -> Variants:
    """Programs with moves of several jumps, which may be written by all their squares or by their ends."""
    return lambda model: [playing(model, rule, find=_find_route) for rule in rules]


def _find_route(model: AnyModel, routes: Collection[Route], path: Any) -> Route | None:
    """The route that is written so: by all its squares, or by its ends."""
    for route in routes:
        squares: Any = model.key(route)
        if squares == path or (len(path) == 2 < len(route) and (squares[0], squares[-1]) == path):
            return route
    return None


def _lax_below_the_root(model: AnyModel) -> Iterable[AnyModel]:
    inner = model.game if model.inner_moves is None else _owner(model.inner_moves)
    return (replace(model, inner_moves=breaking(inner, wrong_rules.OPTIONAL_JUMPS).moves),)


def _not_restored(model: AnyModel) -> Iterable[AnyModel]:
    """Programs with one board, whose answer can be judged by nothing but what their searches returned."""
    root = model.root

    def shared(board: Any) -> Any:
        return shared_board.sharing(root(board) if root else board)

    answer = "returned" if model.answer == "optimal" else model.answer
    ways = shared_board.NOT_RESTORED, shared_board.CAPTURED_NOT_RESTORED, shared_board.CROWN_NOT_TAKEN_BACK
    return [playing(model, rule, root=shared, answer=answer) for rule in ways]


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


def _kings_count_one(model: AnyModel) -> Iterable[AnyModel]:
    return (replace(model, evaluate=lambda *boards: model.evaluate(*map(_uncrowned, boards))),)


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


WORDS = """\
[rules]
optional-jumps 13: lets a side step where it could jump
    When the side to move has a jump, list only its jumps.
jump-mandatory-for-the-piece 13: lets a piece step while another one could jump
    Look at all pieces of the side to move: if one of them has a jump, list only jumps.
jump-mandatory-at-the-root 13: makes jumps mandatory for the first move only
    Where the side to move has a jump, list only jumps, in every position of the search.
jump-mandatory-for-one-side 13: makes jumps mandatory for one side only
    Where the side to move has a jump, list only jumps, for Alice and for Bill.
men-move-backwards 11: lets men move backwards like kings
    A man steps and jumps forward only: up for Alice, down for Bill.
men-jump-backwards 12: lets men jump backwards
    A man jumps forward only; only kings jump backwards.
kings-only-forward 11: lets kings move forward only, like men
    A king steps and jumps any of the four ways.
flying-kings 11: lets kings move over any distance
    A king steps to a neighbouring square, and jumps over a piece next to it to the square right behind.
jumps-over-own 12: lets pieces jump over pieces of their own side
    List a jump only where the piece between belongs to the other side.
captured-stays 12: leaves a piece that was jumped over on the board
    Remove the piece that was jumped over.
multiple-jumps 14: goes on jumping with the same piece in one move
    End the move after one jump, even if the piece could jump again.
no-crowning 15: does not crown men inside the search
    Make a man a king when it reaches the far row, in every position of the search.
one-side-never-crowned 15: crowns the men of one side only
    Make a man a king when it reaches the far row: row 0 for Alice's men, row 7 for Bill's.
crowned-late 15: crowns a man one turn after it has reached the far row
    Make a man a king as part of the move that takes it to the far row.
crowned-on-any-edge 15: crowns a man on any edge of the board
    Make a man a king on the far row only: row 0 for Alice's men, row 7 for Bill's.
crowned-keeps-jumping 14: lets a man that a jump has crowned go on jumping in the same move
    End the move after one jump; a new king waits for its next turn.
board-not-restored 23: does not fully take back a move on its board before it tries the next one
    After the search below a move, put back the piece that moved, what it took, and its rank as a man; \
or give each move a copy of the board.
[evaluation]
kings-count-one 22: counts a king as one piece
    Count each king twice in h.
[end]
blocked-is-evaluated 16: counts pieces where the side to move is blocked, instead of seeing that it has lost
    A side that has pieces but no legal move has lost: h is inf or -inf.
finite-win 21: gives a win a number that is less than the infinity of its first window
    Give a finished game the same infinity that alpha and beta begin with, so that a win cuts.
[root]
bill-first 10: lets Bill make the first move
    It is Alice's turn on the board that is given.
[notation]
rows-from-the-bottom 4: counts rows from the bottom of the board
    Count rows from the top: Bill's first row is row 0.
counts-from-one 4: counts rows and columns from 1
    Write the top left square as (0,0).
column-first 4: writes the column before the row
    Write a square as (row,column).
"""
"""The more usual ones of a part first; those of the notation in the order in which they are made at once."""

VARIANTS: dict[str, Variants] = {
    "optional-jumps": _breaks(wrong_rules.OPTIONAL_JUMPS),
    "jump-mandatory-for-the-piece": _breaks(wrong_rules.MANDATORY_FOR_THE_PIECE),
    "jump-mandatory-at-the-root": _lax_below_the_root,
    "jump-mandatory-for-one-side": _breaks(wrong_rules.BILL_MAY_STEP, wrong_rules.ALICE_MAY_STEP),
    "men-move-backwards": _breaks(wrong_rules.MEN_BACKWARDS),
    "men-jump-backwards": _breaks(wrong_rules.MEN_JUMP_BACKWARDS),
    "kings-only-forward": _breaks(wrong_rules.KINGS_ONLY_FORWARD),
    "flying-kings": _breaks(wrong_rules.FLYING_KINGS),
    "jumps-over-own": _breaks(wrong_rules.OVER_OWN, wrong_rules.OVER_OWN_THAT_STAY),
    "captured-stays": _breaks(wrong_rules.CAPTURED_STAYS),
    "multiple-jumps": _goes_on(wrong_rules.MULTIPLE_JUMPS),
    "no-crowning": _breaks(wrong_rules.NO_CROWNING),
    "one-side-never-crowned": _breaks(wrong_rules.BILL_IS_NOT_CROWNED, wrong_rules.ALICE_IS_NOT_CROWNED),
    "crowned-late": _breaks(wrong_rules.CROWNED_BY_THE_REPLY, wrong_rules.CROWNED_IN_TURN),
    "crowned-on-any-edge": _breaks(wrong_rules.CROWNED_ON_ANY_EDGE),
    "crowned-keeps-jumping": _goes_on(
        wrong_rules.CROWNED_GOES_ON, wrong_rules.CROWNED_GOES_ON_AND_ON, wrong_rules.EVERYTHING_GOES_ON
    ),
    "board-not-restored": _not_restored,
    "kings-count-one": _kings_count_one,
    "blocked-is-evaluated": _blocked_is_evaluated,
    "finite-win": _finite_win,
    "bill-first": _bill_first,
    "rows-from-the-bottom": _written(lambda row, column: (7 - row, column)),
    "counts-from-one": _written(lambda row, column: (row + 1, column + 1)),
    "column-first": _written(lambda row, column: (column, row)),
}

MISTAKES = read_mistakes(WORDS, VARIANTS)
