"""`checkers-ab perft`: counts the move tree."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from checkers_ab.cli.commands.completion import complete_game
from checkers_ab.cli.io import standard_output
from checkers_ab.cli.options import load_game
from checkers_ab.core.parallel import parallel_map
from checkers_ab.core.perft import perft
from checkers_ab.games.registry import make_game


@click.command("perft")
@click.argument("game", metavar="GAME", shell_complete=complete_game)
@click.argument("state_file", metavar="[STATE]", required=False, type=click.Path(allow_dash=True))
@click.option("--depth", type=click.IntRange(0, 99), required=True, help="The length of the sequences.")
@click.option("--divide", "divided", is_flag=True, help="Also list the counts by first move.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="First moves in parallel.")
def command(*, game: str, state_file: str | None, depth: int, divided: bool, jobs: int) -> None:
    """Count the sequences of moves of GAME, from its initial state or from a STATE.

    \b
    checkers-ab perft checkers --depth 6 --divide
    checkers-ab perft amazons:size=6 --depth 3 --jobs 2
    """
    kit, state = load_game(game, state_file)
    write = standard_output().write
    if depth == 0 or (jobs == 1 and not divided):
        write(f"{_count(game, depth, state)}\n")
        return
    moves = kit.game.moves(state) if kit.game.utility(state) is None else []
    children = [kit.game.play(state, move) for move in moves]
    total = 0
    counts = parallel_map(partial(_count, game, depth - 1), children, jobs, prepare=partial(make_game, game))
    for move, below in zip(moves, counts, strict=True):
        if divided:
            write(f"{kit.format_move(move)} {below}\n")
        total += below
    write(f"total {total}\n" if divided else f"{total}\n")


def _count(game: str, depth: int, state: Any) -> int:
    """The number of sequences of moves from a state; a worker makes the game itself."""
    kit = make_game(game)
    return perft(kit.game, state, depth, kit.count_moves)
