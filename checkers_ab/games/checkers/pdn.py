"""PDN 3.0 files of English draughts, game type 21. Comments and variations are skipped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from textwrap import wrap

from checkers_ab.core.errors import MoveError, StateError, show
from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.english import English, Route
from checkers_ab.games.checkers.english_notation import format_route, parse_route
from checkers_ab.games.checkers.fen import format_fen, parse_fen
from checkers_ab.games.checkers.pdn_tokens import RESULTS, PdnToken, read_tokens

ENGLISH = "21"
OTHERS = {
    "20": "international draughts",
    "22": "Italian draughts",
    "23": "American pool checkers",
    "24": "Spanish draughts",
    "25": "Russian draughts",
    "26": "Brazilian draughts",
    "27": "Canadian draughts",
    "28": "Portuguese draughts",
    "29": "Czech draughts",
    "30": "Turkish draughts",
    "31": "Thai draughts",
    "40": "Frisian draughts",
    "41": "Spantsiretti draughts",
}
"""The names of other game types."""

_OWN_TAGS = ("Result", "GameType", "SetUp", "FEN")
"""Tags that are written from the fields of a game."""

WIDTH = 79
_TIE = "\xa0"
"""The blank between a number and its move, which stay on one line."""


@dataclass(frozen=True, kw_only=True)
class PdnGame:
    """A game: its tags, the initial board, the moves, and the result, one of RESULTS."""

    tags: Mapping[str, str] = field(default_factory=dict)
    start: Board
    moves: Sequence[Route] = ()
    result: str = "*"

    def after(self, plies: int) -> PdnGame:
        """The game cut after some plies; if there were more, its result is open."""
        return replace(self, moves=self.moves[:plies], result="*") if plies < len(self.moves) else self

    def end(self) -> Board:
        """The board after the last move."""
        board = self.start
        for route in self.moves:
            board = English().play(board, route)
        return board


def format_pdn(game: PdnGame) -> str:
    """Formats a game, with an empty line between tags and moves."""
    tags = {**game.tags, "Result": game.result, "GameType": ENGLISH}
    if game.start != English().start():
        tags |= {"SetUp": "1", "FEN": format_fen(game.start)}
    header = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in tags.items())
    lines = wrap(" ".join([*_numbered(game), game.result]), WIDTH, break_on_hyphens=False)
    return f"{header}\n" + "".join(f"{line}\n" for line in lines).replace(_TIE, " ")


def _numbered(game: PdnGame) -> list[str]:
    """The moves, with a number before each move of Black, and before the first."""
    second = int(game.start.side is Side.MAX)
    moves = [format_route(route) for route in game.moves]
    for ply in range(second, len(moves), 2):
        moves[ply] = f"{(ply + second) // 2 + 1}.{_TIE}{moves[ply]}"
    return [f"1...{_TIE}{moves[0]}", *moves[1:]] if second and moves else moves


def _escape(value: str) -> str:
    shown = "".join(character if character.isprintable() else "?" for character in value)
    return shown.replace("\\", "\\\\").replace('"', '\\"')


def looks_like_pdn(text: str) -> bool:
    """True if a text has games, not boards: a line begins with a tag other than FEN, or with a move number."""
    return re.search(r"^[ \t]*(?:\[[ \t]*(?!FEN\b)\w|[0-9]+\.)", text, re.MULTILINE | re.IGNORECASE) is not None


def parse_pdn(text: str) -> list[PdnGame]:
    """Parses all games of a text, one or more; raises StateError, also for an illegal move.

    A game without a type is read as English draughts. The result is that of the tag; without a tag, that after the
    moves.
    """
    reader = _PdnReader()
    for token in read_tokens(text.removeprefix("\ufeff")):
        reader.take(token)
    return reader.finish()


class _PdnReader:
    """Reads a file token by token and collects its games."""

    def __init__(self) -> None:
        self.games: list[PdnGame] = []
        self.start_game()

    def start_game(self) -> None:
        self.tags: dict[str, PdnToken] = {}
        self.start = self.board = English().start()
        self.moves: list[Route] = []
        self.variations: list[PdnToken] = []

    def take(self, token: PdnToken) -> None:
        match token.kind:
            case "tag":
                self.take_tag(token)
            case "open":
                self.variations.append(token)
            case "close":
                if not self.variations:
                    raise StateError(token.line, token.column, "no variation begins before this ')'")
                self.variations.pop()
            case "move" if not self.variations:
                self.take_move(token)
            case "result" if not self.variations and (self.tags or self.moves):
                self.finish_game(token.text)

    def take_tag(self, token: PdnToken) -> None:
        if self.moves or self.variations:
            self.finish_game()
        self.tags[token.name] = token
        if token.name == "GameType":
            number = token.text.partition(",")[0].strip()
            if number != ENGLISH:
                reason = f"expected English draughts, game type {ENGLISH}, found {_name(number)}"
                raise StateError(token.line, token.column, reason)
        elif token.name == "Result" and token.text not in RESULTS:
            reason = f"expected a result, one of {' '.join(RESULTS)}, found {show(token.text)}"
            raise StateError(token.line, token.column, reason)
        elif token.name == "FEN":
            try:
                self.start = self.board = parse_fen(token.text)
            except StateError as error:
                raise StateError(token.line, token.column + error.column - 1, error.reason, error.hint) from None

    def take_move(self, token: PdnToken) -> None:
        try:
            route = parse_route(self.board, token.text)
        except MoveError as error:
            raise StateError(token.line, token.column, f"{token.text}: {error}") from None
        self.moves.append(route)
        self.board = English().play(self.board, route)

    def finish_game(self, result: str = "*") -> None:
        for opened in self.variations:
            raise StateError(opened.line, opened.column, "this variation has no end", "a variation ends with ')'")
        setup = self.tags.get("SetUp")
        if setup is not None and setup.text == "1" and "FEN" not in self.tags:
            raise StateError(setup.line, setup.column, 'a game with [SetUp "1"] needs a tag [FEN "..."]')
        tags = {name: token.text for name, token in self.tags.items() if name not in _OWN_TAGS}
        tag = self.tags.get("Result")
        result = tag.text if tag is not None else result
        self.games.append(PdnGame(tags=tags, start=self.start, moves=tuple(self.moves), result=result))
        self.start_game()

    def finish(self) -> list[PdnGame]:
        if self.tags or self.moves or self.variations:
            self.finish_game()
        if not self.games:
            raise StateError(1, 1, "expected a game, found none", "a game is tags and moves, as in 1. 11-15 23-19 *")
        return self.games


def _name(number: str) -> str:
    return f"type {number}, {OTHERS[number]}" if number in OTHERS else show(number)
