"""`checkers-ab solve`: writes the trace of each board of a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from checkers_ab.cli.io import say, shown
from checkers_ab.cli.options import (
    Cases,
    case_option,
    convention_option,
    depth_option,
    eval_option,
    game_option,
    json_option,
    load_chosen,
    log_option,
    output_option,
    read_setting,
    start_argument,
)
from checkers_ab.cli.output import opened_output
from checkers_ab.cli.solving import say_over
from checkers_ab.core.case import Case
from checkers_ab.core.errors import InputError, ValueMissingError
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.observe import Statistics
from checkers_ab.core.perft import tree_size
from checkers_ab.core.search import Result
from checkers_ab.core.setting import AnySetting
from checkers_ab.logs.base import find_log
from checkers_ab.logs.lines import TraceWriter
from checkers_ab.logs.solve import has_labels, write_traces

if TYPE_CHECKING:
    from checkers_ab.logs.solve import Write

Solved = tuple[Result[Any, Any], dict[str, int | float | None]]

PLAIN_LIMIT = 1_000_000
"""The tree of plain minimax is counted only below this many nodes."""


@click.command("solve")
@start_argument
@game_option
@depth_option
@eval_option
@case_option
@convention_option
@log_option
@output_option
@click.option("--first-move", is_flag=True, help="Write only the first move, not the search.")
@click.option("--stats", is_flag=True, help="Print statistics of the search on stderr.")
@json_option
def command(
    *,
    path: str | None,
    game_name: str,
    depth: int | None,
    evaluation: str | None,
    number: int | None,
    convention_name: str,
    log_name: str,
    output: str | None,
    first_move: bool,
    stats: bool,
    as_json: bool,
) -> None:
    """Search each board of INPUT with alpha-beta and write the trace, or another log.

    \b
    checkers-ab board.txt                       the trace, four plies deep
    checkers-ab cases.txt --case 5 -o my.trace  one case of several, to a file
    checkers-ab board.txt --first-move --stats  the answer, and statistics
    checkers-ab board.txt --json                for other programs
    cat board.txt | checkers-ab -               from standard input
    checkers-ab solve --game tree '((3 12 8)(2 4 6)(14 5 2))'
    checkers-ab solve --game tictactoe --depth 3 --log table

    Without INPUT, a game other than checkers is searched from its initial state.
    """
    if path is None and game_name == "checkers":
        raise click.UsageError("Missing argument 'INPUT'.")
    setting = read_setting(game_name, depth, convention_name, evaluation)
    kit, log = setting.kit, find_log(log_name)
    everything, cases = load_chosen(kit, path, number)
    where = path or game_name
    if depth is not None and kit.depth is None:
        expect_values(setting, where, cases)

    def trace_one(case: Case[Any], write: Write) -> Solved:
        statistics: Statistics[Any, Any] | None = Statistics() if stats or as_json else None
        start = perf_counter()
        if first_move:
            result = setting.search(case.state, statistics)
            TraceWriter(write, kit, setting.convention).first_move(result.move)
        else:
            result = log.write_search(setting, case.state, write, statistics)
        if result.move is None:
            say_over(kit, where, case)
        figures = summarize(setting, statistics, case.state, perf_counter() - start) if statistics else {}
        if stats:
            show_statistics(case.label, figures)
        return result, figures

    with opened_output(output, apart_from=where) as stream:
        if as_json:
            write_json(kit, log.name, cases, stream.write, trace_one)
        else:
            write_traces(cases, stream.write, trace_one, labelled=has_labels(everything))


def expect_values(setting: AnySetting, path: str, cases: Cases) -> None:
    """Raises InputError, before anything is written, for a depth at which a state has no value."""
    for case in cases:
        try:
            setting.search(case.state)
        except ValueMissingError as error:
            raise InputError(f"{case.label}: {error}", path=shown(path)) from None


def summarize(
    setting: AnySetting, statistics: Statistics[Any, Any], state: Any, seconds: float
) -> dict[str, int | float | None]:
    """The figures of one search, by name; `minimax_nodes` is None if the whole tree is too large to count."""
    return {
        "nodes": statistics.nodes,
        "leaves": statistics.leaves,
        "cuts": statistics.cuts,
        "moves_cut": statistics.moves_cut,
        "effective_branching": round(statistics.effective_branching, 3),
        "minimax_nodes": tree_size(setting.kit.game, state, setting.depth, limit=PLAIN_LIMIT),
        "seconds": round(seconds, 6),
    }


def show_statistics(label: str, figures: dict[str, int | float | None]) -> None:
    """Prints a small table on stderr."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, show_header=False)
    table.add_column("figure")
    table.add_column("value", justify="right")
    for name, figure in figures.items():
        text = (
            f"{PLAIN_LIMIT:,} or more" if figure is None else f"{figure:,.6f}" if name == "seconds" else f"{figure:,}"
        )
        table.add_row(name.replace("_", " "), text)
    drawn = StringIO()
    Console(file=drawn, width=80, color_system=None).print(table)
    say(f"{label}\n{drawn.getvalue().rstrip()}")


def write_json(
    kit: AnyKit, log: str, cases: Cases, write: Write, trace_one: Callable[[Case[Any], Write], Solved]
) -> None:
    """Writes one JSON object with a list of cases, case by case. The lines stand under the name of the log."""
    write('{"cases": [')
    for place, case in enumerate(cases):
        lines: list[str] = []
        result, figures = trace_one(case, lines.append)
        solved = {
            "label": case.label,
            "first_move": None if result.move is None else kit.format_move(result.move),
            "value": result.value if isinstance(result.value, int) else kit.format_value(result.value),
            "statistics": figures,
            log: "".join(lines).splitlines(),
        }
        write((",\n" if place else "\n") + json.dumps(solved, indent=2))
    write("\n]}\n")
