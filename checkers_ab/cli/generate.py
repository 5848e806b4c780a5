"""`checkers-ab generate`: makes new boards, each with its trace."""

from __future__ import annotations

import os
from time import monotonic
from typing import Any

import click
from click.shell_completion import CompletionItem

from checkers_ab.cli.io import Failure, os_failure, say, shown
from checkers_ab.cli.options import (
    AnyKit,
    Seconds,
    depth_option,
    eval_option,
    game_option,
    load_evaluation,
    load_kit,
)
from checkers_ab.cli.output import opened_output
from checkers_ab.trace.generate import Exercise, StateSearch, Wish, feature_names, parse_wish
from checkers_ab.trace.mistakes import catalogue


def _complete_feature(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    kit = load_kit(ctx.params.get("game_name") or "checkers")
    names = [*feature_names(kit), "cuts:20", *(f"separates:{mistake}" for mistake in catalogue(kit))]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


@click.command("generate")
@click.argument("folder", metavar="DIR", type=click.Path())
@game_option
@depth_option
@eval_option
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
    count: int,
    seed: int,
    wishes: tuple[str, ...],
    headings: bool,
    seconds: float,
) -> int:
    """Make new boards in DIR/inputs, each with its trace in DIR/expected.

    \b
    checkers-ab generate next-term --count 20 --seed 7
    checkers-ab generate next-term --want unique-best --want cuts:20
    checkers-ab generate next-term --want separates:kings-count-one --headings

    Features of every game: early-end, root-cut, unique-best (one optimal first move), cuts:N (N or more pruning
    lines), separates:MISTAKE (the mistake changes the trace; docs/checking.md lists the mistakes). Features of
    checkers: jump, choice (of jumps), crown, blocked, kings.

    Boards come from legal play; no two are equal or mirrored. DIR must be new or empty.
    """
    kit = load_kit(game_name)
    exercise = Exercise(kit, depth=depth, evaluate=load_evaluation(kit, evaluation))
    search = StateSearch(exercise, _parse_wishes(kit, wishes))
    if not folder:
        raise Failure("expected the name of a new folder")
    if os.path.exists(folder) and (not os.path.isdir(folder) or os.listdir(folder)):
        raise Failure(f"{shown(folder)}: expected a new or empty folder")
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
    _write(folder, exercise, states, headings)
    return 0


def _parse_wishes(kit: AnyKit, wishes: tuple[str, ...]) -> dict[str, Wish]:
    try:
        return {text: parse_wish(kit, text) for text in wishes}
    except ValueError as error:
        raise Failure(f"--want: {error}") from None


def _explain_shortage(search: StateSearch) -> str:
    """The number of positions that met each wish, in the order of the checks."""
    met = [f"{count:,} had {name}" for name, count in search.met.items()]
    return ", of these ".join(met) if met else "too few were new"


def _write(folder: str, exercise: Exercise, boards: list[Any], headings: bool) -> None:
    texts, traces = [exercise.kit.format_state(board) for board in boards], [exercise.trace(board) for board in boards]
    if headings:
        labels = [f"case{place}\n" for place in range(1, len(boards) + 1)]
        texts = ["\n".join(label + text for label, text in zip(labels, texts, strict=True))]
        traces = ["\n".join(label + trace for label, trace in zip(labels, traces, strict=True))]
    digits = len(str(len(boards)))
    for name, contents in (("inputs", texts), ("expected", traces)):
        try:
            os.makedirs(os.path.join(folder, name), exist_ok=True)
        except OSError as error:
            raise os_failure(folder, error) from None
        for place, text in enumerate(contents, 1):
            file = "cases.txt" if headings else f"board-{place:0{digits}}.txt"
            with opened_output(os.path.join(folder, name, file)) as stream:
                stream.write(text)
