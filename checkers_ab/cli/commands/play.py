"""`checkers-ab play`: plays a game in the terminal, or with another program through a pipe."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from typing import Any

import click

from checkers_ab.cli.commands.completion import complete_game, complete_player
from checkers_ab.cli.commands.players import KINDS, Effort, look_up, make_player, search_state
from checkers_ab.cli.io import configure, say, standard_output
from checkers_ab.cli.options import load_game
from checkers_ab.core.errors import MoveError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import AnyKit, Kit, Wire
from checkers_ab.core.match import ForfeitError, Record, play_game
from checkers_ab.core.picture import draw_text


@click.command("play", epilog="\b\nPlayers:\n" + "\n".join(f"  {name}: {text}" for name, text in KINDS.items()))
@click.argument("game", metavar="GAME", shell_complete=complete_game)
@click.argument("state_file", metavar="[STATE]", required=False, type=click.Path(allow_dash=True))
@click.option(
    "--max",
    "max_player",
    metavar="PLAYER",
    default="human",
    help="The player of the first side (Alice, X, White, the footmen).",
    shell_complete=complete_player,
)
@click.option(
    "--min",
    "min_player",
    metavar="PLAYER",
    default="search",
    help="The player of the other side.",
    shell_complete=complete_player,
)
@click.option("--seed", type=int, default=1, show_default=True, help="For random players.")
@click.option("--wire", "wire_name", metavar="NAME", help="Read your moves and write the others in a wire format.")
def command(
    *, game: str, state_file: str | None, max_player: str, min_player: str, seed: int, wire_name: str | None
) -> None:
    """Play GAME, such as checkers, tictactoe, amazons:size=6 or skirmish:map=open.

    \b
    checkers-ab play checkers                  you against the search
    checkers-ab play amazons:size=6 --max search --min human
    checkers-ab play amazons --max search:time=25 --min human --wire course

    A STATE is a file with a state of the game; without one the game begins with its initial state. With --wire,
    standard output has the moves of the other players and nothing else. See checkers-ab games.
    """
    kit, start = load_game(game, state_file)
    if sys.stdin is not None:
        configure(sys.stdin, errors="surrogateescape")
    session = GameSession(kit, start, look_up("wire format", wire_name, kit.wires))
    session.play({Side.MAX: max_player, Side.MIN: min_player}, seed)


class GameSession:
    """A game that is being played and shown: on stdout, or with a wire format on stderr."""

    def __init__(self, kit: AnyKit, start: Any, wire: Wire[Any, Any] | None) -> None:
        self.kit = kit
        self.start = self.state = start
        self.moves: list[Any] = []
        self.movers: list[Side] = []
        self.wire = wire
        self.write = standard_output().write
        self.human = HumanPlayer(kit, self.show, wire)

    def play(self, specs: dict[Side, str], seed: int) -> None:
        """Plays the game to its end, or until the human player stops it."""
        self.players = {
            side: make_player(self.kit, spec, seed=f"{seed} {side.name}", side=side, human=lambda: self.human)
            for side, spec in specs.items()
        }
        try:
            self.show(describe_result(self.kit, self.run()))
        except (EndOfInputError, KeyboardInterrupt) as end:
            say("the game is broken off")
            if isinstance(end, KeyboardInterrupt):
                raise

    def run(self) -> Record[Any, Any]:
        """Shows the current state and plays to the end; after an undo, continues from the earlier state."""
        while True:
            self.state = self.start
            for move in self.moves:
                self.state = self.kit.game.play(self.state, move)
            self.draw(None)
            try:
                return play_game(
                    self.kit.game,
                    self.players,
                    outcomes=self.kit.outcomes,
                    start=self.start,
                    played=self.moves,
                    display=self.moved,
                )
            except UndoError as undo:
                place = max((place for place, side in enumerate(self.movers) if side is undo.side), default=0)
                del self.moves[place:], self.movers[place:]

    def moved(self, state: Any, move: Any) -> None:
        """Takes and shows a move; with a wire format, writes it unless it is the human player's own."""
        side = self.kit.game.to_move(self.state)
        if self.wire and self.players[side] is not self.human:
            self.write(self.wire.format_move(self.state, move) + "\n")
            sys.stdout.flush()
        self.state = state
        self.moves.append(move)
        self.movers.append(side)
        self.show(f"{self.kit.sides[side]}: {self.kit.format_move(move)}")
        self.draw(move)

    def draw(self, move: Any) -> None:
        """Shows the current state, with the move that led to it marked."""
        drawing = draw_text(self.kit.picture(self.state, move))
        width = shutil.get_terminal_size().columns
        needed = max(map(len, drawing.splitlines()))
        if sys.stdout.isatty() and needed > width:
            drawing = f"(the board is {needed} columns wide, and this terminal has {width}: make it wider)"
        self.show(f"\n{drawing}\n")

    def show(self, text: str) -> None:
        if self.wire:
            say(text)
        else:
            self.write(f"{text}\n")
            sys.stdout.flush()


def describe_result(kit: AnyKit, record: Record[Any, Any]) -> str:
    """The result of a game as a sentence."""
    win = "win" if kit.sides_are_plural else "wins"
    who = "nobody wins" if record.winner is None else f"{kit.sides[record.winner]} {win}"
    plies = len(record.moves)
    return f"{who} after {plies} {'ply' if plies == 1 else 'plies'}: {record.reason}"


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
