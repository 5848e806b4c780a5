"""`checkers-ab board`: draws states of a game in the terminal, as SVG, or as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from checkers_ab.cli.options import Cases, case_option, game_option, load_chosen, load_kit, start_argument
from checkers_ab.cli.output import check_svg, expect_one, force_option, opened_output, svg_option, title_of, write_svg
from checkers_ab.cli.screen import Screen
from checkers_ab.core.case import Case
from checkers_ab.core.errors import InputError, MoveError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.picture import Grid, Picture, draw_rows, draw_text, show_move

if TYPE_CHECKING:
    from rich.text import Text

SHADE = "on #3f5f4a"
INKS = {Side.MAX: "bold #ffffff", Side.MIN: "bold #ffc24d"}
"""The colours of the pieces, readable on the shade."""
FAINT, PLAIN = "#a9b6a2", "#ffffff"


@click.command("board")
@start_argument
@game_option
@case_option
@click.option("--move", "text", metavar="MOVE", help="Mark a legal move, such as '(5,2)=>(3,0)' or 52-30.")
@svg_option
@click.option("--text", "as_text", is_flag=True, help="Write the state in its file format.")
@force_option
def command(
    *,
    path: str | None,
    game_name: str,
    number: int | None,
    text: str | None,
    svg: str | None,
    as_text: bool,
    force: bool,
) -> None:
    """Draw each state of INPUT, or the initial state of the game.

    \b
    checkers-ab board                                     the start of checkers
    checkers-ab board board.txt                           in the terminal
    checkers-ab board board.txt --move '(5,2)=>(3,0)'     with a move marked on it
    checkers-ab board cases.txt --case 5 --svg case5.svg  a picture for a handout
    checkers-ab board --game amazons:size=6 --text        in the file format

    On a checkers board, A and k are Alice's men and kings, B and K are Bill's; rows and columns count from 0 at the top
    left. In a picture a move is an arrow, and a king has a second ring and a crown. A tree is drawn as a tree.
    """
    if as_text and (text is not None or svg is not None):
        raise click.UsageError("--text takes neither --move nor --svg")
    check_svg(svg, force=force)
    kit = load_kit(game_name)
    everything, cases = load_chosen(kit, path, number, fit=False)
    if path is None:
        cases[0].label = "start"
    expect_one(path or kit.name, cases, {"--svg": svg, "--move": text})
    labelled = len(everything) > 1 or everything[0].headed
    if as_text:
        write_text(kit, cases, labelled=labelled)
    elif svg is not None:
        write_picture(kit, cases[0], text, svg, force=force, path=path)
    else:
        show_cases(kit, cases, text, labelled=labelled)


def read_move(kit: AnyKit, state: Any, text: str) -> Any:
    """Parses a legal move; raises InputError with the legal moves."""
    if kit.game.utility(state) is not None:
        raise InputError(f"--move: the game is over: {kit.why_over(state)}")
    try:
        return kit.parse_move(state, text)
    except MoveError as error:
        raise InputError(f"--move: {error}") from None


def picture_of(kit: AnyKit, state: Any, move: Any) -> Picture:
    """The picture of a state, with a move if it is given."""
    before = kit.picture(state)
    return before if move is None else show_move(before, kit.picture(kit.game.play(state, move), move))


def write_text(kit: AnyKit, cases: Cases, *, labelled: bool) -> None:
    """Writes states in their file format, with the headings that they had."""
    blocks = [(f"{case.label}\n" if labelled else "") + kit.format_state(case.state) for case in cases]
    with opened_output(None) as stream:
        stream.write("\n".join(blocks))


def write_picture(kit: AnyKit, case: Case[Any], text: str | None, svg: str, *, force: bool, path: str | None) -> None:
    """Writes the state as SVG, with a move if it is given."""
    move = None if text is None else read_move(kit, case.state, text)
    title = title_of(kit, case)
    if move is not None:
        title += f": {kit.sides[kit.game.to_move(case.state)]} moves {kit.format_move(move)}"
    write_svg(kit, picture_of(kit, case.state, move), svg, title=title, force=force, path=path)


def show_cases(kit: AnyKit, cases: Cases, text: str | None, *, labelled: bool) -> None:
    """Shows the states one below the other, in colours if the screen has them."""
    move = None if text is None else read_move(kit, cases[0].state, text)
    screen = Screen()
    for place, case in enumerate(cases):
        if labelled:
            screen.write(f"\n{case.label}\n" if place else f"{case.label}\n")
        picture = picture_of(kit, case.state, move)
        if screen.coloured and isinstance(picture, Grid):
            screen.show(coloured(picture))
        else:
            screen.write(draw_text(picture) + "\n")


def coloured(grid: Grid) -> Text:
    """Draws a board in colours: dark squares are shaded, or all squares if none is dark."""
    from rich.text import Text

    header, rows = draw_rows(grid)
    lines = [Text().append(header, "dim")]
    for row, (name, cells) in enumerate(rows):
        line = Text().append(name, "dim")
        for column, cell in enumerate(cells):
            shaded = grid.dark is None or (row + column) % 2 == grid.dark
            line.append(cell, f"{ink(grid, grid.cells[row][column])} {SHADE}" if shaded else "")
        lines.append(line)
    if grid.columns_below:
        lines.append(lines.pop(0))
    lines += map(Text, ["", *grid.notes] if grid.notes else [])
    return Text("\n", no_wrap=True, overflow="crop").join(lines)


def ink(grid: Grid, text: str) -> str:
    """The colour of the text of a cell."""
    if text in grid.pieces:
        return INKS[grid.pieces[text].side]
    return FAINT if text in (".", "") else PLAIN
