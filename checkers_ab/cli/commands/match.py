"""`checkers-ab match`: plays many games between two players."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from io import StringIO
from typing import Any

import click

from checkers_ab.cli.commands.completion import complete_game, complete_player
from checkers_ab.cli.commands.players import SearchPlayer, make_player
from checkers_ab.cli.io import standard_output
from checkers_ab.cli.options import json_option
from checkers_ab.core.errors import OptionError
from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.match import play_game
from checkers_ab.core.parallel import parallel_map
from checkers_ab.games.registry import make_game


@dataclass(frozen=True, kw_only=True)
class MatchSetup:
    """The setup of a match: the game, the two players, and the settings."""

    game: str
    players: tuple[str, str]
    seed: int
    opening: int
    swap: bool
    most_plies: int

    def sides(self, number: int) -> list[Side]:
        """The sides of the two players in a game."""
        return [Side.MIN, Side.MAX] if self.swap and number % 2 == 1 else [Side.MAX, Side.MIN]


@dataclass(frozen=True, kw_only=True)
class MatchGame:
    """One game of a match. `winner` is the number of the player, 0 or 1, or None."""

    number: int
    start: str
    """The initial state, in the file format."""
    winner: int | None
    reason: str
    plies: int
    moves: tuple[str, ...]
    efforts: tuple[tuple[int, int, int, float], ...]
    """For each player: the number of searches, and the sums of depths, nodes and seconds."""


@click.command("match")
@click.argument("game", metavar="GAME", shell_complete=complete_game)
@click.option(
    "--max",
    "first",
    metavar="PLAYER",
    required=True,
    help="The player of the first side.",
    shell_complete=complete_player,
)
@click.option(
    "--min",
    "second",
    metavar="PLAYER",
    required=True,
    help="The player of the other side.",
    shell_complete=complete_player,
)
@click.option("--games", type=click.IntRange(1, 100_000), default=20, show_default=True, help="The number of games.")
@click.option("--seed", type=int, default=1, show_default=True, help="For random players and openings.")
@click.option(
    "--opening", type=click.IntRange(0, 100), default=0, show_default=True, help="Random plies to begin with."
)
@click.option("--swap", is_flag=True, help="Exchange the sides in every second game, with the same opening.")
@click.option(
    "--plies", type=click.IntRange(min=1), default=300, show_default=True, help="A draw after this many plies."
)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Games at the same time.")
@json_option
def command(
    *,
    game: str,
    first: str,
    second: str,
    games: int,
    seed: int,
    opening: int,
    swap: bool,
    plies: int,
    jobs: int,
    as_json: bool,
) -> None:
    """Play a match of GAME between two players, and print the standings.

    \b
    checkers-ab match checkers --max search:depth=4 --min random --games 20
    checkers-ab match amazons:size=6 --max search:time=0.2,eval=territory \\
        --min search:time=0.2 --opening 2 --swap --jobs 2
    """
    setup = MatchSetup(
        game=game,
        players=(first, second),
        seed=seed,
        opening=opening,
        swap=swap,
        most_plies=plies,
    )
    _check_setup(setup)
    played = list(_show_progress(parallel_map(partial(play_one, setup), range(games), jobs), games))
    figures = summarize(setup, played)
    write = standard_output().write
    write(json.dumps(figures, indent=2) + "\n" if as_json else describe(figures))


def _check_setup(setup: MatchSetup) -> None:
    """Makes the game and the players once, so that errors in names and options are reported at once."""
    kit = make_game(setup.game)
    for spec, side in zip(setup.players, Side, strict=True):
        make_player(kit, spec, seed=0, side=None if setup.swap else side)
    _opening(kit, setup.opening, random.Random(setup.seed))


def play_one(setup: MatchSetup, number: int) -> MatchGame:
    """Plays one game; the same setup and number give the same game if the players are deterministic."""
    kit = make_game(setup.game)
    order = setup.sides(number)
    chance = random.Random(f"{setup.seed} {number // 2 if setup.swap else number}")
    start = _opening(kit, setup.opening, chance)
    players = {
        side: make_player(kit, spec, seed=f"{setup.seed} {number} {side}", side=side)
        for side, spec in zip(order, setup.players, strict=True)
    }
    record = play_game(kit.game, players, outcomes=kit.outcomes, start=start, most_plies=setup.most_plies)
    return MatchGame(
        number=number,
        start=kit.format_state(start),
        winner=None if record.winner is None else order.index(record.winner),
        reason=record.reason,
        plies=len(record.moves),
        moves=tuple(map(kit.format_move, record.moves)),
        efforts=tuple(_effort(players[side]) for side in order),
    )


def _opening(kit: Kit[Any, Any, Any], plies: int, chance: random.Random) -> Any:
    """A state that is not over, after some random moves."""
    for _ in range(1000):
        state = kit.game.start()
        for _ in range(plies):
            if kit.game.utility(state) is None:
                state = kit.game.play(state, chance.choice(kit.game.moves(state)))
        if kit.game.utility(state) is None:
            return state
    raise OptionError(f"no game goes on after {plies} random plies: choose a shorter --opening")


def _effort(player: object) -> tuple[int, int, int, float]:
    if isinstance(player, SearchPlayer):
        return player.searches, player.depths, player.nodes, player.seconds
    return 0, 0, 0, 0.0


def _show_progress(played: Iterator[MatchGame], games: int) -> Iterator[MatchGame]:
    """Shows a progress bar on stderr, if it is a terminal."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    if not console.is_terminal:
        yield from played
    else:
        yield from track(played, total=games, description="games", console=console, transient=True)


def summarize(setup: MatchSetup, played: list[MatchGame]) -> dict[str, Any]:
    """The figures of a match, by name."""
    players = []
    for place, spec in enumerate(setup.players):
        wins = sum(one.winner == place for one in played)
        draws = sum(one.winner is None for one in played)
        searches, depths, nodes, seconds = (
            sum(column) for column in zip(*(one.efforts[place] for one in played), strict=True)
        )
        low, high = confidence(wins + draws / 2, len(played))
        players.append(
            {
                "player": spec,
                "wins": wins,
                "draws": draws,
                "losses": len(played) - wins - draws,
                "score": round((wins + draws / 2) / len(played), 4),
                "confidence_95": [round(low, 4), round(high, 4)],
                "mean_depth": round(depths / searches, 2) if searches else None,
                "nodes_a_second": round(nodes / seconds) if seconds else None,
            }
        )
    return {"game": setup.game, "games": len(played), "players": players, "results": [asdict(one) for one in played]}


def confidence(score: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson score interval for `score` out of `games`."""
    z = 1.96
    share = score / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def describe(figures: dict[str, Any]) -> str:
    """Formats the results of a match as a table."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    table.add_column("player", overflow="fold")
    for name in ("wins", "draws", "losses", "score", "95 %", "depth", "nodes/s"):
        table.add_column(name, justify="right")
    for player in figures["players"]:
        low, high = player["confidence_95"]
        table.add_row(
            Text(player["player"]),
            *(str(player[name]) for name in ("wins", "draws", "losses")),
            f"{player['score']:.2f}",
            f"{low:.2f}-{high:.2f}",
            "" if player["mean_depth"] is None else f"{player['mean_depth']:.1f}",
            "" if player["nodes_a_second"] is None else f"{player['nodes_a_second']:,}",
        )
    text = StringIO()
    Console(file=text, width=100, color_system=None).print(table)
    odd = sorted({one["reason"] for one in figures["results"] if one["reason"] != "the game is over"})
    return f"{figures['game']}, {figures['games']} game{'s' * (figures['games'] > 1)}\n{text.getvalue()}" + "".join(
        f"also: {reason}\n" for reason in odd
    )
