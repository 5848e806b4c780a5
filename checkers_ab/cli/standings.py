"""The results of a match, as figures and as a table."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from checkers_ab.cli.match import MatchGame, MatchSetup


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
