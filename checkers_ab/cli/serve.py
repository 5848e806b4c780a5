"""`checkers-ab play --serve`: the side of the program in the line protocol."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

from checkers_ab.cli.io import Failure, say, standard_output
from checkers_ab.cli.line_protocol import LONGEST_LINE, SIDES, Dialect
from checkers_ab.cli.players import AnyPlayer, look_up, make_player
from checkers_ab.cli.program_player import begin_game, end_game
from checkers_ab.cli.saved_game import SavedGame, describe_result
from checkers_ab.core.errors import MoveError, OptionError, StateError, show
from checkers_ab.core.game import Side
from checkers_ab.core.match import ForfeitError, Record
from checkers_ab.games.registry import make_game


def serve_game(
    game: SavedGame, side: Side, spec: str, wire_name: str | None, seed: int
) -> tuple[SavedGame, Record[Any, Any] | None]:
    """Plays a side: reads lines from stdin up to the end of the game, and writes moves.

    Returns the game that was played, and its record if it was played to its end.
    """
    dialect = Dialect(kit=game.kit, wire=look_up("wire format", wire_name, game.kit.wires))
    player = make_player(game.kit, spec, seed=f"{seed} {side.name}", side=side)
    served = _ServedGame(game, side, player, dialect)
    try:
        while served.record is None and sys.stdin is not None and (line := sys.stdin.readline(LONGEST_LINE)):
            served.take(line.rstrip("\r\n"))
    finally:
        if hasattr(player, "close"):
            player.close()
    if served.record is None:
        say("the other side has closed the connection")
    else:
        say(describe_result(game.kit, served.record))
    return replace(game, start=served.begun(), moves=served.moves), served.record


class _ServedGame:
    """A game as the lines of the other side tell it."""

    def __init__(self, game: SavedGame, side: Side, player: AnyPlayer, dialect: Dialect) -> None:
        self.game = game.game
        self.kit = game.kit
        self.first = game.start
        self.side = side
        self.player = player
        self.dialect = dialect
        self.turn = game.kit.game.to_move(game.start)
        self.rows: list[str] = []
        self.state: Any = None
        self.moves: list[Any] = []
        self.record: Record[Any, Any] | None = None

    def take(self, line: str) -> None:
        """Takes a line. Words that are not known are ignored."""
        word, _, rest = line.partition(" ")
        match word:
            case "game":
                self.expect("game", rest, self.kit.name, _name_of(rest))
            case "side":
                self.expect("side", rest, self.side.name.lower(), rest.partition(" ")[0])
            case "turn":
                self.turn = SIDES.get(rest, self.turn)
            case "|":
                self.rows.append(rest)
            case "move":
                self.take_move(rest)
            case "go":
                self.move()
            case "end":
                self.end(rest)

    def expect(self, word: str, said: str, own: str, found: str) -> None:
        """Raises Failure for another game or side than our own."""
        if found != own:
            raise Failure(f"the other side says {word} {show(said)}, and here it is {own}")

    def begun(self) -> Any:
        """The starting position; raises Failure if it can't be read."""
        if self.rows:
            try:
                self.first = self.dialect.parse_state(self.rows, self.turn)
            except StateError as error:
                hint = "docs/programs.md has the lines that begin a game"
                raise Failure(f"the other side sent no position: {error.reason}", hint=hint) from None
            self.rows = []
        if self.state is None:
            self.state = self.first
            begin_game({self.side: self.player}, self.game, self.first)
        return self.first

    def take_move(self, text: str) -> None:
        self.begun()
        try:
            self.advance(self.dialect.parse_move(self.state, text))
        except MoveError as error:
            raise Failure(f"the other side sent no legal move: {error}") from None

    def move(self) -> None:
        """Chooses a move and writes it."""
        self.begun()
        if self.kit.game.utility(self.state) is not None:
            raise Failure("the other side asks for a move, and the game is over")
        try:
            move = self.player.choose(self.state, self.moves[-1] if self.moves else None)
        except ForfeitError as error:
            raise Failure(str(error)) from None
        self.advance(move)
        standard_output().write(self.dialect.format_move(self.state, move) + "\n")
        sys.stdout.flush()

    def end(self, text: str) -> None:
        how, _, reason = text.partition(" ")
        winner = {"won": self.side, "lost": self.side.opponent}.get(how)
        self.record = Record(start=self.begun(), moves=self.moves, winner=winner, reason=reason)
        end_game({self.side: self.player}, self.record)

    def advance(self, move: Any) -> None:
        self.state = self.kit.game.play(self.state, move)
        self.moves.append(move)


def _name_of(game: str) -> str:
    """The name of a game with its options as the game writes it; empty if there is no such game."""
    try:
        return make_game(game).name
    except OptionError:
        return ""
