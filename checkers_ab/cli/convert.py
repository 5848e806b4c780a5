"""`checkers-ab convert`: converts boards and games between formats."""

from __future__ import annotations

import click

from checkers_ab.cli.io import Failure, os_failure, shown
from checkers_ab.cli.options import case_option, input_argument, output_option, the_case
from checkers_ab.cli.output import opened_output
from checkers_ab.cli.solving import opened_input, warn
from checkers_ab.core.case import Case
from checkers_ab.core.errors import StateError
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.boardfile import format_state, parse_boards
from checkers_ab.games.checkers.fen import MOST_PIECES, format_fen
from checkers_ab.games.checkers.pdn import PdnGame, format_pdn, looks_like_pdn
from checkers_ab.games.registry import make_game

LONGEST = 100_000_000
"""The most characters of a file; the largest collections of games have a fifth of that."""


Item = tuple[Case[Board], PdnGame]
"""A board or the last board of a game, and the game."""


@click.command("convert")
@input_argument
@click.option("--to", "form", type=click.Choice(["board", "fen", "pdn"]), required=True, help="The output format.")
@click.option("--ply", type=click.IntRange(min=0), metavar="N", help="Cut each game after N plies.")
@case_option
@click.option("--strict", is_flag=True, help="Stop at a game that can't be read, instead of leaving it out.")
@output_option
def command(*, path: str, form: str, ply: int | None, number: int | None, strict: bool, output: str | None) -> None:
    """Convert the boards or games of INPUT to another format: rows, FEN or PDN.

    \b
    checkers-ab convert board.txt --to fen         a line for each board
    checkers-ab convert fen:W:W22:B17 --to board   eight rows
    checkers-ab convert games.pdn --to fen         the last position of each game
    checkers-ab convert games.pdn --case 3 --ply 12 --to board
    checkers-ab convert board.txt --to pdn         a game from this position

    INPUT is a board file, a PDN file, or a FEN after fen:. Games must be English draughts, and count as cases from 1.
    The board of a game is its last position. A game that can't be read, or is of another type, is left out and named
    on stderr; the exit code is 2 only if none is left.
    """
    items = _read(path, number, strict)
    games = [(case, _cut(path, case, game, ply)) for case, game in items]
    if form != "board":
        for case, game in games:
            _expect_few(path, case, game.start)
    with opened_output(output, apart_from=path) as stream:
        for place, (case, game) in enumerate(games):
            stream.write(("\n" if place and form != "fen" else "") + _format(case, game, form))


def _read(path: str, number: int | None, strict: bool) -> list[Item]:
    """Reads the boards, each as a game without moves, or the games, each with its last board. Prints warnings."""
    try:
        with opened_input(make_game("checkers"), path) as stream:
            text = stream.read(LONGEST + 1)
        if len(text) > LONGEST:
            raise Failure(f"{shown(path)}: longer than {LONGEST:,} characters", hint="convert it in parts")
        if path.lower().endswith(".pdn") or looks_like_pdn(text):
            from checkers_ab.cli.pdn_database import good_games

            return [
                (Case(f"case{place}", place, False, game.end(), []), game)
                for place, game in good_games(path, text, number, strict=strict)
            ]
        cases = parse_boards(text)
    except StateError as error:
        raise Failure(f"{shown(path)}:{error}", hint=error.hint) from None
    except OSError as error:
        raise os_failure(path, error) from None
    chosen = cases if number is None else [the_case(path, cases, number)]
    warn(path, chosen)
    return [(case, PdnGame(tags={"Event": case.label} if case.headed else {}, start=case.state)) for case in chosen]


def _cut(path: str, case: Case[Board], game: PdnGame, ply: int | None) -> PdnGame:
    """Cuts a game after `ply` plies."""
    if ply is None:
        return game
    if ply > len(game.moves):
        plies = f"{len(game.moves)} {'ply' if len(game.moves) == 1 else 'plies'}"
        raise Failure(f"{shown(path)}: {case.label}: --ply {ply} is too far: this game has {plies}")
    return game.after(ply)


def _expect_few(path: str, case: Case[Board], board: Board) -> None:
    """Raises Failure for a board with more pieces than a FEN may have."""
    most = max(board.alice.bit_count(), board.bill.bit_count())
    if most > MOST_PIECES:
        raise Failure(f"{shown(path)}: {case.label}: a side has at most {MOST_PIECES} pieces in a FEN, found {most}")


def _format(case: Case[Board], game: PdnGame, form: str) -> str:
    if form == "pdn":
        return format_pdn(game)
    heading = f"{case.label}\n" if case.headed else ""
    board = game.end()
    return heading + (f"{format_fen(board)}\n" if form == "fen" else format_state(board))
