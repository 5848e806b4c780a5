"""The boards on which `checkers-ab try` runs a program."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from checkers_ab.cli.io import InFile, shown
from checkers_ab.cli.options import Cases
from checkers_ab.cli.solving import expect_fit, load_cases, warn
from checkers_ab.core.case import Case
from checkers_ab.core.errors import InputError, nearest
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.setting import Setting

MADE = 10
"""States that are made for a game that brings no boards."""
MOST_LOOKED_AT = 2_000
SEED = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Board:
    """A state with a name, and the heading under which a program gets it; none if that is empty."""

    name: str
    state: Any
    heading: str
    text: str

    def as_file(self, *, headed: bool) -> str:
        """The text of a board file with this board alone."""
        return f"{self.heading}\n{self.text}" if headed and self.heading else self.text


def load_boards(kit: AnyKit, path: str | None) -> list[Board]:
    """The boards of a file or a folder, else those that come with the package, or new ones of the game."""
    if path is None:
        return _examples(kit) or _made(kit)
    found: list[Board] = []
    for file in _files(path):
        cases = load_cases(kit, file)
        expect_fit(kit, file, cases)
        warn(file, cases)
        found += _boards(kit, Path(file).stem, cases)
    return found


def choose(boards: list[Board], name: str) -> list[Board]:
    """The board with a name, in a list; raises InputError with a suggestion."""
    chosen = [board for board in boards if board.name == name]
    if not chosen:
        raise InputError(f"--case {shown(name)}: no such board; {nearest(name, [board.name for board in boards])}")
    return chosen[:1]


def _files(path: str) -> list[str]:
    if not os.path.isdir(path):
        return [path]
    with InFile(path):
        names = sorted(name for name in os.listdir(path) if not name.startswith("."))
    files = [file for name in names if os.path.isfile(file := os.path.join(path, name))]
    if not files:
        inner = os.path.join(path, "inputs")
        hint = f"--boards {shown(inner)} names the boards in it" if os.path.isdir(inner) else ""
        raise InputError("there is no file in this folder", path=shown(path), hint=hint)
    return files


def _examples(kit: AnyKit) -> list[Board]:
    """The boards of the package, numbered; those that are over, or that play can't come to, are left out."""
    found: list[Board] = []
    for stem, text in kit.examples():
        cases = kit.parse_states(text)
        fit = [not case.warnings and kit.game.utility(case.state) is None for case in cases]
        found += [board for board, kept in zip(_boards(kit, stem, cases), fit, strict=True) if kept]
    return [
        Board(name=board.name, state=board.state, heading=f"case{number}", text=board.text)
        for number, board in enumerate(found, 1)
    ]


def _boards(kit: AnyKit, stem: str, cases: Cases) -> Iterator[Board]:
    for case in cases:
        name = stem if len(cases) == 1 else f"{stem}-{case.number}"
        yield Board(
            name=name, state=case.state, heading=case.label if case.headed else "", text=kit.format_state(case.state)
        )


def _made(kit: AnyKit) -> list[Board]:
    """New states from random games, always the same ones."""
    from checkers_ab.exercise.boards import StateSearch
    from checkers_ab.judge.coverage import Programs

    found: Iterator[Any] = iter(())
    if kit.evaluations:
        looked_at = islice(StateSearch(Programs(Setting(kit)), {}).states(SEED), MOST_LOOKED_AT)
        found = (state for state in looked_at if state is not None)
    cases = [Case(f"case{number}", number, False, state, []) for number, state in enumerate(islice(found, MADE), 1)]
    if not cases:
        raise InputError(f"no boards of {kit.name} come with the package", hint="--boards names a file of your own")
    return list(_boards(kit, "board", cases))
