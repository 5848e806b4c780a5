"""`checkers-ab tree`: the search as a tree in the terminal."""

from __future__ import annotations

from dataclasses import replace

import click

from checkers_ab.cli.branches import FANCY, PLAIN, Painter, most_plies
from checkers_ab.cli.options import (
    DEEPEST,
    case_option,
    convention_option,
    eval_option,
    game_option,
    load_chosen,
    load_evaluation,
    load_kit,
    read_convention,
    start_argument,
    values_needed,
)
from checkers_ab.cli.screen import Screen
from checkers_ab.core.tree import TreeBuilder
from checkers_ab.trace.solve import has_labels, solve

SHOWN = 2
MOST_MOVES = 5_000
"""That a tree shows; one with more is shown to fewer plies."""
EVERYTHING = 10_000
"""Plies; no game that is searched to its end is as long."""


@click.command("tree")
@start_argument
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
    help="Plies to search.  [default: 4; a textbook tree whole]",
)
@click.option("--only", type=click.Choice(["best", "cuts"]), help="Only the best line, or only what leads to cuts.")
@game_option
@eval_option
@case_option
@convention_option
def command(
    *,
    path: str | None,
    shown: int | None,
    depth: int | None,
    only: str | None,
    game_name: str,
    evaluation: str | None,
    number: int | None,
    convention_name: str,
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
    kit = load_kit(game_name)
    evaluate = load_evaluation(kit, evaluation)
    convention = read_convention(kit, convention_name)
    everything, cases = load_chosen(kit, path, number)
    screen = Screen()
    searched = depth or kit.depth or EVERYTHING
    plies = min(searched, shown or (searched if only or kit.depth is None else SHOWN))
    fitting = min(plies, most_plies(screen.width))
    painter = Painter(
        kit=kit,
        signs=PLAIN if screen.ascii_only else FANCY,
        convention=convention,
        width=screen.width,
        plies=fitting,
        only=only,
    )
    for place, case in enumerate(cases):
        if has_labels(everything):
            screen.write(f"\n{case.label}\n" if place else f"{case.label}\n")
        if kit.game.utility(case.state) is not None:
            screen.say(f"the game is over: {kit.why_over(case.state)}")
            continue
        tree = TreeBuilder(kit.game.to_move(case.state), plies=0 if only == "best" else fitting, most=MOST_MOVES)
        with values_needed(path or game_name):
            solve(kit, case.state, depth=depth, convention=convention, evaluate=evaluate, observer=tree)
        show_tree(screen, painter, tree, plies)


def show_tree(screen: Screen, painter: Painter, tree: TreeBuilder, plies: int) -> None:
    """Draws the tree of a search, and says how far if that is not as far as was asked: to some `plies`."""
    fitting, wanted = painter.plies, min(plies, tree.deepest)
    if painter.only != "best":
        painter = replace(painter, plies=min(fitting, tree.plies))
    screen.show(painter.paint(tree.finish()))
    screen.say(painter.legend())
    if painter.plies < wanted:
        narrow = painter.plies == fitting
        why = f"more need over {screen.width} columns" if narrow else f"more are over {MOST_MOVES:,} moves"
        screen.say(f"shown to ply {painter.plies} of {wanted}: {why}")
