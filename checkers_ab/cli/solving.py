"""Solving a file of states, for both `checkers-ab FILE` and the `solve` command."""

from __future__ import annotations

from io import StringIO

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.cli.io import InFile, open_text, say, shown, standard_output
from checkers_ab.core.errors import InputError, StateError
from checkers_ab.core.setting import Setting
from checkers_ab.logs.lines import TraceWriter
from checkers_ab.logs.solve import why_unfit, write_traces

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TextIO

    from checkers_ab.core.case import Case
    from checkers_ab.core.kit import AnyKit
    from checkers_ab.core.search import Result
    from checkers_ab.logs.solve import Write

    Cases = Sequence[Case[Any]]


class TraceGiven(InputError):
    """A trace that was given where a board belongs."""

    def __init__(self, path: str, words: str) -> None:
        """`words` are the arguments of a check of the trace."""
        super().__init__(f"{shown(path)}: this is a trace, not a board", hint=f"checkers-ab check {words} judges it")


def solve_file(path: str) -> int:
    """Writes the traces of all boards of a file to stdout, in the assignment's convention."""
    from checkers_ab.games.checkers.kit import HomeworkKit

    setting = Setting(HomeworkKit())
    kit = setting.kit
    cases = load_cases(kit, path)
    expect_fit(kit, path, cases)
    warn(path, cases)
    lines: list[str] = []
    writer = TraceWriter(lines.append, kit)

    def trace_one(case: Case[Any], write: Write) -> None:
        trace_case(setting, path, case, writer)
        write("".join(lines))  # at once: stdout may be unbuffered, and four plies are not many lines
        lines.clear()

    write_traces(cases, standard_output().write, trace_one)
    return 0


def load_cases(kit: AnyKit, path: str) -> list[Case[Any]]:
    """Reads all states of an INPUT: a file, `-`, or a state itself. Prints warnings; raises InputError."""
    with InFile(path), opened_input(kit, path) as stream:
        try:
            return kit.read_states(stream)
        except StateError:
            from checkers_ab.cli.options import game_words, is_trace, typed

            if is_trace(kit, stream):
                raise TraceGiven(path, f"{game_words(kit)}BOARD {typed(path)}") from None
            raise


def opened_input(kit: AnyKit, path: str) -> TextIO:
    """Opens an INPUT as a text stream."""
    inline = kit.inline(path)
    return open_text(path) if inline is None else StringIO(inline)


def expect_fit(kit: AnyKit, path: str, cases: Cases) -> None:
    """Raises InputError for a state that can't be traced."""
    if reason := why_unfit(kit, cases):
        hint = "exchange the sides, or see what Bill can do with checkers-ab search checkers"
        raise InputError(reason, path=shown(path), hint=hint)


def warn(path: str, cases: Cases) -> None:
    """Prints the warnings about states."""
    for case in cases:
        for line, column, warning in case.warnings:
            say(f"{shown(path)}:{line}:{column}: warning: {warning}")


def trace_case(
    setting: Setting[Any, Any, Any],
    path: str,
    case: Case[Any],
    writer: TraceWriter,
) -> Result[Any, Any]:
    """Writes the trace of one state; if the game is over, prints the winner on stderr."""
    result = setting.search(case.state, writer)
    writer.first_move(result.move)
    if result.move is None:
        say_over(setting.kit, path, case)
    return result


def say_over(kit: AnyKit, path: str, case: Case[Any]) -> None:
    """Prints who has won a game that is over before the first move."""
    say(f"{shown(path)}: {case.label}: the game is over: {kit.why_over(case.state)}")
