"""The move order of the handout: by piece, in the order of a list that is made once, from the root board."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.games.checkers import bits
from checkers_ab.games.checkers.board import SQUARES
from checkers_ab.games.checkers.rules import MAX, Checkers

if TYPE_CHECKING:
    from checkers_ab.core.game import Side
    from checkers_ab.games.checkers.board import Board, Move, Square
    from checkers_ab.games.checkers.rules import Value

    Listed = tuple[Board, tuple[Square, ...]]
    """A board and the current squares of the pieces on the list, in its order."""


class PieceListOrder:
    """Checkers with moves in list order of the pieces; for each piece forward right, forward left, then backward."""

    def __init__(self) -> None:
        self.checkers = Checkers()

    def start(self) -> Listed:
        return self.wrap(self.checkers.start())

    def wrap(self, board: Board) -> Listed:
        """The root board with its pieces in reading order."""
        occupied = board.alice | board.bill
        return board, tuple(square for square in SQUARES if occupied >> square & 1)

    def unwrap(self, state: Listed) -> Board:
        """The board alone."""
        return state[0]

    def to_move(self, state: Listed) -> Side:
        return state[0].side

    def moves(self, state: Listed) -> list[Move]:
        board, pieces = state
        # Forward right, forward left, backward right, backward left is -4 -5 5 4 for Alice, 5 4 -4 -5 for Bill.
        ranks = (-4, -8, -5, -10, 5, 10, 4, 8) if board.side is MAX else (5, 10, 4, 8, -4, -8, -5, -10)
        return sorted(
            self.checkers.moves(board),
            key=lambda move: (pieces.index(move[0]), ranks.index(move[1] - move[0])),
        )

    def play(self, state: Listed, move: Move) -> Listed:
        board, pieces = state
        origin, target = move
        gone = bits.jumped(origin, target)
        return self.checkers.play(board, move), tuple(
            target if piece == origin else piece for piece in pieces if not gone >> piece & 1
        )

    def utility(self, state: Listed) -> Value | None:
        return self.checkers.utility(state[0])
