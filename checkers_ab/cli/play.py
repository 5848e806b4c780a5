"""`checkers-ab play`: plays a game in the terminal, or one side of it by a line protocol."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

import click

from checkers_ab.cli import program_player
from checkers_ab.cli.completion import complete_game, complete_player
from checkers_ab.cli.human_player import EndOfInputError, HumanPlayer, UndoError
from checkers_ab.cli.io import Failure, configure, say, shown, standard_output
from checkers_ab.cli.line_protocol import SIDES
from checkers_ab.cli.numbers import Seconds
from checkers_ab.cli.players import KINDS, make_player
from checkers_ab.cli.saved_game import (
    SavedGame,
    describe_result,
    expect_savable,
    load_game,
    read_saved_game,
    save_game,
)
from checkers_ab.core.errors import OptionError
from checkers_ab.core.game import Side
from checkers_ab.core.match import Player, Record, play_game
from checkers_ab.core.picture import draw_text


@click.command("play", epilog="\b\nPlayers:\n" + "\n".join(f"  {name}: {text}" for name, text in KINDS.items()))
@click.argument("game", metavar="[GAME]", required=False, shell_complete=complete_game)
@click.argument("state_file", metavar="[STATE]", required=False, type=click.Path(allow_dash=True))
@click.option(
    "--max",
    "max_player",
    metavar="PLAYER",
    help="The player of the first side (Alice, X, White, the footmen).",
    shell_complete=complete_player,
)
@click.option(
    "--min", "min_player", metavar="PLAYER", help="The player of the other side.", shell_complete=complete_player
)
@click.option("--save", metavar="FILE", type=click.Path(), help="Save the game when it ends or is interrupted.")
@click.option("--resume", metavar="FILE", type=click.Path(), help="Replay a saved game, and continue it.")
@click.option("--seed", type=int, default=1, show_default=True, help="For random players.")
@click.option(
    "--move-time",
    "seconds",
    type=Seconds(),
    help="A program that takes longer for a move loses.  [default: 60]",
)
@click.option("--serve", type=click.Choice(list(SIDES)), help="Be a program: play one side by the line protocol.")
@click.option("--wire", metavar="NAME", help="With --serve: another wire format.")
def command(
    *,
    game: str | None,
    state_file: str | None,
    max_player: str | None,
    min_player: str | None,
    save: str | None,
    resume: str | None,
    seed: int,
    seconds: float | None,
    serve: str | None,
    wire: str | None,
) -> int:
    """Play GAME, such as checkers, tictactoe, amazons:size=6 or skirmish:map=open.

    \b
    checkers-ab play checkers                  you against the search
    checkers-ab play amazons:size=6 --max search --min human
    checkers-ab play checkers --save game.txt  continue it with --resume game.txt
    checkers-ab play checkers:rules=english --save game.pdn
    checkers-ab play tictactoe --max random --min program:./my-bot

    A STATE is a file with a state of the game; without one the game begins with its initial state. See checkers-ab
    games.
    """
    if resume is not None:
        if game is not None:
            raise click.UsageError("give either GAME or --resume, not both")
        played = read_saved_game(resume)
    elif game is None:
        raise click.UsageError("name a game, or --resume a saved one; see checkers-ab games")
    else:
        kit, start = load_game(game, state_file)
        played = SavedGame(game=game, kit=kit, start=start, moves=[])
    specs = {Side.MAX: max_player, Side.MIN: min_player}
    if save:
        expect_savable(save, played.kit)
    if sys.stdin is not None:
        configure(sys.stdin, errors="surrogateescape")
    try:
        if serve is not None:
            from checkers_ab.cli.serve import serve_game

            own = SIDES[serve]
            served, record = serve_game(played, own, specs[own] or "search", wire, seed)
            if save:
                save_game(save, served, record)
            return 0
        session = GameSession(played, save, seconds)
        return session.play(specs[Side.MAX] or "human", specs[Side.MIN] or "search", seed)
    except OptionError as error:
        raise Failure(str(error)) from None


class GameSession:
    """A game that is being played, and the file to save it in."""

    def __init__(self, played: SavedGame, save: str | None, seconds: float | None) -> None:
        self.played = played
        self.kit = played.kit
        self.start = played.start
        self.moves = played.moves
        self.save_path = save
        self.seconds = seconds

    def play(self, max_player: str, min_player: str, seed: int) -> int:
        """Plays a game that is shown on stdout."""
        write = standard_output().write

        def show(text: str) -> None:
            write(text + "\n")
            sys.stdout.flush()

        def display(state: Any, move: Any) -> None:
            if move is not None:
                show(f"{self.kit.sides[self.kit.game.to_move(state).opponent]}: {self.kit.format_move(move)}")
            show(f"\n{self.fitted(draw_text(self.kit.picture(state, move)))}\n")

        human = HumanPlayer(self.kit, show, self.save)
        players = self.make_players({Side.MAX: max_player, Side.MIN: min_player}, seed, lambda: human)
        human.can_undo = not any(isinstance(player, program_player.ProgramPlayer) for player in players.values())
        try:
            program_player.begin_game(players, self.played.game, self.start, tuple(self.moves), self.seconds)
            record = self.run(players, display)
            program_player.end_game(players, record)
        except EndOfInputError:
            return self.break_off()
        except KeyboardInterrupt:
            self.break_off()
            raise
        finally:
            close(players)
        show(describe_result(self.kit, record))
        if self.save_path:
            save_game(self.save_path, self.played, record)
        return 0

    def make_players(self, specs: dict[Side, str], seed: int, human: Any) -> dict[Side, Player[Any, Any]]:
        return {
            side: make_player(self.kit, spec, seed=f"{seed} {side.name}", side=side, human=human)
            for side, spec in specs.items()
        }

    def run(self, players: dict[Side, Player[Any, Any]], display: Callable[[Any, Any], object]) -> Record[Any, Any]:
        """Shows the current state and plays to the end; after an undo, continues from the earlier state."""

        def moved(state: Any, move: Any) -> None:
            self.moves.append(move)
            display(state, move)

        while True:
            state = self.start
            for move in self.moves:
                state = self.kit.game.play(state, move)
            display(state, None)
            try:
                return play_game(
                    self.kit.game,
                    players,
                    outcomes=self.kit.outcomes,
                    start=self.start,
                    clock=monotonic,
                    why_drawn=self.kit.why_drawn,
                    played=tuple(self.moves),
                    display=moved,
                )
            except UndoError:
                del self.moves[-2:]

    def save(self, path: str) -> None:
        """Writes the game so far."""
        expect_savable(path, self.kit)
        save_game(path, self.played)

    def break_off(self) -> int:
        if self.save_path:
            save_game(self.save_path, self.played)
            say(f"the game is broken off and saved. Go on with: checkers-ab play --resume {shown(self.save_path)}")
        else:
            say("the game is broken off (--save FILE would have kept it)")
        return 0

    def fitted(self, drawing: str) -> str:
        width = shutil.get_terminal_size().columns
        needed = max(map(len, drawing.splitlines()))
        if sys.stdout.isatty() and needed > width:
            return f"(the board is {needed} columns wide, and this terminal has {width}: make it wider)"
        return drawing


def close(players: dict[Side, Any]) -> None:
    for player in players.values():
        if hasattr(player, "close"):
            player.close()
