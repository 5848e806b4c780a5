"""`checkers-ab search`: finds the best move in any game."""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import click

from checkers_ab.cli.commands.completion import complete_game
from checkers_ab.cli.commands.players import ALGORITHMS, DEEPEST, USUAL_SECONDS, Effort, SearchOutcome, search_state
from checkers_ab.cli.io import say, standard_output
from checkers_ab.cli.options import Seconds, json_option, load_game
from checkers_ab.core.deepen import Progress
from checkers_ab.core.kit import Kit


@click.command("search")
@click.argument("game", metavar="GAME", shell_complete=complete_game)
@click.argument("state_file", metavar="[STATE]", required=False, type=click.Path(allow_dash=True))
@click.option("--depth", type=click.IntRange(1, DEEPEST), help="Plies to search.")
@click.option("--time", "seconds", type=Seconds(), help="Deepen for this many seconds.")
@click.option("--algorithm", type=click.Choice(ALGORITHMS), default="alphabeta", show_default=True)
@click.option("--order", metavar="NAME", help="The move order; it does not change the value.")
@click.option("--beam", type=click.IntRange(min=1), metavar="K", help="Keep only the best K moves of each state.")
@click.option("--eval", "evaluation", metavar="NAME", help="The evaluation; see checkers-ab games.")
@json_option
def command(
    *,
    game: str,
    state_file: str | None,
    depth: int | None,
    seconds: float | None,
    algorithm: str,
    order: str | None,
    beam: int | None,
    evaluation: str | None,
    as_json: bool,
) -> None:
    """Search for the best move of GAME, from its initial state or from a STATE.

    \b
    checkers-ab search checkers --depth 8
    checkers-ab search amazons:size=6 --time 5 --eval territory --beam 30
    checkers-ab search skirmish:map=open --depth 4 --order attack
    """
    kit, state = load_game(game, state_file)
    if depth is None and seconds is None:
        seconds = USUAL_SECONDS
    effort = Effort(depth=depth, seconds=seconds, beam=beam, evaluation=evaluation, order=order, algorithm=algorithm)
    found = search_state(kit, state, effort, lambda progress: _show_progress(kit, progress))
    figures = summarize(kit, found)
    write = standard_output().write
    if as_json:
        write(json.dumps(figures, indent=2) + "\n")
    else:
        write(
            "".join(
                f"{name.replace('_', ' '):20} {_shown(value)}\n" for name, value in figures.items() if name != "plies"
            )
        )


def _show_progress(kit: Kit[Any, Any, Any], progress: Progress[Any, Any]) -> None:
    """Prints a line for each completed depth, if stderr is a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        speed = f"{progress.nodes / progress.seconds:,.0f} nodes/s" if progress.seconds else ""
        line = " ".join(map(kit.format_move, progress.line))
        say(f"depth {progress.depth:3}  value {progress.value}  {speed}  {line}"[:200])


def summarize(kit: Kit[Any, Any, Any], found: SearchOutcome) -> dict[str, Any]:
    """The figures of a search, by name."""
    progress, statistics = found.progress, found.progress.statistics
    figures: dict[str, Any] = {
        "move": None if progress.move is None else kit.format_move(progress.move),
        "value": _as_json(progress.value),
        "exact": found.left_out == 0,
        "line": [kit.format_move(move) for move in progress.line],
        "depth": progress.depth,
        "nodes": progress.nodes,
        "seconds": round(progress.seconds, 6),
        "nodes_a_second": round(progress.nodes / progress.seconds) if progress.seconds else None,
    }
    if found.left_out:
        figures |= {"left_out_by_the_beam": found.left_out, "valued_by_the_beam": found.valued}
    if statistics is not None:
        figures |= {
            "leaves": statistics.leaves,
            "cuts": statistics.cuts,
            "moves_cut": statistics.moves_cut,
            "branching": round(statistics.branching, 3),
            "effective_branching": round(statistics.effective_branching, 3),
            "best_case_leaves": round(statistics.best_case) if math.isfinite(statistics.best_case) else None,
            "plies": [
                {"nodes": ply.nodes, "leaves": ply.leaves, "cuts": ply.cuts, "moves_cut": ply.moves_cut}
                for ply in statistics.plies
            ],
        }
    return figures


def _as_json(value: Any) -> Any:
    """A value for JSON: infinities and fractions become strings."""
    return value if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)) else str(value)


def _shown(value: Any) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no, a beam left moves out"
        case list():
            return " ".join(value)
        case int():
            return f"{value:,}"
    return str(value)
