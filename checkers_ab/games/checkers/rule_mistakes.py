"""Mistakes in the rules of checkers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any

from checkers_ab.core.mistake import Mistake, Model
from checkers_ab.games.checkers import shared_board, wrong_rules
from checkers_ab.games.checkers.loose_rules import BrokenRule, Route, breaking

AnyModel = Model[Any, Any]
Variants = Callable[[AnyModel], Iterable[AnyModel]]


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


RULE_MISTAKES = [
    Mistake(
        name="optional-jumps",
        part="rules",
        clause="lets a side step where it could jump",
        fix="When the side to move has a jump, list only its jumps.",
        rule=13,
        variants=_breaks(wrong_rules.OPTIONAL_JUMPS),
    ),
    Mistake(
        name="jump-mandatory-for-the-piece",
        part="rules",
        clause="lets a piece step while another one could jump",
        fix="Look at all pieces of the side to move: if one of them has a jump, list only jumps.",
        rule=13,
        variants=_breaks(wrong_rules.MANDATORY_FOR_THE_PIECE),
    ),
    Mistake(
        name="jump-mandatory-at-the-root",
        part="rules",
        clause="makes jumps mandatory for the first move only",
        fix="Where the side to move has a jump, list only jumps, in every position of the search.",
        rule=13,
        variants=_lax_below_the_root,
    ),
    Mistake(
        name="jump-mandatory-for-one-side",
        part="rules",
        clause="makes jumps mandatory for one side only",
        fix="Where the side to move has a jump, list only jumps, for Alice and for Bill.",
        rule=13,
        variants=_breaks(wrong_rules.BILL_MAY_STEP, wrong_rules.ALICE_MAY_STEP),
    ),
    Mistake(
        name="men-move-backwards",
        part="rules",
        clause="lets men move backwards like kings",
        fix="A man steps and jumps forward only: up for Alice, down for Bill.",
        rule=11,
        variants=_breaks(wrong_rules.MEN_BACKWARDS),
    ),
    Mistake(
        name="men-jump-backwards",
        part="rules",
        clause="lets men jump backwards",
        fix="A man jumps forward only; only kings jump backwards.",
        rule=12,
        variants=_breaks(wrong_rules.MEN_JUMP_BACKWARDS),
    ),
    Mistake(
        name="kings-only-forward",
        part="rules",
        clause="lets kings move forward only, like men",
        fix="A king steps and jumps any of the four ways.",
        rule=11,
        variants=_breaks(wrong_rules.KINGS_ONLY_FORWARD),
    ),
    Mistake(
        name="flying-kings",
        part="rules",
        clause="lets kings move over any distance",
        fix="A king steps to a neighbouring square, and jumps over a piece next to it to the square right behind.",
        rule=11,
        variants=_breaks(wrong_rules.FLYING_KINGS),
    ),
    Mistake(
        name="jumps-over-own",
        part="rules",
        clause="lets pieces jump over pieces of their own side",
        fix="List a jump only where the piece between belongs to the other side.",
        rule=12,
        variants=_breaks(wrong_rules.OVER_OWN, wrong_rules.OVER_OWN_THAT_STAY),
    ),
    Mistake(
        name="captured-stays",
        part="rules",
        clause="leaves a piece that was jumped over on the board",
        fix="Remove the piece that was jumped over.",
        rule=12,
        variants=_breaks(wrong_rules.CAPTURED_STAYS),
    ),
    Mistake(
        name="multiple-jumps",
        part="rules",
        clause="goes on jumping with the same piece in one move",
        fix="End the move after one jump, even if the piece could jump again.",
        rule=14,
        variants=_goes_on(wrong_rules.MULTIPLE_JUMPS),
    ),
    Mistake(
        name="no-crowning",
        part="rules",
        clause="does not crown men inside the search",
        fix="Make a man a king when it reaches the far row, in every position of the search.",
        rule=15,
        variants=_breaks(wrong_rules.NO_CROWNING),
    ),
    Mistake(
        name="one-side-never-crowned",
        part="rules",
        clause="crowns the men of one side only",
        fix="Make a man a king when it reaches the far row: row 0 for Alice's men, row 7 for Bill's.",
        rule=15,
        variants=_breaks(wrong_rules.BILL_IS_NOT_CROWNED, wrong_rules.ALICE_IS_NOT_CROWNED),
    ),
    Mistake(
        name="crowned-late",
        part="rules",
        clause="crowns a man one turn after it has reached the far row",
        fix="Make a man a king as part of the move that takes it to the far row.",
        rule=15,
        variants=_breaks(wrong_rules.CROWNED_BY_THE_REPLY, wrong_rules.CROWNED_IN_TURN),
    ),
    Mistake(
        name="crowned-on-any-edge",
        part="rules",
        clause="crowns a man on any edge of the board",
        fix="Make a man a king on the far row only: row 0 for Alice's men, row 7 for Bill's.",
        rule=15,
        variants=_breaks(wrong_rules.CROWNED_ON_ANY_EDGE),
    ),
    Mistake(
        name="crowned-keeps-jumping",
        part="rules",
        clause="lets a man that a jump has crowned go on jumping in the same move",
        fix="End the move after one jump; a new king waits for its next turn.",
        rule=14,
        variants=_goes_on(
            wrong_rules.CROWNED_GOES_ON, wrong_rules.CROWNED_GOES_ON_AND_ON, wrong_rules.EVERYTHING_GOES_ON
        ),
    ),
    Mistake(
        name="board-not-restored",
        part="rules",
        clause="does not fully take back a move on its board before it tries the next one",
        fix="After the search below a move, put back the piece that moved, what it took, and its rank as a man; "
        "or give each move a copy of the board.",
        rule=23,
        variants=_not_restored,
    ),
]
"""The more usual ones first."""
