"""`checkers-ab board`: a board in the terminal, or as a picture."""

from __future__ import annotations

import click

from checkers_ab.cli.failure import Failure, shown
from checkers_ab.cli.options import case_option, input_argument, load_chosen
from checkers_ab.cli.output import expect_ours, opened_output
from checkers_ab.cli.screen import Screen
from checkers_ab.cli.solving import verdict
from checkers_ab.core.errors import MoveError
from checkers_ab.games.checkers.board import Board, Move
from checkers_ab.games.checkers.boardfile import Case
from checkers_ab.games.checkers.drawing import COLUMNS, draw_board, draw_cells
from checkers_ab.games.checkers.kit import homework
from checkers_ab.games.checkers.notation import format_move
from checkers_ab.games.checkers.rules import Checkers
from checkers_ab.games.checkers.svg import MARKER, draw_svg
from checkers_ab.trace.faults import NAMES
from checkers_ab.trace.solve import has_labels

SHADE = "on #3f5f4a"
INKS = {"A": "bold #ffffff", "k": "bold #ffffff", "B": "bold #ffc24d", "K": "bold #ffc24d", ".": "#a9b6a2"}
"""Both of them can be read on the shade."""


@click.command("board")
@input_argument
@case_option
@click.option("--move", "text", metavar="MOVE", help="Mark a legal move, such as '(5,2)=>(3,0)' or 52-30.")
@click.option("--svg", metavar="FILE", type=click.Path(readable=False), help="Write a picture to FILE instead.")
@click.option("--force", is_flag=True, help="Overwrite FILE even if it is no picture of ours.")
def command(*, path: str, number: int | None, text: str | None, svg: str | None, force: bool) -> None:
    """Draw each board of INPUT.

    \b
    checkers-ab board board.txt                           in the terminal
    checkers-ab board board.txt --move '(5,2)=>(3,0)'     with a move marked on it
    checkers-ab board cases.txt --case 5 --svg case5.svg  a picture for a handout

    A and k are Alice's men and kings, B and K Bill's; rows and columns count from 0 at the top left. In a picture
    a move is an arrow, and a king has a second ring and a crown.
    """
    everything, cases = load_chosen(path, number, for_alice=False)
    for option, value in (("--svg", svg), ("--move", text)):
        if value is not None and len(cases) > 1:
            reason = f"{option} is for one board, and here are {len(cases)}"
            raise Failure(f"{shown(path)}: {reason}", hint="--case N chooses one")
    if force and svg is None:
        raise click.UsageError("--force is for --svg")
    move = None if text is None else read_move(cases[0].board, text)
    if svg is not None:
        write_picture(svg, cases[0], move, force=force, apart_from=path)
        return
    screen = Screen()
    for place, case in enumerate(cases):
        if has_labels(everything):
            screen.write(f"\n{case.label}\n" if place else f"{case.label}\n")
        show_board(screen, case.board, move)


def read_move(board: Board, text: str) -> Move:
    """A legal move on a board, or a refusal that says which there are."""
    if Checkers().utility(board) is not None:
        raise Failure(f"--move: the game is over: {verdict(board)}")
    try:
        return homework().parse_move(board, text)
    except MoveError as error:
        reason = str(error).partition("; legal are ")[0]
        legal = ", ".join(map(format_move, Checkers().moves(board)))
        raise Failure(f"--move: {reason}", hint=f"{NAMES[board.side]}'s legal moves: {legal}") from None


def show_board(screen: Screen, board: Board, move: Move | None) -> None:
    """The drawing, with shaded squares where there are colours."""
    if not screen.coloured:
        screen.write(draw_board(board, move or ()) + "\n")
        return
    from rich.text import Text

    text = Text(no_wrap=True, overflow="crop").append(COLUMNS, "dim")
    for row, cells in enumerate(draw_cells(board, move or ())):
        text.append(f"\n  {row} ", "dim")
        for column, cell in enumerate(cells):
            text.append(cell, f"{INKS[cell[1]]} {SHADE}" if (row + column) % 2 else "")
    screen.show(text)


def write_picture(svg: str, case: Case, move: Move | None, *, force: bool, apart_from: str) -> None:
    """Writes the SVG; what was there before must be one of ours, unless `force`."""
    if not force:
        expect_ours(svg, MARKER, "picture")
    title = f"Checkers board, {case.label}" + (f": {NAMES[case.board.side]} moves {format_move(move)}" if move else "")
    with opened_output(svg, apart_from=apart_from) as stream:
        stream.write(draw_svg(case.board, move, title=title))
