"""A human player at the terminal, with commands for help, undo and saving."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from checkers_ab.cli.io import Failure, shown
from checkers_ab.cli.players import Effort, search_state
from checkers_ab.core.errors import MoveError
from checkers_ab.core.kit import Kit
from checkers_ab.core.match import ForfeitError

HELP = """\
Type a move, or one of these:
  moves       list the legal moves
  hint        the move that a search of one second finds
  undo        take back your last move and the reply
  save FILE   save the game so far
  resign      resign the game
  quit        stop the game
  help        this text"""
SHOWN_MOVES = 60


class UndoError(Exception):
    """The player takes back the last two moves."""


class EndOfInputError(Exception):
    """Standard input has ended."""


class HumanPlayer:
    """Reads moves from standard input; `save` writes the game so far."""

    def __init__(self, kit: Kit[Any, Any, Any], say: Callable[[str], object], save: Callable[[str], object]) -> None:
        self.kit = kit
        self.say = say
        self.save = save
        self.can_undo = True

    def choose(self, state: Any, last: Any) -> Any:
        side = self.kit.sides[self.kit.game.to_move(state)]
        example = self.kit.format_move(self.kit.game.moves(state)[0])
        while True:
            self.say(f"{side}, your move (such as {example}; help):")
            line = sys.stdin.readline() if sys.stdin is not None else ""
            if not line:
                raise EndOfInputError
            word, _, rest = line.strip().partition(" ")
            match word.lower():
                case "":
                    continue
                case "help" | "?":
                    self.say(HELP)
                case "moves":
                    self.say(self.list_moves(state))
                case "hint":
                    move = search_state(self.kit, state, Effort(seconds=1.0)).progress.move
                    self.say(f"a search would play {self.kit.format_move(move)}")
                case "undo" if self.can_undo:
                    raise UndoError
                case "undo":
                    self.say("a program can't take its moves back")
                case "save":
                    self.say(self.saved(rest.strip()))
                case "quit" | "exit":
                    raise EndOfInputError
                case "resign":
                    raise ForfeitError(f"{side} resigned")
                case _:
                    try:
                        return self.kit.parse_move(state, line.strip())
                    except MoveError as error:
                        self.say(f"{error}")

    def saved(self, path: str) -> str:
        try:
            self.save(path)
        except Failure as error:
            return str(error)
        return f"saved to {shown(path)}"

    def list_moves(self, state: Any) -> str:
        moves = self.kit.game.moves(state)
        listed = ", ".join(self.kit.format_move(move) for move in moves[:SHOWN_MOVES])
        more = f", and {len(moves) - SHOWN_MOVES:,} more" if len(moves) > SHOWN_MOVES else ""
        return f"{len(moves):,} legal: {listed}{more}"
