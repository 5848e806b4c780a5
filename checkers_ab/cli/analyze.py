"""`checkers-ab analyze`: the best moves of a position, by iterative deepening."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import click

from checkers_ab.cli.engine_note import note_plain_engine
from checkers_ab.cli.io import Failure, shown
from checkers_ab.cli.options import Seconds, case_option, json_option, load_chosen
from checkers_ab.cli.screen import Screen
from checkers_ab.core.kit import Kit
from checkers_ab.engine.analysis import DEEPEST, Analysis, Engine, Variation
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.fen import format_fen
from checkers_ab.games.registry import make_game

USUAL_SECONDS = 5.0


@click.command("analyze")
@click.argument("position", metavar="POSITION", type=click.Path(allow_dash=True))
@click.option("--time", "seconds", type=Seconds(), help="Deepen for this many seconds; 5 without --depth.")
@click.option("--depth", type=click.IntRange(1, DEEPEST), help="Stop after this many plies.")
@click.option(
    "--rules",
    type=click.Choice(["homework", "english"]),
    default="homework",
    show_default=True,
    help="One jump a move, or chains of jumps.",
)
@click.option("--lines", type=click.IntRange(1, 50), default=1, show_default=True, help="The number of best moves.")
@case_option
@json_option
def command(
    *,
    position: str,
    seconds: float | None,
    depth: int | None,
    rules: str,
    lines: int,
    number: int | None,
    as_json: bool,
) -> None:
    """Find the best moves of POSITION: a board file, - for stdin, or fen:W:W22,30:B1,K17.

    \b
    checkers-ab analyze board.txt --time 10
    checkers-ab analyze fen:B:W18,22,K30:B5,9,K13 --rules english --lines 3
    checkers-ab analyze board.txt --depth 12 --json

    Values are from Alice's side, a man is 1.00; a win is shown with its number of plies. In English draughts a
    repeated position is a draw. Ctrl-C stops the search and shows the result so far.
    """
    kit = make_game(f"checkers:rules={rules}")
    _, chosen = load_chosen(kit, position, number, fit=False)
    if len(chosen) > 1:
        raise Failure(f"{shown(position)}: expected one board, found {len(chosen)}", hint="choose one with --case")
    board = chosen[0].state
    if depth is None and seconds is None:
        seconds = USUAL_SECONDS
    screen = Screen()
    report = _Report(kit, rules, board)
    if kit.game.utility(board) is not None:
        screen.write(report.as_json(None) if as_json else f"the game is over: {kit.why_over(board)}\n")
        return
    note_plain_engine()
    engine = Engine(kit.game, clock=monotonic)
    with _shown(screen, report, as_json) as show:
        engine.analyze([board], seconds=seconds, deepest=depth or DEEPEST, lines=lines, observer=show)


@contextmanager
def _shown(screen: Screen, report: _Report, as_json: bool) -> Iterator[Callable[[Analysis], object]]:
    """Shows the analysis: live on a terminal, else at the end, also after Ctrl-C."""
    found: list[Analysis] = []
    try:
        if screen.refreshable and not as_json:
            from rich.constrain import Constrain
            from rich.live import Live
            from rich.text import Text

            def update(analysis: Analysis) -> None:
                found.append(analysis)
                text = Text("\n".join(report.as_lines(analysis)), no_wrap=True, overflow="ellipsis")
                # Leaves room for the `^C` that a terminal echoes: a wrapped line could not be erased.
                live.update(Constrain(text, screen.width - 3), refresh=True)

            with Live(auto_refresh=False, transient=True) as live:
                yield update
        else:
            yield found.append
    finally:
        if found:
            text = "".join(f"{line}\n" for line in report.as_lines(found[-1]))
            screen.write(report.as_json(found[-1]) if as_json else text)
            screen.flush()  # after Ctrl-C nothing else flushes


class _Report:
    """Formats an analysis as text and as JSON."""

    def __init__(self, kit: Kit[Any, Any, Any], rules: str, board: Board) -> None:
        self.kit = kit
        self.rules = rules
        self.board = board

    def as_lines(self, analysis: Analysis) -> list[str]:
        speed = f", {analysis.nodes / analysis.seconds:,.0f} nodes/s" if analysis.seconds else ""
        return [
            f"{self.kit.sides[self.board.side]} to move, {self.rules} rules",
            f"depth {analysis.depth}, {analysis.seconds:.2f} s, {analysis.nodes:,} nodes{speed}",
            *(
                f"{place}. {self._value(line)}  {' '.join(self._moves(line))}"
                for place, line in enumerate(analysis.lines, 1)
            ),
        ]

    def as_json(self, analysis: Analysis | None) -> str:
        """Formats an analysis as one JSON object; None means that the game is over."""
        figures: dict[str, Any] = {
            "fen": format_fen(self.board),
            "rules": self.rules,
            "to_move": self.kit.sides[self.board.side],
            "over": None if analysis else self.kit.why_over(self.board),
            "lines": [],
        }
        if analysis is not None:
            figures |= {
                "depth": analysis.depth,
                "nodes": analysis.nodes,
                "seconds": round(analysis.seconds, 6),
                "nodes_a_second": round(analysis.nodes / analysis.seconds) if analysis.seconds else None,
                "lines": [
                    {
                        "value": line.value / 100 if line.winner is None else None,
                        "winner": None if line.winner is None else self.kit.sides[line.winner],
                        "ends_in": line.ends_in,
                        "moves": self._moves(line),
                    }
                    for line in analysis.lines
                ],
            }
        return json.dumps(figures, indent=2) + "\n"

    def _value(self, line: Variation) -> str:
        if line.winner is None:
            return f"{line.value / 100:+.2f}"
        return f"{self.kit.sides[line.winner]} wins in {line.ends_in}"

    def _moves(self, line: Variation) -> list[str]:
        return [self.kit.format_move(move) for move in line.moves]
