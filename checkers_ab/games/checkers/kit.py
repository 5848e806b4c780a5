"""The kit of checkers by the homework's rules."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.core.convention import ASSIGNMENT, Convention
from checkers_ab.core.errors import MoveError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit, Linear
from checkers_ab.games.checkers import boardfile, notation
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.material import material
from checkers_ab.games.checkers.rules import MAX, Checkers

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from typing import Any, TextIO

    from checkers_ab.core.case import Case
    from checkers_ab.core.mistake import Mistake
    from checkers_ab.core.picture import Picture
    from checkers_ab.games.checkers.board import Move
    from checkers_ab.games.checkers.rules import Value

HANDOUT = Convention(order="handout", after_label="  ", before_h="  ", between_pruned=",", blank_before_first_move=True)


def make() -> Kit[Board, Move, Value]:
    """Makes the kit."""
    return HomeworkKit()


def _crowns(parent: Board, move: Move, child: Board) -> bool:
    return bool(child.kings >> move[1] & 1 and not parent.kings >> move[0] & 1)


def _blocks(_parent: Board, _move: Move, child: Board) -> bool:
    return bool(child.alice and child.bill) and Checkers().utility(child) is not None


def _piece_list_order() -> Any:
    from checkers_ab.games.checkers.handout_order import PieceListOrder

    return PieceListOrder()


class HomeworkKit(Kit[Board, "Move", "Value"]):
    """Checkers by the homework's rules."""

    name = "checkers"
    sides = {Side.MAX: "Alice", Side.MIN: "Bill"}
    evaluations = {"material": material}
    brushes = {
        "O": "empty",
        "A": "Alice's man",
        "k": "Alice's king",
        "B": "Bill's man",
        "K": "Bill's king",
        "+": "",
    }
    sentinel = 99
    ends_are_implied = True
    format_move = staticmethod(notation.format_move)
    format_state = staticmethod(boardfile.format_state)
    parse_state = staticmethod(boardfile.parse_board)
    move_pattern = notation.MOVE_PATTERN
    near_move_pattern = notation.NEAR_MOVE_PATTERN
    lone_move_pattern = notation.LONE_MOVE_PATTERN
    move_example = "(5,2)=>(3,0)"
    instructions = (
        "Moves are written (5,2)=>(3,0), row first, and come in the reading order of their first square, then of their "
        "last. h counts a man as 1 and a king as 2, Alice's minus Bill's; inf if Alice has won, -inf if Bill has."
    )
    conventions = {"assignment": ASSIGNMENT, "handout": HANDOUT}
    paragraphs = {"illegal-move": 11, "missed-jump": 13}

    features = {
        "jump": lambda board: bool(Checkers().jumps(board)),
        "choice": lambda board: len(Checkers().jumps(board)) > 1,
        "kings": lambda board: bool(board.kings),
    }
    search_features = {"crown": _crowns, "blocked": _blocks}
    absences = {"crown": "never crowns a man", "kings": "has no king", "end": "ends no game"}
    move_orders = {"handout": _piece_list_order}

    def __init__(self) -> None:
        super().__init__(Checkers())

    def examples(self) -> Sequence[tuple[str, str]]:
        from checkers_ab.games.checkers.examples import example_boards

        return example_boards()

    def parse_move(self, board: Board, text: str) -> Move:
        """A legal move written `(5,2)=>(3,0)`, or shorter: `5,2 3,0`, `52-30`."""
        legal = Checkers().moves(board)
        digits = "".join(character for character in text if character.isdigit())
        written = "({},{})=>({},{})".format(*digits) if len(digits) == 4 else text.strip()
        try:
            move = notation.parse_move(written)
        except ValueError:
            raise MoveError(f"expected a move such as 52-43 or (5,2)=>(4,3), found {text.strip()!r}") from None
        if move in legal:
            return move
        near = [other for other in legal if other[0] == move[0]] or legal
        why = "a jump is mandatory" if self.why_mandatory(board, written) else "that is not legal"
        raise MoveError(f"{why}; legal are {', '.join(map(notation.format_move, near))}")

    def parse_value(self, text: str) -> Any:
        return None if "/" in text else super().parse_value(text)

    def read_states(self, stream: TextIO) -> list[Case[Board]]:
        return boardfile.read_boards(stream)

    def move_key(self, text: str) -> Hashable:
        return notation.coordinates(text)

    def near_move(self, text: str) -> tuple[Hashable, Sequence[tuple[str, str, str]]]:
        return notation.near_coordinates(text)

    def format_key(self, key: notation.Path) -> str:
        return notation.format_path(key)

    def move_of_key(self, key: notation.Path) -> Move | None:
        return notation.squares_of(key)

    def picture(self, board: Board, move: Move | None = None) -> Picture:
        from checkers_ab.games.checkers.explanations import picture

        return picture(board, move or ())

    def why_over(self, board: Board) -> str:
        if not board.alice:
            return "Bill has won, Alice has no piece"
        if not board.bill:
            return "Alice has won, Bill has no piece"
        return "Bill has won, Alice has no legal move" if board.side is MAX else "Alice has won, Bill has no legal move"

    def explain_value(self, board: Board, evaluation: str) -> str:
        from checkers_ab.games.checkers.explanations import count_pieces

        return count_pieces(board)

    def why_unfit(self, board: Board) -> str:
        return "" if board.side is MAX else "Bill is to move, and the search is for a move of Alice's"

    def why_illegal(self, board: Board, text: str) -> str:
        from checkers_ab.games.checkers.explanations import why_illegal

        return why_illegal(board, notation.coordinates(text))

    def owner_of_origin(self, board: Board, key: notation.Path) -> Side | None:
        (row, column), *_ = key
        if not (0 <= row < 8 and 0 <= column < 8 and (row + column) % 2):
            return None
        square = 1 << notation.square_at(row, column)
        return Side.MAX if board.alice & square else Side.MIN if board.bill & square else None

    def why_mandatory(self, board: Board, text: str) -> str:
        from checkers_ab.games.checkers.explanations import why_mandatory

        return why_mandatory(board, notation.coordinates(text))

    def mistakes(self) -> Sequence[Mistake]:
        from checkers_ab.games.checkers.mistakes import MISTAKES

        return MISTAKES

    @property
    def linear(self) -> Linear[Board]:
        from checkers_ab.games.checkers import weights

        return Linear(
            features=weights.features,
            right=weights.RIGHT,
            name_of=weights.name_of,
            clause_of=weights.clause_of,
            fix=weights.FIX,
        )

    def mirrored(self, board: Board) -> Board:
        """The board seen from the other side: rotated, with Alice and Bill exchanged."""
        alice, bill, kings = (int(f"{squares:035b}"[::-1], 2) for squares in (board.alice, board.bill, board.kings))
        return Board(alice=bill, bill=alice, kings=kings)
