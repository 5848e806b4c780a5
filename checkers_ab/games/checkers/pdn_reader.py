"""Reading PDN files of English draughts. Comments and variations are skipped."""

from __future__ import annotations

from checkers_ab.core.errors import MoveError, StateError, show
from checkers_ab.core.game import Side
from checkers_ab.games.checkers.english import English, Route
from checkers_ab.games.checkers.english_notation import parse_route
from checkers_ab.games.checkers.fen import UNKNOWN, read_fen, unknown_side
from checkers_ab.games.checkers.pdn import ENGLISH, PdnGame, winner_by
from checkers_ab.games.checkers.pdn_tokens import OWN_TAGS, RESULTS, PdnToken, read_tokens

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

_OTHER_RESULTS = {"": "*", "?": "*", "1/2": "1/2-1/2", "½-½": "1/2-1/2"}
"""Texts that some programs write as a result, without blanks."""


class OtherGameError(StateError):
    """A game of another type than English draughts."""


def parse_pdn(text: str) -> list[PdnGame]:
    """Parses all games of a text, one or more; raises StateError for the first one that can't be read.

    A game without a type is read as English draughts. The result is that of the tag; without a tag, that after the
    moves.
    """
    games = []
    for game in read_games(text):
        if isinstance(game, StateError):
            raise game
        games.append(game)
    return games


def read_games(text: str) -> list[PdnGame | StateError]:
    """Reads all games of a text, one or more; a game that can't be read is its error."""
    reader = _PdnReader()
    for token in read_tokens(text.removeprefix("\ufeff")):
        reader.take(token)
    return reader.finish()


class _PdnReader:
    """Reads a file token by token and collects its games. After an error, the rest of that game is passed over."""

    def __init__(self) -> None:
        self.games: list[PdnGame | StateError] = []
        self.start_game()

    def start_game(self) -> None:
        self.tags: dict[str, PdnToken] = {}
        self.start = self.board = English().start()
        self.side_unknown = False
        self.moves: list[Route] = []
        self.variations: list[PdnToken] = []
        self.warnings: list[tuple[int, int, str]] = []
        self.error: StateError | None = None
        self.in_moves = False

    def take(self, token: PdnToken) -> None:
        if token.kind == "tag" and self.in_moves:
            self.finish_game()
        self.in_moves |= token.kind in ("move", "open", "close", "bad") or (token.kind == "result" and bool(self.tags))
        try:
            if self.error is None:
                self.read(token)
            elif token.name == "GameType":
                expect_english(token)
            elif token.kind == "result" and not self.tags:
                self.finish_game()
        except StateError as error:
            self.error = error

    def read(self, token: PdnToken) -> None:
        match token.kind:
            case "bad" | "bad-tag":
                raise StateError(token.line, token.column, token.text, token.hint)
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
                self.finish_game(token)

    def take_tag(self, token: PdnToken) -> None:
        self.tags[token.name] = token
        if token.name == "GameType":
            expect_english(token)
        elif token.name == "Result" and _result(token) not in RESULTS:
            reason = f"expected a result, one of {' '.join(RESULTS)}, found {show(token.text)}"
            raise StateError(token.line, token.column, reason)
        elif token.name == "FEN":
            try:
                self.start, warnings = read_fen(token.text)
            except StateError as error:
                raise StateError(token.line, token.column + error.column - 1, error.reason, error.hint) from None
            self.board = self.start
            self.side_unknown = token.text.lstrip().startswith(UNKNOWN)
            self.warnings += [(token.line, token.column + column - 1, warning) for column, warning in warnings]

    def take_move(self, token: PdnToken) -> None:
        try:
            route = self.find_route(token.text)
        except MoveError as error:
            raise StateError(token.line, token.column, f"{token.text}: {error}") from None
        if token.glued:
            warning = f"read as {token.text}, without {show(token.glued)} behind it"
            self.warnings.append((token.line, token.column, warning))
        self.moves.append(route)
        self.board = English().play(self.board, route)

    def find_route(self, text: str) -> Route:
        """The legal move that a text means; the first move tells the side to move if the FEN does not."""
        try:
            return parse_route(self.board, text)
        except MoveError:
            if not self.side_unknown or self.moves:
                raise
            other = self.board.with_side(Side.MIN)
            route = parse_route(other, text)
        self.start = self.board = other
        (line, column, _), *others = self.warnings
        self.warnings = [(line, column, unknown_side(Side.MIN)), *others]
        return route

    def finish_game(self, result: PdnToken | None = None) -> None:
        """Adds the game, or its error, and begins the next one."""
        try:
            self.games.append(self.error or self.made(result))
        except StateError as error:
            self.games.append(error)
        self.start_game()

    def made(self, last: PdnToken | None) -> PdnGame:
        """The game as far as it is read; raises StateError."""
        for opened in self.variations:
            raise StateError(opened.line, opened.column, "this variation has no end", "a variation ends with ')'")
        setup = self.tags.get("SetUp")
        if setup is not None and setup.text == "1" and "FEN" not in self.tags:
            raise StateError(setup.line, setup.column, 'a game with [SetUp "1"] needs a tag [FEN "..."]')
        tags = {name: token.text for name, token in self.tags.items() if name not in OWN_TAGS}
        tag = self.tags.get("Result", last)
        result = _result(tag) if tag is not None else "*"
        if last is not None and _result(last) != "*" and winner_by(_result(last)) != winner_by(result):
            warning = f"the result after the moves is {_result(last)}, that of the tag {result} is taken"
            self.warnings.append((last.line, last.column, warning))
        return PdnGame(
            tags=tags,
            start=self.start,
            moves=tuple(self.moves),
            result=result,
            warnings=tuple(self.warnings),
        )

    def finish(self) -> list[PdnGame | StateError]:
        if self.tags or self.in_moves or self.error:
            self.finish_game()
        if not self.games:
            raise StateError(1, 1, "expected a game, found none", "a game is tags and moves, as in 1. 11-15 23-19 *")
        return self.games


def _result(token: PdnToken) -> str:
    """The result that a tag or the end of a game has, if it is one."""
    text = "".join(token.text.split())
    return _OTHER_RESULTS.get(text, text)


def expect_english(tag: PdnToken) -> None:
    """Raises OtherGameError for the tag of another game type."""
    number = tag.text.partition(",")[0].strip()
    if number != ENGLISH:
        found = f"type {number}, {OTHERS[number]}" if number in OTHERS else show(number)
        raise OtherGameError(tag.line, tag.column, f"expected English draughts, game type {ENGLISH}, found {found}")
