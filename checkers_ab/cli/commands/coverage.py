"""`checkers-ab coverage`: which mistakes do these boards show?"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from textwrap import fill
from typing import Any

import click

from checkers_ab.cli.io import shown, standard_output
from checkers_ab.cli.options import (
    Cases,
    convention_option,
    depth_option,
    eval_option,
    game_option,
    json_option,
    load_chosen,
    log_option,
    read_setting,
    values_needed,
)
from checkers_ab.core.errors import InputError, ValueMissingError
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.setting import Setting
from checkers_ab.core.text import join_clauses, list_some, plural
from checkers_ab.exercise.boards import Candidate, parse_wish
from checkers_ab.judge.coverage import Coverage, Programs, cover, unseen_mistakes
from checkers_ab.logs.base import find_log

WIDTH = 80


@click.command("coverage")
@click.argument("paths", metavar="INPUT...", nargs=-1, required=True, type=click.Path(allow_dash=True))
@game_option
@depth_option
@eval_option
@convention_option
@log_option
@json_option
def command(
    *,
    paths: tuple[str, ...],
    game_name: str,
    depth: int | None,
    evaluation: str | None,
    convention_name: str,
    log_name: str,
    as_json: bool,
) -> None:
    """Say which mistakes of a program the boards of every INPUT show.

    \b
    checkers-ab coverage board.txt             what a right trace of it proves
    checkers-ab coverage inputs/*.txt          a set of boards
    checkers-ab coverage inputs/*.txt --json   for other programs

    A board shows a mistake if the trace of a program with it is another than the right one. Listed are how many boards
    show each mistake and the first that does, the mistakes that none shows, with a command that makes a board for each,
    and the pairs of mistakes whose traces can be the same on all boards.
    """
    if paths.count("-") > 1:
        raise InputError("only one INPUT can be standard input")
    programs = Programs(read_setting(game_name, depth, convention_name, evaluation), find_log(log_name))
    cases, labels = _load(programs.kit, paths)
    with values_needed(" ".join(paths)):
        coverage = cover(programs, cases, labels)
    commands = [_command(name, game_name, depth, evaluation, log_name) for name in coverage.unseen]
    text = json.dumps(_as_data(coverage, commands), indent=2) if as_json else _describe(coverage, commands)
    standard_output().write(text + "\n")


def _load(kit: AnyKit, paths: tuple[str, ...]) -> tuple[Cases, list[str]]:
    """The boards of all inputs, and labels for them: the names of the files, with the case where there are several."""
    cases: Cases = []
    labels = []
    for path in paths:
        found, _ = load_chosen(kit, path, None)
        cases += found
        labels += [shown(path) if len(found) == 1 else f"{shown(path)}, {case.label}" for case in found]
    return cases, labels


def _command(mistake: str, game: str, depth: int | None, evaluation: str | None, log: str) -> str:
    """The command that makes a board which shows a mistake."""
    options = {"--game": "" if game == "checkers" else game, "--depth": str(depth or ""), "--eval": evaluation or ""}
    options["--log"] = "" if log == "trace" else log
    given = "".join(f" {option} {shlex.quote(value)}" for option, value in options.items() if value)
    return f"checkers-ab generate {mistake}{given} --count 1 --want separates:{mistake}"


def _as_data(coverage: Coverage, commands: list[str]) -> dict[str, Any]:
    """The coverage as JSON has it."""
    return {
        "boards": coverage.boards,
        "mistakes": [
            {
                "name": name,
                "clause": mistake.clause,
                "boards": [coverage.boards[place] for place in coverage.shown[name]],
            }
            for name, mistake in coverage.mistakes.items()
        ],
        "unseen": coverage.unseen,
        "alike": [list(pair) for pair in coverage.alike],
        "commands": commands,
    }


def _describe(coverage: Coverage, commands: list[str]) -> str:
    count = len(coverage.mistakes)
    rows = [("mistake", "boards", "first"), *_rows(coverage)]
    wide = max(len(name) for name, _, _ in rows)
    parts = [f"{plural(len(coverage.boards), 'board')}, {plural(count, 'mistake')}", ""]
    parts += [f"{name:{wide}}  {number:>6}  {first}".rstrip() for name, number, first in rows]
    parts.append("")
    if coverage.unseen:
        parts.append(_wrapped(f"No board shows {len(coverage.unseen)} of {count}: {', '.join(coverage.unseen)}."))
        parts += ["", "Boards that do:", *(f"  {line}" for line in commands), ""]
    else:
        parts.append("Every mistake is shown by some board.")
    if coverage.alike:
        pairs = ", ".join(f"{one} and {other}" for one, other in coverage.alike)
        parts.append(_wrapped(f"{plural(len(coverage.alike), 'pair')} can look alike on all boards: {pairs}."))
    else:
        parts.append("All that are shown are told apart.")
    return "\n".join(parts)


def _rows(coverage: Coverage) -> list[tuple[str, str, str]]:
    """A row for each mistake: its name, the number of boards that show it, the first of them."""
    return [
        (name, str(len(places)), coverage.boards[places[0]] if places else "")
        for name, places in coverage.shown.items()
    ]


def _wrapped(text: str) -> str:
    return fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


MOST_BOARDS = 3
MOST_LINES = 600
"""Lines of all traces together; the mistakes of more take too long to try."""
NAMED = 5
"""Mistakes that are named; others are only counted."""


def describe_meaning(setting: Setting[Any, Any, Any], states: Sequence[Any], lines: int) -> str:
    """A sentence on what boards with right traces lack, and the mistakes they can't show; empty if that takes long."""
    if len(states) > MOST_BOARDS or lines > MOST_LINES:
        return ""
    programs = Programs(setting)
    try:
        unseen, missing = unseen_mistakes(programs, states), _lacking(programs, states)
    except ValueMissingError:  # of a state that the right traces do not come to
        return ""
    if not unseen:
        return ""
    counted = f"can't show {len(unseen)} of {len(programs.possible())} mistakes (checkers-ab coverage)."
    if len(states) > 1:
        return f"These {len(states)} boards {counted}"
    return f"This board {join_clauses(missing)}: it {counted}" if missing else f"This board {counted}"


def _lacking(programs: Programs, states: Sequence[Any]) -> list[str]:
    """Clauses that say what none of some states has, in the game's words."""
    candidates = [Candidate(programs, state) for state in states]
    wishes = {clause: parse_wish(programs.kit, name) for name, clause in programs.kit.absences.items()}
    return [clause for clause, wish in wishes.items() if not any(map(wish, candidates))]


def describe_unseen(unseen: Sequence[str], count: int) -> str:
    """The mistakes that the cases of a plan can't show, of so many."""
    return (
        f"the cases of this plan can't show {len(unseen)} of {count} mistakes: "
        f"{list_some(unseen, NAMED)}\n  hint: checkers-ab coverage says which boards would"
    )
