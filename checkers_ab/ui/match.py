"""`checkers-ab match`: many games between two players."""

from __future__ import annotations

import json
import math
import random
import signal
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import repeat
from multiprocessing import Pool
from time import monotonic
from typing import Any

import click

from checkers_ab.core.errors import OptionError
from checkers_ab.core.game import Side
from checkers_ab.core.match import play_game
from checkers_ab.games import make_game
from checkers_ab.ui.failure import Failure
from checkers_ab.ui.options import Seconds, json_option
from checkers_ab.ui.play import close
from checkers_ab.ui.players import SearchPlayer, make_player
from checkers_ab.ui.program import ProgramPlayer
from checkers_ab.ui.solving import standard_output


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is played: the game, the two players, and how."""

    game: str
    players: tuple[str, str]
    seed: int
    opening: int
    swap: bool
    seconds: float | None
    most_plies: int


@dataclass(frozen=True, kw_only=True)
class Played:
    """One game of a match: who won, 0 or 1 by their place, why, and what the searches took."""

    number: int
    winner: int | None
    reason: str
    plies: int
    moves: tuple[str, ...]
    efforts: tuple[tuple[int, int, int, float], ...]
    """For each player: searches, depths and nodes added up, seconds."""


@click.command("match")
@click.argument("game", metavar="GAME")
@click.option("--max", "first", metavar="PLAYER", required=True, help="Who plays the first side.")
@click.option("--min", "second", metavar="PLAYER", required=True, help="Who plays the other side.")
@click.option("--games", type=click.IntRange(1, 100_000), default=20, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, help="For random players and openings.")
@click.option(
    "--opening", type=click.IntRange(0, 100), default=0, show_default=True, help="Random plies to begin with."
)
@click.option("--swap", is_flag=True, help="Exchange the sides in every second game, with the same opening.")
@click.option("--move-time", "seconds", type=Seconds(), help="Who takes longer has lost.")
@click.option("--plies", type=click.IntRange(min=1), default=300, show_default=True, help="Then nobody has won.")
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
    seconds: float | None,
    plies: int,
    jobs: int,
    as_json: bool,
) -> None:
    """Play a match of GAME between two players, and say how it went.

    \b
    checkers-ab match checkers --max search:depth=4 --min random --games 20
    checkers-ab match amazons:size=6 --max search:time=0.2,eval=territory \\
        --min search:time=0.2 --opening 2 --swap --jobs 2
    """
    plan = Plan(
        game=game,
        players=(first, second),
        seed=seed,
        opening=opening,
        swap=swap,
        seconds=seconds,
        most_plies=plies,
    )
    _try_out(plan)
    played = list(_show_progress(_play_all(plan, games, jobs), games))
    played.sort(key=lambda one: one.number)
    figures = summarize(plan, played)
    write = standard_output().write
    write(json.dumps(figures, indent=2) + "\n" if as_json else describe(plan, figures))


def _try_out(plan: Plan) -> None:
    """Says at once what is wrong with a name or an option."""
    if plan.opening and any(spec.startswith("program") for spec in plan.players):
        raise Failure("a program can't be told how a game began: leave out --opening")
    try:
        kit = make_game(plan.game)
        for spec, side in zip(plan.players, Side, strict=True):
            close({side: make_player(kit, spec, seed=0, side=None if plan.swap else side)})
        _opening(kit, plan.opening, random.Random(plan.seed))
    except OptionError as error:
        raise Failure(str(error)) from None


def _play_all(plan: Plan, games: int, jobs: int) -> Iterator[Played]:
    if jobs == 1:
        yield from map(play_one, repeat(plan), range(games))
        return
    with Pool(jobs, initializer=_end_at_once) as pool:  # leaving the block ends the workers
        yield from pool.imap(partial(play_one, plan), range(games))


def _end_at_once() -> None:
    """A worker leaves Ctrl-C to the one who started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_one(plan: Plan, number: int) -> Played:
    """One game; the same plan and number give the same game, as far as the players are the same."""
    kit = make_game(plan.game)
    swapped = plan.swap and number % 2 == 1
    chance = random.Random(f"{plan.seed} {number // 2 if plan.swap else number}")
    start = _opening(kit, plan.opening, chance)
    seats = {Side.MAX: plan.players[swapped], Side.MIN: plan.players[not swapped]}
    players = {
        side: make_player(kit, spec, seed=f"{plan.seed} {number} {side}", side=side) for side, spec in seats.items()
    }
    for player in players.values():
        if isinstance(player, ProgramPlayer) and plan.seconds is not None:
            player.patience = min(player.patience, plan.seconds + 1)
    try:
        record = play_game(
            kit.game,
            players,
            outcomes=kit.outcomes,
            start=start,
            clock=monotonic,
            seconds_a_move=plan.seconds,
            most_plies=plan.most_plies,
        )
    finally:
        close(players)
    order = [Side.MIN, Side.MAX] if swapped else [Side.MAX, Side.MIN]
    return Played(
        number=number,
        winner=None if record.winner is None else order.index(record.winner),
        reason=record.reason,
        plies=len(record.moves),
        moves=tuple(map(kit.format_move, record.moves)),
        efforts=tuple(_effort(players[side]) for side in order),
    )


def _opening(kit: Any, plies: int, chance: random.Random) -> Any:
    """A state after some random moves that is not over."""
    for _ in range(1000):
        state = kit.game.start()
        for _ in range(plies):
            if kit.game.utility(state) is None:
                state = kit.game.play(state, chance.choice(kit.game.moves(state)))
        if kit.game.utility(state) is None:
            return state
    raise OptionError(f"no game goes on after {plies} random plies: choose a shorter --opening")


def _effort(player: Any) -> tuple[int, int, int, float]:
    if isinstance(player, SearchPlayer):
        return player.searches, player.depths, player.nodes, player.seconds
    return 0, 0, 0, 0.0


def _show_progress(played: Iterator[Played], games: int) -> Iterator[Played]:
    """A bar on a terminal, on stderr."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    if not console.is_terminal:
        yield from played
    else:
        yield from track(played, total=games, description="games", console=console, transient=True)


def summarize(plan: Plan, played: list[Played]) -> dict[str, Any]:
    """The match in figures."""
    players = []
    for place, spec in enumerate(plan.players):
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
    return {"game": plan.game, "games": len(played), "players": players, "results": [asdict(one) for one in played]}


def confidence(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of Wilson for a share of `score` out of `games`."""
    z = 1.96
    share = score / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def describe(plan: Plan, figures: dict[str, Any]) -> str:
    """The table of a match."""
    from io import StringIO

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
