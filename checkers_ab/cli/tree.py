"""`checkers-ab tree`: the search as a tree in the terminal."""

from __future__ import annotations

import click

from checkers_ab.cli.branches import FANCY, PLAIN, Painter, most_plies
from checkers_ab.cli.options import (
    DEEPEST,
    case_option,
    convention_option,
    input_argument,
    load_chosen,
    read_convention,
)
from checkers_ab.cli.screen import Screen
from checkers_ab.cli.solving import verdict
from checkers_ab.games.checkers.boardfile import Case
from checkers_ab.trace.convention import Convention
from checkers_ab.trace.solve import DEPTH, has_labels
from checkers_ab.trace.tree import grow_tree

SHOWN = 2
MOST_MOVES = 5_000
"""That a tree shows; one with more is shown to fewer plies."""


@click.command("tree")
@input_argument
@click.option(
    "--depth",
    "shown",
    type=click.IntRange(1, DEEPEST),
    help=f"Plies to show.  [default: {SHOWN}; with --only all]",
)
@click.option(
    "--search-depth",
    "depth",
    type=click.IntRange(1, DEEPEST),
    default=DEPTH,
    show_default=True,
    help="Plies to search.",
)
@click.option("--only", type=click.Choice(["best", "cuts"]), help="Only the best line, or only what leads to cuts.")
@case_option
@convention_option
def command(
    *, path: str, shown: int | None, depth: int, only: str | None, number: int | None, convention_name: str
) -> None:
    """Show the search of each board of INPUT as a tree.

    \b
    checkers-ab tree board.txt                  two plies of it, the rest counted
    checkers-ab tree board.txt --depth 4        all of it
    checkers-ab tree board.txt --only best      the best line
    checkers-ab tree board.txt --only cuts      the moves that lead to cuts

    Each line has a move, the value that it came back with and the window it began with. A value with >= or <= is
    only a bound, for moves were cut; a star marks the best line.
    """
    convention = read_convention(convention_name)
    everything, cases = load_chosen(path, number)
    screen = Screen()
    plies = min(depth, shown or (depth if only else SHOWN))
    for place, case in enumerate(cases):
        if has_labels(everything):
            screen.write(f"\n{case.label}\n" if place else f"{case.label}\n")
        show_tree(screen, case, depth=depth, plies=plies, only=only, convention=convention)


def show_tree(screen: Screen, case: Case, *, depth: int, plies: int, only: str | None, convention: Convention) -> None:
    """Draws the tree of one board, and says how far if that is not as far as was asked."""
    fitting = min(plies, most_plies(screen.width))
    kept = 0 if only == "best" else fitting
    tree = grow_tree(case.board, depth=depth, convention=convention, plies=kept, most=MOST_MOVES)
    if tree.root.value is None:
        screen.say(f"the game is over: {verdict(case.board)}")
        return
    reached = fitting if only == "best" else tree.plies
    signs = PLAIN if screen.ascii_only else FANCY
    painter = Painter(signs=signs, convention=convention, width=screen.width, plies=reached, only=only)
    screen.show(painter.paint(tree.root))
    screen.say(painter.legend())
    if reached < plies:
        why = f"more need over {screen.width} columns" if reached == fitting else f"more are over {MOST_MOVES:,} moves"
        screen.say(f"shown to ply {reached} of {plies}: {why}")
