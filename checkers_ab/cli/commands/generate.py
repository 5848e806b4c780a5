"""`checkers-ab generate`: makes new boards, each with its trace."""

from __future__ import annotations

import os
from collections.abc import Iterator
from time import monotonic
from typing import Any

import click
from click.shell_completion import CompletionItem

from checkers_ab.cli.io import say, say_on_terminal, shown
from checkers_ab.cli.options import (
    Seconds,
    depth_option,
    eval_option,
    game_option,
    load_kit,
    log_option,
    read_setting,
)
from checkers_ab.cli.output import expect_new, write_folder
from checkers_ab.core.errors import InputError
from checkers_ab.exercise.boards import StateSearch, Wish, feature_names, parse_wish
from checkers_ab.judge.coverage import Programs
from checkers_ab.judge.mistakes import catalogue
from checkers_ab.logs.base import find_log
from checkers_ab.logs.trace import TRACE


def _complete_feature(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    kit = load_kit(ctx.params.get("game_name") or "checkers")
    names = [*feature_names(kit), "cuts:20", "lines:..40", *(f"separates:{mistake}" for mistake in catalogue(kit))]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


@click.command("generate")
@click.argument("folder", metavar="DIR", type=click.Path())
@game_option
@depth_option
@eval_option
@log_option
@click.option("--count", type=click.IntRange(1, 100_000), default=10, show_default=True, help="The number of boards.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The same seed gives the same boards."
)
@click.option(
    "--want",
    "wishes",
    multiple=True,
    metavar="FEATURE",
    shell_complete=_complete_feature,
    help="A feature that every board must have; may be repeated.",
)
@click.option("--headings", is_flag=True, help="One file of cases instead of a file for each board.")
@click.option("--pictures", is_flag=True, help="Also draw each board and its search, in DIR/pictures.")
@click.option(
    "--time",
    "seconds",
    type=Seconds(),
    default=60.0,
    show_default=True,
    help="Give up after this many seconds.",
)
def command(
    *,
    folder: str,
    game_name: str,
    depth: int | None,
    evaluation: str | None,
    log_name: str,
    count: int,
    seed: int,
    wishes: tuple[str, ...],
    headings: bool,
    pictures: bool,
    seconds: float,
) -> int:
    """Make new boards in DIR/inputs, each with its trace in DIR/expected.

    \b
    checkers-ab generate next-term --count 20 --seed 7
    checkers-ab generate next-term --want unique-best --want cuts:20
    checkers-ab generate next-term --want separates:kings-count-one --headings
    checkers-ab generate exam --want lines:..40 --want cuts:3..6 --pictures

    Features of every game: early-end, root-cut, unique-best (one optimal first move), cuts:N (N or more pruning
    lines), lines:N (N or more lines of the trace), separates:MISTAKE (the mistake changes the trace, or the --log;
    docs/checking.md lists the mistakes). N may be a range: 3..6, or ..40 for at most 40. Features of checkers: jump,
    choice (of jumps), crown, blocked, kings.

    Boards come from legal play; no two are equal or mirrored. DIR must be new or empty. --pictures draws each board
    as board-1.svg, and its search as board-1-answer.svg.
    """
    log = find_log(log_name)
    programs = Programs(read_setting(game_name, depth, evaluation=evaluation), log)
    search = StateSearch(programs, _parse_wishes(programs, wishes))
    expect_new(folder)
    end = monotonic() + seconds
    states: list[Any] = []
    for state in search.states(seed):
        if state is not None:
            states.append(state)
        if len(states) == count:
            break
        if monotonic() > end:
            say(f"found {len(states)} of {count} boards in {seconds:g} s, so nothing was written")
            say(f"of {search.looked_at:,} positions looked at, {_explain_shortage(search)}")
            return 1
    files = _files(programs, states, headings=headings, pictures=pictures)
    write_folder(folder, ((path, text.encode()) for path, text in files))
    inputs, traces = (os.path.join(folder, name) for name in ("inputs", "expected"))
    say_on_terminal(f"wrote boards to {shown(inputs)}, their {'traces' if log is TRACE else 'logs'} to {shown(traces)}")
    say_on_terminal(f"  checkers-ab try --boards {shown(inputs)} ./hw4 runs a program on them")
    return 0


def _parse_wishes(programs: Programs, wishes: tuple[str, ...]) -> dict[str, Wish]:
    try:
        return {text: parse_wish(programs.kit, text, programs.mistakes) for text in wishes}
    except ValueError as error:
        raise InputError(f"--want: {error}") from None


def _explain_shortage(search: StateSearch) -> str:
    """The number of positions that met each wish, in the order of the checks."""
    met = [f"{count:,} had {name}" for name, count in search.met.items()]
    return ", of these ".join(met) if met else "too few were new"


def _files(programs: Programs, boards: list[Any], *, headings: bool, pictures: bool) -> Iterator[tuple[str, str]]:
    """The files of some boards, each a path and its text."""
    digits = len(str(len(boards)))
    places = range(1, len(boards) + 1)
    names = [f"case{place}" if headings else f"board-{place:0{digits}}" for place in places]
    texts, traces = [programs.kit.format_state(board) for board in boards], [programs.trace(board) for board in boards]
    for below, contents in (("inputs", texts), ("expected", traces)):
        named = list(zip(names, contents, strict=True))
        if headings:
            yield f"{below}/cases.txt", "\n".join(f"{name}\n{text}" for name, text in named)
        else:
            yield from ((f"{below}/{name}.txt", text) for name, text in named)
    if pictures:
        for name, board in zip(names, boards, strict=True):
            yield from _draw(programs, board, f"pictures/{name}")


def _draw(programs: Programs, board: Any, path: str) -> Iterator[tuple[str, str]]:
    """The pictures of a board and of its search, which is the answer, each a path and its text."""
    from checkers_ab.draw.svg import draw_svg
    from checkers_ab.explain.tree import tree_picture

    search = tree_picture(programs.setting, board)
    name = os.path.basename(path)
    yield f"{path}.svg", draw_svg(programs.kit.picture(board), title=name)
    yield f"{path}-answer.svg", draw_svg(search, title=f"{name}: the search")
