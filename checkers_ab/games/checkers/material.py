"""The evaluation of the homework: the count of pieces, a king counted twice."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checkers_ab.games.checkers.board import Board


def material(board: Board) -> int:
    """Alice's men and twice her kings, minus Bill's."""
    alice, bill, kings = board.alice, board.bill, board.kings
    pieces = alice.bit_count() - bill.bit_count()
    return pieces + (alice & kings).bit_count() - (bill & kings).bit_count() if kings else pieces
