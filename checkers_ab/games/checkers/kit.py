"""Checkers with all that commands need of it, by the homework's rules or as English draughts."""

from __future__ import annotations

from checkers_ab.core.errors import MoveError, OptionError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.games.checkers.board import Board, Move
from checkers_ab.games.checkers.boardfile import format_state, parse_board
from checkers_ab.games.checkers.drawing import draw_board, draw_numbered
from checkers_ab.games.checkers.english import English, Route, why_drawn
from checkers_ab.games.checkers.material import material
from checkers_ab.games.checkers.notation import format_move, parse_move
from checkers_ab.games.checkers.numbering import format_route, parse_route
from checkers_ab.games.checkers.rules import INF, Checkers, Value

OPTIONS = {"rules": "homework, or english with its chains of jumps (default homework)"}
_SIDES = {Side.MAX: "Alice", Side.MIN: "Bill"}


def make(rules: str = "homework") -> Kit[Board, Move, Value] | Kit[Board, Route, Value]:
    """The kit for a set of rules; OptionError for one that is not known."""
    if rules == "homework":
        return homework()
    if rules == "english":
        return english()
    raise OptionError(f"rules must be homework or english, found {rules!r}")


def english() -> Kit[Board, Route, Value]:
    """The kit for English draughts."""
    return Kit(
        name="checkers:rules=english",
        game=English(),
        window=(-INF, INF),
        evaluations={"material": material},
        sides=_SIDES,
        format_move=format_route,
        parse_move=parse_route,
        format_state=format_state,
        parse_state=parse_board,
        draw=lambda board, last: draw_numbered(board, last or ()),
        why_drawn=why_drawn,
    )


def homework() -> Kit[Board, Move, Value]:
    """The kit for the homework's rules."""
    return Kit(
        name="checkers",
        game=Checkers(),
        window=(-INF, INF),
        evaluations={"material": material},
        sides=_SIDES,
        format_move=format_move,
        parse_move=_parse_move,
        format_state=format_state,
        parse_state=parse_board,
        draw=lambda board, last: draw_board(board, last or ()),
    )


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
