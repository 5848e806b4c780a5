"""Checkers with all that commands need of it."""

from __future__ import annotations

from checkers_ab.checkers.board import Board, Move
from checkers_ab.checkers.boardfile import parse_board
from checkers_ab.checkers.drawing import draw_board
from checkers_ab.checkers.material import material
from checkers_ab.checkers.notation import format_board, format_move, parse_move
from checkers_ab.checkers.rules import INF, Checkers, Value
from checkers_ab.core.errors import MoveError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit

OPTIONS: dict[str, str] = {}
_ALICE, _BILL = "alice to move", "bill to move"


def make() -> Kit[Board, Move, Value]:
    """The kit for the homework's rules."""
    return Kit(
        name="checkers",
        game=Checkers(),
        window=(-INF, INF),
        evaluations={"material": material},
        sides={Side.MAX: "Alice", Side.MIN: "Bill"},
        format_move=format_move,
        parse_move=_parse_move,
        format_state=_format_state,
        parse_state=_parse_state,
        draw=lambda board, last: draw_board(board, last or ()),
    )


def _format_state(board: Board) -> str:
    """The homework's eight rows, and a line below them if it is Bill's move."""
    return format_board(board) + (f"{_BILL}\n" if board.side is Side.MIN else "")


def _parse_state(text: str) -> Board:
    head, _, last = text.rstrip().rpartition("\n")
    if last.strip().lower() in (_ALICE, _BILL):
        board = parse_board(head + "\n")
        side = Side.MIN if last.strip().lower() == _BILL else Side.MAX
        return Board(board.alice, board.bill, board.kings, side)
    return parse_board(text)


def _parse_move(board: Board, text: str) -> Move:
    """A legal move written `(5,2)=>(3,0)`, or shorter: `5,2 3,0`, `52-30`."""
    legal = Checkers().moves(board)
    digits = "".join(character for character in text if character.isdigit())
    try:
        move = parse_move(text.strip()) if len(digits) != 4 else parse_move("({},{})=>({},{})".format(*digits))
    except ValueError:
        raise MoveError(f"expected a move such as 52-43 or (5,2)=>(4,3), found {text.strip()!r}") from None
    if move in legal:
        return move
    near = [other for other in legal if other[0] == move[0]] or legal
    why = "a jump is mandatory" if Checkers().jumps(board) and move in Checkers().steps(board) else "that is not legal"
    raise MoveError(f"{why}; legal are {', '.join(map(format_move, near))}")
