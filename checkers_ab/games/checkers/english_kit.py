"""The kit of English draughts. It is loaded when asked for: a plain solve has no use for it."""

from __future__ import annotations

from checkers_ab.core.errors import MoveError
from checkers_ab.core.picture import Picture
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.drawing import numbered_picture
from checkers_ab.games.checkers.english import English, Route, why_drawn
from checkers_ab.games.checkers.english_notation import format_route, parse_route
from checkers_ab.games.checkers.kit import CheckersKit
from checkers_ab.games.checkers.rules import Checkers


class EnglishDraughtsKit(CheckersKit):
    """English draughts: numbered squares, whole chains of jumps."""

    name = "checkers:rules=english"

    def __init__(self) -> None:
        super().__init__(English(), why_drawn=why_drawn)

    def format_move(self, route: Route) -> str:
        return format_route(route)

    def parse_move(self, board: Board, text: str) -> Route:
        return parse_route(board, text)

    def why_illegal(self, board: Board, text: str) -> str:
        try:
            self.parse_move(board, text)
        except MoveError as error:
            return str(error)
        return "it is not written as this program writes it"

    def why_mandatory(self, board: Board, text: str) -> str:
        steps = map(self.format_move, Checkers().steps(board))
        if not Checkers().jumps(board) or text not in steps:
            return ""
        return f"{text} is a step, but {self.sides[board.side]} has a jump and must take it."

    def picture(self, board: Board, route: Route | None = None) -> Picture:
        return numbered_picture(board, route or ())
