"""Why a move is not legal, in the student's terms."""

from __future__ import annotations

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import MOVES, Board, Square
from checkers_ab.games.checkers.notation import format_move, format_square, piece_on
from checkers_ab.games.checkers.rules import Checkers
from checkers_ab.trace.meaning import Squares
from checkers_ab.trace.reader import Path, Tried, side_letter

NAMES = {Side.MAX: "Alice", Side.MIN: "Bill"}
_PIECES = {"A": "Alice's man", "k": "Alice's king", "B": "Bill's man", "K": "Bill's king"}
_OWN = {Side.MAX: "Ak", Side.MIN: "BK"}
_JUMPS = {move for distance in (-10, -8, 8, 10) for move in MOVES[distance].values()}
_STEPS = {move for distance in (-5, -4, 4, 5) for move in MOVES[distance].values()}


def format_path(path: Path) -> str:
    """A move as the trace wrote it, without its blanks."""
    return "=>".join(f"({row},{column})" for row, column in path)


def format_step(step: Tried) -> str:
    """A move with its label, `A1 (5,2)=>(3,0)`."""
    return f"{side_letter(step.side)}{step.ply} {format_path(step.path)}"


def is_missed_jump(board: Board, move: Squares | None) -> bool:
    """Whether a move would be a legal step if there were no jump."""
    rules = Checkers()
    return move in rules.steps(board) and bool(rules.jumps(board))


def why_illegal(board: Board, path: Path, move: Squares | None) -> str:
    """A clause that says what is wrong with a move that the rules do not allow on this board."""
    for row, column in path:
        if not (0 <= row < 8 and 0 <= column < 8):
            return f"({row},{column}) is not on the board"
        if (row + column) % 2 == 0:
            return f"({row},{column}) is a light square"
    if len(path) > 2:
        return "one jump is a whole move, it is not continued"
    if move is None:
        return "it does not leave its square"
    return _why_not(board, move)


def _why_not(board: Board, move: Squares) -> str:
    origin, target = move
    side, piece = board.side, piece_on(board, origin)
    if piece == "O":
        return f"no piece stands on {format_square(origin)}"
    if piece not in _OWN[side]:
        return f"{_PIECES[piece]} stands on {format_square(origin)}, and it is {NAMES[side]}'s move"
    if move not in _JUMPS and move not in _STEPS:
        return "a piece goes one square diagonally, or two when it jumps"
    if piece_on(board, target) != "O":
        return f"{_PIECES[piece_on(board, target)]} stands on {format_square(target)}"
    if move in _JUMPS:
        between = piece_on(board, Square((origin + target) // 2))
        if between == "O":
            return "there is nothing to jump over"
        if between in _OWN[side]:
            return f"it would jump over {_PIECES[between]}, an own piece"
    if piece in "AB" and (target > origin) == (piece == "A"):
        return "a man moves forward only"
    if is_missed_jump(board, move):
        jumps = ", ".join(map(format_move, Checkers().jumps(board)))
        return f"it is a step where a jump is mandatory: {jumps}"
    return "it is not a legal move here"
