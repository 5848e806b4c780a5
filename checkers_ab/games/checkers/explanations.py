"""Explanations of boards and illegal moves, in the words of the homework."""

from __future__ import annotations

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import MOVES, Board, Move, Square
from checkers_ab.games.checkers.drawing import PIECES
from checkers_ab.games.checkers.notation import Path, format_move, format_path, format_square, piece_on, square_at
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
