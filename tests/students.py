"""Files of ten traces from programs with known mistakes, and from programs with mistakes that nobody has catalogued."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from checkers_ab import Board, Case, Checkers, Kit, Report, format_board, make_game, minimax, parse_boards
from checkers_ab.core.setting import Setting
from checkers_ab.core.values import OPEN
from checkers_ab.games.checkers.material import material
from checkers_ab.judge.check import Judge
from checkers_ab.judge.mistakes import catalogue
from checkers_ab.logs.lines import TraceWriter
from tests import naive
from tests.mistaken import Mistaken
from tests.support import INPUTS, ROOT

KIT: Kit[Any, Any, Any] = make_game("checkers")
CASES = 10


def some_boards(seed: int, count: int = CASES) -> list[Board]:
    """Boards from random games."""
    chance = random.Random(seed)
    found: list[Board] = []
    while len(found) < count:
        board = KIT.random_state(chance)
        if board is not None:
            found.append(board)
    return found


def judged(boards: list[Board], trace: Callable[[Board], str]) -> Report:
    """The report on a file with a trace of each board, under headings."""
    cases = [Case(f"case{number}", number, True, board, []) for number, board in enumerate(boards, 1)]
    return Judge(Setting(KIT)).check(cases, "\n".join(f"{case.label}\n{trace(case.state)}" for case in cases))


def told(report: Report) -> list[tuple[str, ...]]:
    """The sets of mistakes that a report names; none without a diagnosis."""
    diagnosis = report.diagnosis
    return [] if diagnosis is None else [diagnosis.mistakes, *diagnosis.alternatives]


def student(*mistakes: str) -> Callable[[Board], str]:
    """A program with some mistakes."""
    return lambda board: Mistaken(*mistakes).trace(naive.read(format_board(board)))


# Mistakes that are in no catalogue


class _SkipsTheLastMove(Checkers):
    """Forgets the last of a list of three moves or more."""

    def moves(self, board: Board) -> list[Any]:
        moves = super().moves(board)
        return moves[:-1] if len(moves) > 2 else moves


class _NoMovesFromTheLeftEdge(Checkers):
    """Pieces on the left edge stay where they are, if any other can move."""

    def moves(self, board: Board) -> list[Any]:
        moves = super().moves(board)
        return [move for move in moves if move[0] % 9 != 4] or moves


def _searched(
    evaluate: Callable[[Board], Any] = material, game: Checkers | None = None, cutoff: Any = lambda a, b: a >= b
) -> Callable[[Board], str]:
    def trace(board: Board) -> str:
        lines: list[str] = []
        writer = TraceWriter(lines.append, KIT)
        rules = game or Checkers()
        writer.first_move(minimax(rules, board, 4, evaluate=evaluate, window=OPEN, cutoff=cutoff, observer=writer).move)
        return "".join(lines)

    return trace


def _columns(board: Board) -> int:
    """The pieces, those on every third square counted once more."""
    return material(board) + (board.alice & 0x249249249).bit_count()


UNKNOWN: dict[str, Callable[[Board], str]] = {
    "counts every third square twice": _searched(_columns),
    "counts moves": _searched(lambda board: len(Checkers().moves(board))),
    "counts moves of Alice": _searched(lambda board: len(Checkers().moves(board.with_side(Checkers().start().side)))),
    "halves h": _searched(lambda board: int(material(board) / 2)),
    "squares h": _searched(lambda board: material(board) * abs(material(board))),
    "cuts one early": _searched(cutoff=lambda a, b: a >= b - 1),
    "cuts two late": _searched(cutoff=lambda a, b: a >= b + 2),
    "cuts at zero": _searched(cutoff=lambda a, b: a >= 0 and b <= 0),
    "skips the last move": _searched(game=_SkipsTheLastMove()),
    "no moves from the left edge": _searched(game=_NoMovesFromTheLeftEdge()),
}


# The table in docs/checking.md of what they are told; `make docs` writes it

PAGE = ROOT / "docs/checking.md"
HEAD = "| the program's mistakes | wrong cases | what it is told |\n|---|---:|---|\n"
ALONE = [name for name in catalogue(KIT) if name != "loose-cut"]
"""The last one can be made only where the course asks for the strict cut."""
PAIRS = sorted({tuple(sorted(random.Random(seed).sample(ALONE, 2), key=ALONE.index)) for seed in range(20)})
STUDENTS: list[tuple[str, ...]] = [*((name,) for name in ALONE), *PAIRS]


def row(names: tuple[str, ...]) -> str:
    """The row about one program, which is tried on every board of inputs/."""
    report = judged([case.state for path in INPUTS for case in parse_boards(path.read_text())], student(*names))
    wrong = sum(not case.valid for case in report.cases)
    first, *others = [_in_code(one) for one in told(report)] or ["no known mistake explains this"]
    return f"| {_in_code(names)} | {wrong} | {first}{'; or '.join(['', *others])} |"


def _in_code(names: tuple[str, ...]) -> str:
    return " and ".join(f"`{name}`" for name in names)


def write_table() -> None:
    before, head, after = PAGE.read_text(encoding="utf-8").partition(HEAD)
    assert head
    rest = after[after.index("\n\n") :]
    PAGE.write_text(before + head + "\n".join(map(row, STUDENTS)) + rest, encoding="utf-8")
