"""The rules of the homework: checkers with single jumps. Alice is MAX and moves up, Bill is MIN and moves down."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.core.game import Side
from checkers_ab.games.checkers import bits
from checkers_ab.games.checkers.board import MOVES, Board

if TYPE_CHECKING:
    from typing import Final

    from checkers_ab.games.checkers.board import Move

    Pieces = tuple[int, int, int, int]
    """The pieces that can go up-left, up-right, down-left and down-right."""

Value = int | float
"""The value of a board to Alice: an integer, or an infinity if the game is over."""

INF: Final = float("inf")
MAX: Final = Side.MAX
MIN: Final = Side.MIN

MOST_LISTS = 1 << 10
"""The most lists of moves that are kept. Positions of one search share them; more would hardly be faster."""

_TWELVE_A_SIDE = Board(alice=0x7FBC00000, bill=0x1EFF, kings=0)


class MoveLists(dict["Pieces", "tuple[Move, ...]"]):
    """Moves by origin, then by destination, given the pieces that can go each way; lists are kept for the next time."""

    def __init__(self, up_left: int, up_right: int, down_left: int, down_right: int) -> None:
        """The distances of the moves, in bits."""
        self.ways = MOVES[up_left], MOVES[up_right], MOVES[down_left], MOVES[down_right]

    def __missing__(self, pieces: Pieces) -> tuple[Move, ...]:
        if len(self) >= MOST_LISTS:
            self.clear()
        moves = self[pieces] = tuple(self.in_reading_order(*pieces))
        return moves

    def in_reading_order(self, up_left: int, up_right: int, down_left: int, down_right: int) -> list[Move]:
        to_up_left, to_up_right, to_down_left, to_down_right = self.ways
        left = up_left | up_right | down_left | down_right
        found: list[Move] = []
        while left:
            piece = left & -left
            left ^= piece
            if piece & up_left:
                found.append(to_up_left[piece])
            if piece & up_right:
                found.append(to_up_right[piece])
            if piece & down_left:
                found.append(to_down_left[piece])
            if piece & down_right:
                found.append(to_down_right[piece])
        return found


STEPS: Final = MoveLists(-5, -4, 4, 5)
JUMPS: Final = MoveLists(-10, -8, 8, 10)


class Plays(dict["Move", "Pieces"]):
    """The bits that a move changes: origin and target, the origin alone, what is jumped, where a man is crowned."""

    def __missing__(self, move: Move) -> Pieces:
        origin, target = move
        here, there = 1 << origin, 1 << target
        found = self[move] = here | there, here, bits.jumped(origin, target), there & bits.FAR_ROWS
        return found


PLAYS: Final = Plays()


class Checkers:
    """Checkers with one jump a move, as a `core.game.Game`."""

    def start(self) -> Board:
        """Twelve men a side, Alice to move."""
        return _TWELVE_A_SIDE

    def to_move(self, board: Board) -> Side:
        return board.side

    def moves(self, board: Board) -> list[Move]:
        """The legal moves: by origin, then by destination, both in reading order."""
        ups, downs, enemy, empty = self.sight(board)
        jumps = JUMPS[bits.jumps(ups, downs, enemy, empty)]
        return [*(jumps or STEPS[bits.steps(ups, downs, empty)])]  # a jump is mandatory

    def jumps(self, board: Board) -> list[Move]:
        return [*JUMPS[bits.jumps(*self.sight(board))]]

    def steps(self, board: Board) -> list[Move]:
        ups, downs, _, empty = self.sight(board)
        return [*STEPS[bits.steps(ups, downs, empty)]]

    def play(self, board: Board, move: Move) -> Board:
        """The board after a legal move: a jumped piece is removed, a man on the far row becomes a king."""
        both, here, jumped, crowned = PLAYS[move]
        alice, bill, kings = board.alice, board.bill, board.kings
        kings = kings ^ both if kings & here else kings | crowned
        if jumped:
            kings &= ~jumped
        if board.side is MAX:
            return Board(alice ^ both, bill ^ jumped, kings, MIN)
        return Board(alice ^ jumped, bill ^ both, kings, MAX)

    def utility(self, board: Board) -> Value | None:
        """Checked in this order: Alice has no piece, Bill has no piece, the side to move has no move."""
        alice, bill = board.alice, board.bill
        if not alice:
            return -INF
        if not bill:
            return INF
        empty = bits.BOARD ^ alice ^ bill
        if board.side is MAX:  # most often a piece can step forward, and that is all to be seen
            return None if alice & (empty << 5 | empty << 4) or self.moves(board) else -INF
        return None if bill & (empty >> 5 | empty >> 4) or self.moves(board) else INF

    def sight(self, board: Board) -> tuple[int, int, int, int]:
        """Four sets of squares for `bits`: own pieces that go up, own pieces that go down, enemies, empty squares."""
        alice, bill = board.alice, board.bill
        empty = bits.BOARD ^ alice ^ bill
        if board.side is MAX:
            return alice, alice & board.kings, bill, empty
        return bill & board.kings, bill, alice, empty
