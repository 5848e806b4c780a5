"""`checkers-ab view`: a page on which the search of a board is watched."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from checkers_ab.cli.failure import FEN, Failure, os_failure, say, shown
from checkers_ab.cli.options import DEEPEST, case_option, convention_option, load_chosen, read_convention
from checkers_ab.cli.output import expect_ours, opened_output
from checkers_ab.cli.solving import open_text, verdict
from checkers_ab.page.data import search_cases
from checkers_ab.page.page import MARK, format_page
from checkers_ab.trace.solve import DEPTH, has_labels

DEPTH_OF_OTHERS = 2
"""Plies for a game other than the homework's, whose trees may be much wider."""
LONGEST_TRACE = 20_000_000


@click.command("view")
@click.argument("path", metavar="[INPUT]", required=False, type=click.Path(allow_dash=True))
@click.option("-o", "--output", type=click.Path(readable=False), metavar="FILE", help="Write the page to FILE.")
@click.option("--open", "opening", is_flag=True, help="Open the page in a browser.")
@click.option("--depth", type=click.IntRange(1, DEEPEST), help="Plies to search; usually 4, or 2 for another --game.")
@case_option
@convention_option
@click.option("--trace", type=click.Path(allow_dash=True), metavar="TRACE", help="Show this trace, and its faults.")
@click.option("--game", metavar="GAME", help="Another game; INPUT is then a state of it, or its start.")
@click.option("--beam", type=click.IntRange(min=1), metavar="K", help="Keep the best K moves of each state only.")
@click.option("--force", is_flag=True, help="Overwrite a file that is no page of ours.")
def command(
    *,
    path: str | None,
    output: str | None,
    opening: bool,
    depth: int | None,
    number: int | None,
    convention_name: str,
    trace: str | None,
    game: str | None,
    beam: int | None,
    force: bool,
) -> None:
    """Write a page on which the search of INPUT runs forward and back: the board, the window, and why a branch is cut.

    \b
    checkers-ab view board.txt --open               writes board.html, opens it
    checkers-ab view board.txt --trace my-trace.txt one's own trace, judged
    checkers-ab view --game amazons:size=6 --depth 2 --beam 5
    """
    if game is not None:
        if trace is not None or number is not None:
            raise Failure("--trace and --case are for boards of checkers, not for --game")
        name, data = _search_game(game, path, depth or DEPTH_OF_OTHERS, beam)
    elif path is None:
        raise Failure("expected INPUT, a board file, or --game", hint="see checkers-ab view --help")
    elif beam is not None:
        raise Failure("--beam is for another --game; the homework's search looks at every move")
    else:
        name, data = _search_boards(path, depth or DEPTH, number, convention_name, trace)
    target = output or f"{name}.html"
    if not force:
        expect_ours(target, MARK, "page")
    about = [
        game or "",
        "" if path is None else name,
        "" if trace is None else f"trace {_stem(trace)}",
        "" if beam is None else f"beam {beam}",
        f"depth {data['depth']}",
    ]
    with opened_output(target, apart_from=path or "-") as stream:
        stream.write(format_page(data, ", ".join(filter(None, about))))
    if opening:
        _open_page(target)


def _search_game(game: str, path: str | None, depth: int, beam: int | None) -> tuple[str, Any]:
    from checkers_ab.cli.transcript import load_game
    from checkers_ab.page.kits import search_kit

    kit, state = load_game(game, path)
    name = game.partition(":")[0] if path is None else _stem(path)
    return name, search_kit(kit, state, depth=depth, beam=beam)


def _search_boards(
    path: str, depth: int, number: int | None, convention_name: str, trace: str | None
) -> tuple[str, Any]:
    if path == "-" and trace == "-":
        raise Failure("INPUT and TRACE can't both be standard input")
    convention = read_convention(convention_name)
    everything, cases = load_chosen(path, number)
    if trace is not None:
        from checkers_ab.page.judged import judge_trace

        others = {case.number for case in everything} - {case.number for case in cases}
        text = _read_trace(trace)
        return _stem(path), judge_trace(cases, text, depth=depth, convention=convention, others=others)
    data = search_cases(cases, depth=depth, convention=convention, labelled=has_labels(everything))
    for case, found in zip(cases, data["cases"], strict=True):
        if "move" not in found["steps"][-1]:
            say(f"{shown(path)}: {case.label}: the game is over: {verdict(case.board)}")
    return _stem(path), data


def _read_trace(path: str) -> str:
    try:
        with open_text(path) as stream:
            return stream.read(LONGEST_TRACE)
    except OSError as error:
        raise os_failure(path, error) from None


def _stem(path: str) -> str:
    return shown(path).strip("<>") if path == "-" or path.startswith(FEN) else Path(path).stem


def _open_page(target: str) -> None:
    import webbrowser

    if not os.path.isfile(target):
        raise Failure("--open needs a page in a file; choose a name with -o")
    page = os.path.abspath(target)
    if not webbrowser.open(Path(page).as_uri()):
        say(f"no browser found to open the page; it is at {shown(page)}")
