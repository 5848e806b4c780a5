"""The weights of men and kings: features of a board, and wrong weights in words."""

from __future__ import annotations

from checkers_ab.games.checkers.board import Board

NAMES = ("alice-man", "alice-king", "bill-man", "bill-king")
RIGHT = (1, 2, -1, -2)
FIX = "h is Alice's men and twice her kings, less Bill's men and twice his kings."

Weights = tuple[int, ...]


def features(board: Board) -> Weights:
    """Alice's men, Alice's kings, Bill's men, Bill's kings."""
    alice, bill = (board.alice & board.kings).bit_count(), (board.bill & board.kings).bit_count()
    return board.alice.bit_count() - alice, alice, board.bill.bit_count() - bill, bill


def is_even(weights: Weights) -> bool:
    """True if both sides are counted alike."""
    man, king, bill_man, bill_king = weights
    return (man, king) == (-bill_man, -bill_king)


def name_of(weights: Weights) -> str:
    """The weights that are not right, as `king=3` or `bill-king=1`; a weight stands sides where they are alike."""
    if is_even(weights):
        listed = zip(("man", "king"), weights, RIGHT, strict=False)
    else:
        listed = zip(NAMES, weights, RIGHT, strict=True)
    wrong = [(name, weight) for name, weight, right in listed if weight != right]
    return ",".join(f"{name}={-weight if name.startswith('bill') else weight}" for name, weight in wrong)


def clause_of(weights: Weights) -> str:
    """Completes "a program that ..."."""
    man, king, bill_man, bill_king = weights
    if is_even(weights):
        if man == 1:
            return f"counts a king as {_pieces(king)} in h"
        return f"counts a man as {man} and a king as {king} in h"
    if (bill_man, bill_king) == (0, 0):
        return "counts only Alice's pieces in h" + _own(man, king)
    if (man, king) == (0, 0):
        return "counts only Bill's pieces in h" + _own(-bill_man, -bill_king)
    parts = [
        f"{whose} {piece} as {weight}"
        for whose, piece, weight, right in (
            ("Alice's", "men", man, 1),
            ("Alice's", "kings", king, 2),
            ("Bill's", "men", -bill_man, 1),
            ("Bill's", "kings", -bill_king, 2),
        )
        if weight != right
    ]
    return f"counts {' and '.join(parts)} in h"


def _own(man: int, king: int) -> str:
    return "" if (man, king) == (1, 2) else f", a man as {man} and a king as {king}"


def _pieces(count: int) -> str:
    return "nothing" if count == 0 else "one piece" if count == 1 else f"{count} pieces"
