"""The rules of the homework: checkers with single jumps. Alice is MAX and moves up, Bill is MIN and moves down."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.core.game import Side
from checkers_ab.games.checkers import bits
from checkers_ab.games.checkers.board import MOVES, Board

if TYPE_CHECKING:
    from checkers_ab.games.checkers.board import Move

Value = int | float
"""The value of a board to Alice: an integer, or an infinity if the game is over."""

INF = float("inf")
MAX = Side.MAX
MIN = Side.MIN

# The moves over a distance in bits, by the bit of the piece: up-left, up-right, down-left, down-right.
STEPS = [MOVES[distance] for distance in (-5, -4, 4, 5)]
JUMPS = [MOVES[distance] for distance in (-10, -8, 8, 10)]

_TWELVE_A_SIDE = Board(alice=0x7FBC00000, bill=0x1EFF, kings=0)


class Checkers:
    """English draughts with one jump a move, as a `core.game.Game`."""

    def start(self) -> Board:
        """Twelve men a side, Alice to move."""
        return _TWELVE_A_SIDE

    def to_move(self, board: Board) -> Side:
        return board.side

    def moves(self, board: Board) -> list[Move]:
        """The legal moves: by origin, then by destination, both in reading order."""
        return self.jumps(board) or self.steps(board)  # a jump is mandatory

    def jumps(self, board: Board) -> list[Move]:
        return in_reading_order(bits.jumps(*self.sight(board)), JUMPS)

    def steps(self, board: Board) -> list[Move]:
        ups, downs, _, empty = self.sight(board)
        return in_reading_order(bits.steps(ups, downs, empty), STEPS)

    def play(self, board: Board, move: Move) -> Board:
        """The board after a legal move: a jumped piece is removed, a man on the far row becomes a king."""
        origin, target = move
        here, there = 1 << origin, 1 << target
        gone = bits.jumped(origin, target)
        kings = board.kings
        if kings & here or there & bits.FAR_ROWS:
            kings |= there
        kings &= ~(here | gone)
        if board.side is MAX:
            return Board(board.alice ^ here ^ there, board.bill ^ gone, kings, MIN)
        return Board(board.alice ^ gone, board.bill ^ here ^ there, kings, MAX)

    def utility(self, board: Board) -> Value | None:
        """Checked in this order: Alice has no piece, Bill has no piece, the side to move has no move."""
        if not board.alice:
            return -INF
        if not board.bill:
            return INF
        ups, downs, enemy, empty = self.sight(board)
        if any(bits.steps(ups, downs, empty)) or any(bits.jumps(ups, downs, enemy, empty)):
            return None
        return -INF if board.side is MAX else INF

    def sight(self, board: Board) -> tuple[int, int, int, int]:
        """Four sets of squares for `bits`: own pieces that go up, own pieces that go down, enemies, empty squares."""
        alice, bill = board.alice, board.bill
        empty = bits.BOARD ^ alice ^ bill
        if board.side is MAX:
            return alice, alice & board.kings, bill, empty
        return bill & board.kings, bill, alice, empty


def in_reading_order(pieces_by_way: tuple[int, int, int, int], ways: list[dict[int, Move]]) -> list[Move]:
    """The moves of the pieces that can go each way, by origin, then by destination."""
    up_left, up_right, down_left, down_right = pieces_by_way
    pieces = up_left | up_right | down_left | down_right
    found: list[Move] = []
    if not pieces:
        return found
    to_up_left, to_up_right, to_down_left, to_down_right = ways
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        if piece & up_left:
            found.append(to_up_left[piece])
        if piece & up_right:
            found.append(to_up_right[piece])
        if piece & down_left:
            found.append(to_down_left[piece])
        if piece & down_right:
            found.append(to_down_right[piece])
    return found
