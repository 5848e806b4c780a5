"""Games of English draughts as files: PDN 3.0, game type 21. Comments and variations are read over."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from textwrap import wrap

from checkers_ab.core.errors import MoveError, StateError, show
from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.english import English, Route
from checkers_ab.games.checkers.fen import format_fen, parse_fen
from checkers_ab.games.checkers.numbering import format_route, parse_route
from checkers_ab.games.checkers.pdntokens import RESULTS, Word, read_words

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
"""The game types that are not this one."""

_TOLD = ("Result", "GameType", "SetUp", "FEN")
"""Tags for what a game has as such."""

WIDTH = 79
_TIE = "\xa0"
"""Between a number and its move, which stay on one line."""


@dataclass(frozen=True, kw_only=True)
class PdnGame:
    """A game: who played and where, the board it began with, the moves, and the result, one of RESULTS."""

    tags: Mapping[str, str] = field(default_factory=dict)
    start: Board
    moves: Sequence[Route] = ()
    result: str = "*"

    def after(self, plies: int) -> PdnGame:
        """The game as it was after some plies, its result open if there were more."""
        return replace(self, moves=self.moves[:plies], result="*") if plies < len(self.moves) else self

    def end(self) -> Board:
        """The board after the last move."""
        board = self.start
        for route in self.moves:
            board = English().play(board, route)
        return board


def format_pdn(game: PdnGame) -> str:
    """A game as a file has it, with an empty line between the tags and the moves."""
    tags = {**game.tags, "Result": game.result, "GameType": ENGLISH}
    if game.start != English().start():
        tags |= {"SetUp": "1", "FEN": format_fen(game.start)}
    header = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in tags.items())
    lines = wrap(" ".join([*_numbered(game), game.result]), WIDTH, break_on_hyphens=False)
    return f"{header}\n" + "".join(f"{line}\n" for line in lines).replace(_TIE, " ")


def _numbered(game: PdnGame) -> list[str]:
    """The moves, with a number before each of Black's, and before the first."""
    second = int(game.start.side is Side.MAX)
    moves = [format_route(route) for route in game.moves]
    for ply in range(second, len(moves), 2):
        moves[ply] = f"{(ply + second) // 2 + 1}.{_TIE}{moves[ply]}"
    return [f"1...{_TIE}{moves[0]}", *moves[1:]] if second and moves else moves


def _escape(value: str) -> str:
    shown = "".join(character if character.isprintable() else "?" for character in value)
    return shown.replace("\\", "\\\\").replace('"', '\\"')


def looks_like_pdn(text: str) -> bool:
    """Whether a text is about games rather than boards: a line begins with a tag other than FEN, or with a number."""
    return re.search(r"^[ \t]*(?:\[[ \t]*(?!FEN\b)\w|[0-9]+\.)", text, re.MULTILINE | re.IGNORECASE) is not None


def parse_pdn(text: str) -> list[PdnGame]:
    """All games of a text, at least one; StateError where it is none, or a move is not legal.

    A game without a type is taken for English draughts. The result is that of the tag; without one, that behind the
    moves.
    """
    reader = _Reader()
    for word in read_words(text.removeprefix("\ufeff")):
        reader.take(word)
    return reader.finish()


class _Reader:
    """Takes a file word by word and collects its games."""

    def __init__(self) -> None:
        self.games: list[PdnGame] = []
        self.start_game()

    def start_game(self) -> None:
        self.tags: dict[str, Word] = {}
        self.start = self.board = English().start()
        self.moves: list[Route] = []
        self.variations: list[Word] = []

    def take(self, word: Word) -> None:
        match word.kind:
            case "tag":
                self.take_tag(word)
            case "open":
                self.variations.append(word)
            case "close":
                if not self.variations:
                    raise StateError(word.line, word.column, "no variation begins before this ')'")
                self.variations.pop()
            case "move" if not self.variations:
                self.take_move(word)
            case "result" if not self.variations and (self.tags or self.moves):
                self.finish_game(word.text)

    def take_tag(self, word: Word) -> None:
        if self.moves or self.variations:
            self.finish_game()
        self.tags[word.name] = word
        if word.name == "GameType":
            number = word.text.partition(",")[0].strip()
            if number != ENGLISH:
                reason = f"expected English draughts, game type {ENGLISH}, found {_name(number)}"
                raise StateError(word.line, word.column, reason)
        elif word.name == "Result" and word.text not in RESULTS:
            reason = f"expected a result, one of {' '.join(RESULTS)}, found {show(word.text)}"
            raise StateError(word.line, word.column, reason)
        elif word.name == "FEN":
            try:
                self.start = self.board = parse_fen(word.text)
            except StateError as error:
                raise StateError(word.line, word.column + error.column - 1, error.reason, error.hint) from None

    def take_move(self, word: Word) -> None:
        try:
            route = parse_route(self.board, word.text)
        except MoveError as error:
            raise StateError(word.line, word.column, f"{word.text}: {error}") from None
        self.moves.append(route)
        self.board = English().play(self.board, route)

    def finish_game(self, result: str = "*") -> None:
        for opened in self.variations:
            raise StateError(opened.line, opened.column, "this variation has no end", "a variation ends with ')'")
        setup = self.tags.get("SetUp")
        if setup is not None and setup.text == "1" and "FEN" not in self.tags:
            raise StateError(setup.line, setup.column, 'a game with [SetUp "1"] needs a tag [FEN "..."]')
        tags = {name: word.text for name, word in self.tags.items() if name not in _TOLD}
        told = self.tags.get("Result")
        result = told.text if told is not None else result
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
