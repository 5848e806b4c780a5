"""`checkers-ab view`: a page on which the search of a board is watched."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from checkers_ab.cli.io import read_trace, say_on_terminal, shown
from checkers_ab.cli.options import (
    case_option,
    convention_option,
    depth_option,
    eval_option,
    expect_followed,
    expect_trace,
    game_option,
    load_chosen,
    log_option,
    read_setting,
    start_argument,
    values_needed,
)
from checkers_ab.cli.output import expect_ours, open_in_browser, opened_output
from checkers_ab.cli.solving import say_over
from checkers_ab.core.convention import OWN_ORDER
from checkers_ab.core.errors import InputError
from checkers_ab.logs.base import find_log
from checkers_ab.logs.solve import has_labels
from checkers_ab.page.data import search_cases
from checkers_ab.page.page import MARK, format_page


@click.command("view")
@start_argument
@click.option("-o", "--output", type=click.Path(readable=False), metavar="FILE", help="Write the page to FILE.")
@click.option("--open", "opening", is_flag=True, help="Open the page in a browser.")
@game_option
@eval_option
@depth_option
@case_option
@convention_option
@log_option
@click.option("--trace", type=click.Path(allow_dash=True), metavar="TRACE", help="Show this trace, and its faults.")
@click.option("--beam", type=click.IntRange(min=1), metavar="K", help="Keep the best K moves of each state only.")
@click.option("--force", is_flag=True, help="Overwrite a file that is no page of ours.")
def command(
    *,
    path: str | None,
    output: str | None,
    opening: bool,
    game_name: str,
    trace: str | None,
    beam: int | None,
    force: bool,
    **search: Any,
) -> None:
    """Write a page on which the search of INPUT runs forward and back: the board, the window, and why a branch is cut.

    \b
    checkers-ab view board.txt --open               writes board.html, opens it
    checkers-ab view board.txt --trace my-trace.txt one's own trace, judged
    checkers-ab view board.txt --log table          a table beside the board
    checkers-ab view --game amazons:size=6 --depth 2 --beam 5

    Without an INPUT the search begins with the start of the game.
    """
    data = _search(path, game_name, trace, beam, **search)
    name = game_name.partition(":")[0].removesuffix(".py") if path is None else _stem(path)
    target = output or f"{Path(name).name}.html"
    if not force:
        expect_ours(target, MARK, "page")
    about = [
        "" if path and game_name in ("checkers", name) else game_name,
        "" if path is None else name,
        "" if trace is None else f"{data.get('log', 'trace')} {_stem(trace)}",
        "" if beam is None else f"beam {beam}",
        "" if data["depth"] is None else f"depth {data['depth']}",
    ]
    with opened_output(target, apart_from=path or "-") as stream:
        stream.write(format_page(data, ", ".join(filter(None, about))))
    if opening:
        _open_page(target)
    elif os.path.isfile(target):
        say_on_terminal(f"wrote {shown(target)}: open it in a browser, or add --open")


def _search(
    path: str | None,
    game_name: str,
    trace: str | None,
    beam: int | None,
    *,
    evaluation: str | None,
    depth: int | None,
    number: int | None,
    convention_name: str,
    log_name: str,
) -> Any:
    """The data of the page."""
    if trace is not None and (path is None or beam is not None):
        raise InputError("--trace needs INPUT, the state it is about" if path is None else "--trace has no --beam")
    if path == "-" and trace == "-":
        raise InputError("INPUT and TRACE can't both be standard input")
    setting = read_setting(game_name, depth, convention_name, evaluation)
    kit, order, log = setting.kit, setting.convention.order, find_log(log_name)
    expect_followed(log, log_name)
    if beam is not None and order != OWN_ORDER:
        raise InputError(f"--beam takes the moves by their values, not in the order {order!r}")
    everything, cases = load_chosen(kit, path, number)
    if trace is not None:
        from checkers_ab.page.judged import judge_trace

        others = {case.number for case in everything} - {case.number for case in cases}
        text = read_trace(trace)
        expect_trace(setting, trace, text, log)
        return judge_trace(setting, cases, text, log=log, others=others)
    with values_needed(path or kit.name):
        data = search_cases(setting, cases, labelled=has_labels(everything), beam=beam, log=log)
    for case in cases:
        if kit.game.utility(case.state) is not None:
            say_over(kit, path or kit.name, case)
    return data


def _stem(path: str) -> str:
    """A short name for an input, without anything that a file's name can't have."""
    name = shown(path)
    return name.strip("<>") if name.startswith("<") else Path(path).stem


def _open_page(target: str) -> None:
    if not os.path.isfile(target):
        raise InputError("--open needs a page in a file; choose a name with -o")
    page = os.path.abspath(target)
    open_in_browser(Path(page).as_uri(), shown(page))
