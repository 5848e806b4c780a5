# pyright: strict
"""A program that uses every public name, with types. mypy and pyright accept it in their strict modes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any, assert_type

import checkers_ab
from checkers_ab import (
    ASSIGNMENT,
    HANDOUT,
    Board,
    BoardError,
    Branches,
    Case,
    CaseReport,
    Checkers,
    Convention,
    ConventionError,
    Diagnosis,
    Finding,
    Game,
    Grid,
    Kit,
    Lines,
    Mistake,
    Model,
    MoveError,
    Observer,
    OptionError,
    Piece,
    Recorder,
    Report,
    Result,
    Setting,
    Side,
    Solution,
    StateError,
    Statistics,
    Tee,
    check,
    format_board,
    format_move,
    format_trace,
    make_game,
    minimax,
    never,
    parse_board,
    parse_boards,
    parse_convention,
    parse_move,
    solve,
    write_trace,
)

BOARD = Path(__file__).parent.parent / "inputs/assignment.txt"


class Nim:
    """A game of one's own: who takes the last of some matches wins."""

    def start(self) -> int:
        return 5

    def to_move(self, state: int) -> Side:
        return Side.MAX if state % 2 else Side.MIN

    def moves(self, state: int) -> Sequence[int]:
        return range(1, min(2, state) + 1)

    def play(self, state: int, move: int) -> int:
        return state - move

    def utility(self, state: int) -> float | None:
        return None if state else inf


class Cuts(Observer[int, float]):
    """Counts the moves that are cut."""

    count = 0

    def prune(self, ply: int, side: Side, moves: Sequence[int], alpha: float, beta: float) -> None:
        self.count += len(moves)


def use_the_search() -> None:
    game: Game[int, int, float] = Nim()
    cuts, statistics, recorder = Cuts(), Statistics[int, float](), Recorder[int, float]()
    told = Tee(cuts, statistics, recorder)
    result = minimax(game, game.start(), 4, evaluate=float, window=(-inf, inf), cutoff=never, observer=told)
    assert_type(result, Result[int, float])
    assert_type(result.move, int | None)
    assert recorder.events
    assert (cuts.count, statistics.cuts, Side.MAX.opponent) == (0, 0, Side.MIN)


def use_the_boards() -> Board:
    text = BOARD.read_text(encoding="utf-8")
    board = parse_board(text)
    assert_type(board, Board)
    cases: list[Case[Board]] = list(parse_boards(text))
    assert parse_board(format_board(board)) == cases[0].state
    move = parse_move("(5,2)=>(3,0)")
    assert Checkers().play(board, move) != board
    assert format_move(move) == "(5,2)=>(3,0)"
    return board


def use_the_trace(board: Board) -> None:
    solution = solve(board, depth=2)
    assert_type(solution, Solution)
    setting: Setting[Any, Any, Any] = Setting(make_game("checkers"), 2, "handout", "material")
    assert setting.search(board).value == solution.value
    lines: list[str] = []
    write_trace(board, lines.append, depth=2, convention=ASSIGNMENT)
    assert "".join(lines) == format_trace(board, depth=2) == solution.trace()
    other: Convention = parse_convention('cut = "gt"')
    assert other != HANDOUT
    report: Report = check(format_board(board), format_trace(board, depth=2), depth=2)
    cases: Sequence[CaseReport] = report.cases
    findings: Sequence[Finding] = cases[0].findings
    diagnosis: Diagnosis | None = report.diagnosis
    assert (report.valid, len(findings), diagnosis) == (True, 0, None)


def use_the_games() -> None:
    kit: Kit[Any, Any, Any] = make_game("tictactoe")
    refusals: list[tuple[Callable[[], object], type[Exception]]] = [
        (lambda: parse_board("+B+B"), BoardError),
        (lambda: parse_convention("cut = 1"), ConventionError),
        (lambda: make_game("chess"), OptionError),
        (lambda: kit.parse_move(kit.game.start(), "z9"), MoveError),
        (lambda: kit.parse_state("#"), StateError),
    ]
    for call, error in refusals:
        try:
            call()
        except error:
            continue
        raise AssertionError(error)
    picture = kit.picture(kit.game.start())
    assert isinstance(picture, Grid | Branches | Lines)
    assert [Piece, Mistake, Model, type(picture)]


def main() -> None:
    use_the_search()
    use_the_trace(use_the_boards())
    use_the_games()
    used = vars(checkers_ab)["__all__"]
    assert set(used) <= set(globals()), set(used) - set(globals())
