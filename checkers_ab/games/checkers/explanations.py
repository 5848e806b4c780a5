"""Explanations of boards and illegal moves, in the words of the homework."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from checkers_ab.core.game import Side
from checkers_ab.core.picture import Grid, Piece
from checkers_ab.games.checkers.board import MOVES, Board, Move, Square
from checkers_ab.games.checkers.notation import PIECES as LETTERS
from checkers_ab.games.checkers.notation import (
    Path,
    format_move,
    format_path,
    format_square,
    piece_on,
    row_and_column,
    square_at,
)
from checkers_ab.games.checkers.rules import Checkers

NAMES = {Side.MAX: "Alice", Side.MIN: "Bill"}
_OWN = {Side.MAX: "Ak", Side.MIN: "BK"}
_JUMPS = {move for distance in (-10, -8, 8, 10) for move in MOVES[distance].values()}
_STEPS = {move for distance in (-5, -4, 4, 5) for move in MOVES[distance].values()}


def count_pieces(board: Board) -> str:
    """A clause with the counts of pieces that make up h."""

    def side(pieces: int) -> str:
        kings = (pieces & board.kings).bit_count()
        men = pieces.bit_count() - kings
        return f"{men} {'man' if men == 1 else 'men'} and {kings} {'king' if kings == 1 else 'kings'}"

    return f"Alice has {side(board.alice)}, Bill {side(board.bill)}, and a king counts twice"


def why_mandatory(board: Board, path: Path) -> str:
    """A sentence about a step that is illegal only because a jump is mandatory; empty for any other move."""
    missed = any(format_move(step) == format_path(path) for step in Checkers().steps(board))
    if not (missed and Checkers().jumps(board)):
        return ""
    return f"{format_path(path)} is a step, but {NAMES[board.side]} has a jump and must take it."


def why_illegal(board: Board, path: Path) -> str:
    """A clause that says why a move is illegal on this board."""
    for row, column in path:
        if not (0 <= row < 8 and 0 <= column < 8):
            return f"({row},{column}) is not on the board"
        if (row + column) % 2 == 0:
            return f"({row},{column}) is a light square"
    if len(path) > 2:
        return "one jump is a whole move, it is not continued"
    origin, target = path
    return _why_not(board, (square_at(*origin), square_at(*target)))


def _is_missed_jump(board: Board, move: Move) -> bool:
    """True if a move is a step that is illegal only because a jump is mandatory."""
    rules = Checkers()
    return move in rules.steps(board) and bool(rules.jumps(board))


def _why_not(board: Board, move: Move) -> str:
    origin, target = move
    side, piece = board.side, piece_on(board, origin)
    if piece == "O":
        return f"no piece stands on {format_square(origin)}"
    if piece not in _OWN[side]:
        return f"{PIECES[piece].name} stands on {format_square(origin)}, and it is {NAMES[side]}'s move"
    if move not in _JUMPS and move not in _STEPS:
        return "a piece moves one square diagonally, or two when it jumps"
    if piece_on(board, target) != "O":
        return f"{PIECES[piece_on(board, target)].name} stands on {format_square(target)}"
    if move in _JUMPS:
        between = piece_on(board, Square((origin + target) // 2))
        if between == "O":
            return "there is nothing to jump over"
        if between in _OWN[side]:
            return f"it would jump over {PIECES[between].name}, an own piece"
    if piece in "AB" and (target > origin) == (piece == "A"):
        return "a man moves forward only"
    if _is_missed_jump(board, move):
        jumps = ", ".join(map(format_move, Checkers().jumps(board)))
        return f"it is a step where a jump is mandatory: {jumps}"
    return "it is not a legal move here"


PIECES = {
    "A": Piece(Side.MAX, "Alice's man"),
    "k": Piece(Side.MAX, "Alice's king", crowned=True),
    "B": Piece(Side.MIN, "Bill's man"),
    "K": Piece(Side.MIN, "Bill's king", crowned=True),
}

_NUMBERS = [*"01234567"]


def picture(board: Board, squares: Sequence[Square] = ()) -> Grid:
    """The board with rows and columns numbered from 0, as in the homework."""
    alice, bill, kings = board.alice, board.bill, board.kings
    places = [row_and_column(square) for square in squares]
    return Grid(
        cells=[_row(odd, alice >> first & 15, bill >> first & 15, kings >> first & 15) for odd, first in _ROWS],
        rows=_NUMBERS,
        columns=_NUMBERS,
        pieces=PIECES,
        dark=1,
        marks=places,
        arrow=places,
    )


@cache
def _row(odd: bool, alice: int, bill: int, kings: int) -> tuple[str, ...]:
    """The cells of a row: a letter for a piece, a point for an empty dark square, an empty text for a light one."""
    cells: list[str] = []
    for place in range(4):
        bit = 1 << place
        letter = LETTERS[2 * bool(bill & bit) + bool(kings & bit)] if (alice | bill) & bit else "."
        cells += (letter, "") if odd else ("", letter)
    return tuple(cells)


_ROWS = [(bool(row % 2), square_at(row, 0)) for row in range(8)]
"""For each row: True if it begins with a dark square, and the first of its four bits."""
