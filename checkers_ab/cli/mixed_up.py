"""Files that were taken for each other: a trace where a board belongs, a board where a trace belongs."""

from __future__ import annotations

from contextlib import suppress
from io import StringIO
from shlex import quote
from typing import Any, TextIO

from checkers_ab.cli.io import shown
from checkers_ab.cli.solving import TraceGiven, load_cases
from checkers_ab.core.errors import InputError, StateError
from checkers_ab.core.kit import Kit
from checkers_ab.core.setting import Setting
from checkers_ab.judge.report import Report
from checkers_ab.logs.base import Log
from checkers_ab.logs.events import Back, Entered, FirstMove, Pruned, Tried, Unreadable
from checkers_ab.logs.lines_reader import reader_of

AnyKit = Kit[Any, Any, Any]

SAMPLE = 20_000
"""Characters; enough of a text to tell if it is a trace."""


def is_trace(kit: AnyKit, stream: TextIO) -> bool:
    """True if a text that is no board is a trace; if it can't be read again, what is left of it counts."""
    with suppress(OSError, ValueError):
        stream.seek(0)
    events = list(reader_of(kit).read(StringIO(stream.read(SAMPLE))))
    return sum(isinstance(event, Tried | Pruned | FirstMove) for event in events) > sum(
        isinstance(event, Unreadable) for event in events
    )


def expect_no_board(kit: AnyKit, path: str, text: str, report: Report) -> None:
    """Refuses a board that was given as a trace; it has been judged already."""
    if not any(case.moves or case.answer for case in report.cases) and report.cases[0].counts["format"]:
        _expect_unreadable(kit, path, text)


def expect_trace(setting: Setting[Any, Any, Any], path: str, text: str, log: Log) -> None:
    """Refuses a board that was given as a trace, or as another log."""
    events = log.read(StringIO(text[:SAMPLE]), setting)
    if not any(isinstance(event, Tried | Pruned | FirstMove | Entered | Back) for event in events):
        _expect_unreadable(setting.kit, path, text)


def expect_followed(log: Log) -> None:
    """Refuses a log that does not name every move of the search."""
    if not log.follows:
        raise InputError(
            f"a {log.noun} can't be followed line by line, for it does not name every move that is searched",
            hint=f"checkers-ab check --log {quote(log.name)} judges it as a whole",
        )


def _expect_unreadable(kit: AnyKit, path: str, text: str) -> None:
    """Refuses a text if it can be read as a board."""
    try:
        kit.parse_states(text)
    except StateError:
        return
    raise InputError(
        "this is a board, not a trace",
        path=shown(path),
        hint=f"TRACE is what a program wrote; checkers-ab solve {game_words(kit)}{typed(path)} writes one",
    )


def exchanged(kit: AnyKit, path: str, trace: str, error: TraceGiven) -> InputError:
    """The refusal of a trace as INPUT: if TRACE is a board, the two are exchanged."""
    try:
        load_cases(kit, trace)
    except InputError:
        return error
    return InputError(
        f"{shown(path)} is a trace and {shown(trace)} a board: the arguments are exchanged",
        hint=f"checkers-ab check {game_words(kit)}{typed(trace)} {typed(path)}",
    )


def game_words(kit: AnyKit) -> str:
    """The option for a game, for a command line; nothing for the usual one."""
    return "" if kit.name == "checkers" else f"--game {quote(kit.name)} "


def typed(path: str) -> str:
    """A file's name for a command line."""
    return "-" if path == "-" else quote(shown(path))
