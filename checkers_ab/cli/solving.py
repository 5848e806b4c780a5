"""Solving a file of boards. Both ways into the program, the short one and click's, end here."""

from __future__ import annotations

import sys
from io import StringIO

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.cli.failure import FEN, Failure, os_failure, say, shown
from checkers_ab.core.errors import StateError
from checkers_ab.games.checkers.boardfile import BoardError, read_boards
from checkers_ab.games.checkers.rules import MAX
from checkers_ab.trace.convention import ASSIGNMENT
from checkers_ab.trace.solve import DEPTH, solve, why_unfit, write_traces
from checkers_ab.trace.writer import TraceWriter

if TYPE_CHECKING:
    from typing import TextIO

    from checkers_ab.core.search import Listener, Result
    from checkers_ab.games.checkers.board import Board, Move
    from checkers_ab.games.checkers.boardfile import Case
    from checkers_ab.games.checkers.rules import Value
    from checkers_ab.trace.convention import Convention
    from checkers_ab.trace.solve import Write


def solve_file(path: str) -> int:
    """Writes the traces of all boards of a file to stdout, as the assignment has them."""
    cases = load_cases(path)
    expect_alice(path, cases)
    warn(path, cases)
    write_traces(cases, standard_output().write, lambda case, write: trace_case(path, case, write))
    return 0


def load_cases(path: str) -> list[Case]:
    """All boards of an input, read whole before anything is written."""
    try:
        with open_input(path) as stream:
            cases = read_boards(stream)
    except BoardError as error:
        raise Failure(f"{shown(path)}:{error}", hint=error.hint) from None
    except OSError as error:
        raise os_failure(path, error) from None
    return cases


def expect_alice(path: str, cases: list[Case]) -> None:
    """Refuses boards on which it is Bill's move: the homework asks for Alice's."""
    if reason := why_unfit(cases):
        hint = "exchange the sides, or see what Bill can do with checkers-ab search checkers"
        raise Failure(f"{shown(path)}: {reason}", hint=hint)


def warn(path: str, cases: list[Case]) -> None:
    """What is odd about boards that can be read."""
    for case in cases:
        for line, column, warning in case.warnings:
            say(f"{shown(path)}:{line}:{column}: warning: {warning}")


def open_input(path: str) -> TextIO:
    """What INPUT stands for: a file, stdin for `-`, or the position that follows `fen:`."""
    if not path.startswith(FEN):
        return open_text(path)
    from checkers_ab.games.checkers.fen import parse_fen

    text = path.removeprefix(FEN)
    try:
        parse_fen(text)
    except StateError as error:
        raise Failure(f"{shown(path)}:{error}", hint=error.hint) from None
    return StringIO(text)


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
    """Who has won a finished game, and why."""
    if not board.alice:
        return "Bill has won, Alice has no piece"
    if not board.bill:
        return "Alice has won, Bill has no piece"
    return "Bill has won, Alice has no legal move" if board.side is MAX else "Alice has won, Bill has no legal move"
