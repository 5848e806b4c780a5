"""Solving a file of boards. Both ways into the program, the short one and click's, end here."""

from __future__ import annotations

import sys

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.checkers.boardfile import BoardError, read_boards
from checkers_ab.trace.convention import ASSIGNMENT
from checkers_ab.trace.solve import DEPTH, solve
from checkers_ab.trace.writer import TraceWriter
from checkers_ab.ui.failure import Failure, os_failure, say, shown

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from checkers_ab.checkers.board import Board, Move
    from checkers_ab.checkers.boardfile import Case
    from checkers_ab.checkers.rules import Value
    from checkers_ab.core.search import Listener, Result
    from checkers_ab.trace.convention import Convention

    Write = Callable[[str], object]


def solve_file(path: str) -> int:
    """Writes the traces of all boards of a file to stdout, as the assignment has them."""
    cases = load_cases(path)
    warn(path, cases)
    write_traces(cases, standard_output().write, lambda case, write: trace_case(path, case, write))
    return 0


def load_cases(path: str) -> list[Case]:
    """All boards of a file (`-`: of stdin), read whole before anything is written."""
    try:
        with open_text(path) as stream:
            cases = read_boards(stream)
    except BoardError as error:
        raise Failure(f"{shown(path)}:{error}", hint=error.hint) from None
    except OSError as error:
        raise os_failure(path, error) from None
    return cases


def warn(path: str, cases: list[Case]) -> None:
    """What is odd about boards that can be read."""
    for case in cases:
        for line, column, warning in case.warnings:
            say(f"{shown(path)}:{line}:{column}: warning: {warning}")


def open_text(path: str) -> TextIO:
    """A file or stdin as UTF-8 with any line ends; what is no UTF-8 comes through as surrogates."""
    if path != "-":
        try:
            return open(path, encoding="utf-8", errors="surrogateescape")
        except ValueError:  # a NUL byte in the name
            raise Failure(f"{shown(path)}: no such file") from None
    if sys.stdin is None:
        raise Failure("<stdin>: standard input is closed")
    return open(sys.stdin.fileno(), encoding="utf-8", errors="surrogateescape", closefd=False)


def standard_output() -> TextIO:
    """stdout as the trace wants it on every system: UTF-8, line feeds."""
    if sys.stdout is None:
        raise Failure("can't write the output: standard output is closed")
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    return sys.stdout


def write_traces(
    cases: list[Case], write: Write, trace_one: Callable[[Case, Write], object], *, labelled: bool | None = None
) -> None:
    """The traces of some boards one below the other, each under its label unless it is a lone board without one."""
    if labelled is None:
        labelled = has_labels(cases)
    for place, case in enumerate(cases):
        if labelled:
            write(f"\n{case.label}\n" if place else f"{case.label}\n")
        trace_one(case, write)


def has_labels(cases: list[Case]) -> bool:
    """Whether the traces of a whole file stand under labels."""
    return len(cases) > 1 or cases[0].headed


def trace_case(
    path: str,
    case: Case,
    write: Write,
    *,
    depth: int = DEPTH,
    convention: Convention = ASSIGNMENT,
    first_move_only: bool = False,
    statistics: Listener[Move, Value] | None = None,
) -> Result[Move, Value]:
    """Writes the trace of one board; stderr says who has won if the game is over."""
    writer = TraceWriter(write, convention)
    observer: Listener[Move, Value] | None = None if first_move_only else writer
    if statistics is not None:
        from checkers_ab.core.observe import Tee

        observer = Tee(*filter(None, (observer, statistics)))
    result = solve(case.board, depth=depth, convention=convention, observer=observer)
    writer.first_move(result.move)
    if result.move is None:
        say(f"{shown(path)}: {case.label}: the game is over: {verdict(case.board)}")
    return result


def verdict(board: Board) -> str:
    """Who has won a finished game with Alice to move, and why."""
    if not board.alice:
        return "Bill has won, Alice has no piece"
    if not board.bill:
        return "Alice has won, Bill has no piece"
    return "Bill has won, Alice has no legal move"
