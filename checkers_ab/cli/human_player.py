"""A human player: reads moves from standard input, with commands for help and undo."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from checkers_ab.cli.players import Effort, search_state
from checkers_ab.core.errors import MoveError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit, Wire
from checkers_ab.core.match import ForfeitError

HELP = """\
Type a move, or one of these:
  moves       list the legal moves
  hint        the move that a search of one second finds
  undo        take back your last move and the reply
  resign      resign the game
  quit        stop the game
  help        this text"""
SHOWN_MOVES = 60


class UndoError(Exception):
    """A side takes back its last move and all that followed it."""

    def __init__(self, side: Side) -> None:
        super().__init__()
        self.side = side


class EndOfInputError(Exception):
    """Standard input has ended."""


class HumanPlayer:
    """Reads moves, one a line, in the notation of the game or in a wire format; `say` shows a text to the player."""

    def __init__(self, kit: Kit[Any, Any, Any], say: Callable[[str], object], wire: Wire[Any, Any] | None) -> None:
        self.kit = kit
        self.say = say
        self.wire = wire

    def choose(self, state: Any, last: Any) -> Any:
        to_move = self.kit.game.to_move(state)
        side = self.kit.sides[to_move]
        example = self.format_move(state, self.kit.game.moves(state)[0])
        while True:
            self.say(f"{side}, your move (such as {example}; help):")
            line = sys.stdin.readline() if sys.stdin is not None else ""
            if not line:
                raise EndOfInputError
            match line.strip().partition(" ")[0].lower():
                case "":
                    continue
                case "help" | "?":
                    self.say(HELP)
                case "moves":
                    self.say(self.list_moves(state))
                case "hint":
                    move = search_state(self.kit, state, Effort(seconds=1.0)).progress.move
                    self.say(f"a search would play {self.format_move(state, move)}")
                case "undo":
                    raise UndoError(to_move)
                case "quit" | "exit":
                    raise EndOfInputError
                case "resign":
                    raise ForfeitError(f"{side} resigned")
                case _:
                    try:
                        return (self.wire or self.kit).parse_move(state, line.strip())
                    except MoveError as error:
                        self.say(f"{error}")

    def format_move(self, state: Any, move: Any) -> str:
        return self.wire.format_move(state, move) if self.wire else self.kit.format_move(move)

    def list_moves(self, state: Any) -> str:
        moves = self.kit.game.moves(state)
        listed = ", ".join(self.format_move(state, move) for move in moves[:SHOWN_MOVES])
        more = f", and {len(moves) - SHOWN_MOVES:,} more" if len(moves) > SHOWN_MOVES else ""
        return f"{len(moves):,} legal: {listed}{more}"
