"""`checkers-ab perft`: counting the move tree."""

from __future__ import annotations

import click

from checkers_ab.core.perft import divide, perft
from checkers_ab.ui.solving import standard_output
from checkers_ab.ui.transcript import load_game


@click.command("perft")
@click.argument("game", metavar="GAME")
@click.argument("state_file", metavar="[STATE]", required=False, type=click.Path(allow_dash=True))
@click.option("--depth", type=click.IntRange(0, 99), required=True, help="How many moves long.")
@click.option("--divide", "divided", is_flag=True, help="List the counts by first move, too.")
def command(*, game: str, state_file: str | None, depth: int, divided: bool) -> None:
    """Count the sequences of moves of GAME, from its start or from a STATE.

    \b
    checkers-ab perft checkers --depth 6
    checkers-ab perft amazons:size=6 --depth 2 --divide
    """
    kit, state = load_game(game, state_file)
    write = standard_output().write
    if not divided or depth == 0:
        write(f"{perft(kit.game, state, depth, kit.count_moves)}\n")
        return
    total = 0
    for move, count in divide(kit.game, state, depth, kit.count_moves):
        write(f"{kit.format_move(move)} {count}\n")
        total += count
    write(f"total {total}\n")
