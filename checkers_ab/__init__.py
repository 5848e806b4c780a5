"""checkers-ab: the exact trace of an alpha-beta search, on a checkers board or of any game, and its judge.

The names listed here are the public ones, loaded when first used; everything else may change. docs/library.md
describes them.
"""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from checkers_ab.api import Solution as Solution
    from checkers_ab.api import check as check
    from checkers_ab.api import format_trace as format_trace
    from checkers_ab.api import solve as solve
    from checkers_ab.api import write_trace as write_trace
    from checkers_ab.core.case import Case as Case
    from checkers_ab.core.convention import ASSIGNMENT as ASSIGNMENT
    from checkers_ab.core.convention import Convention as Convention
    from checkers_ab.core.convention import ConventionError as ConventionError
    from checkers_ab.core.convention import parse_convention as parse_convention
    from checkers_ab.core.errors import MoveError as MoveError
    from checkers_ab.core.errors import OptionError as OptionError
    from checkers_ab.core.errors import StateError as StateError
    from checkers_ab.core.game import Game as Game
    from checkers_ab.core.game import Side as Side
    from checkers_ab.core.kit import Kit as Kit
    from checkers_ab.core.mistake import Mistake as Mistake
    from checkers_ab.core.mistake import Model as Model
    from checkers_ab.core.observe import Observer as Observer
    from checkers_ab.core.observe import Recorder as Recorder
    from checkers_ab.core.observe import Statistics as Statistics
    from checkers_ab.core.observe import Tee as Tee
    from checkers_ab.core.picture import Branches as Branches
    from checkers_ab.core.picture import Grid as Grid
    from checkers_ab.core.picture import Lines as Lines
    from checkers_ab.core.picture import Piece as Piece
    from checkers_ab.core.search import Result as Result
    from checkers_ab.core.search import minimax as minimax
    from checkers_ab.core.search import never as never
    from checkers_ab.core.setting import Setting as Setting
    from checkers_ab.games.checkers.board import Board as Board
    from checkers_ab.games.checkers.boardfile import BoardError as BoardError
    from checkers_ab.games.checkers.boardfile import parse_board as parse_board
    from checkers_ab.games.checkers.boardfile import parse_boards as parse_boards
    from checkers_ab.games.checkers.kit import HANDOUT as HANDOUT
    from checkers_ab.games.checkers.notation import format_board as format_board
    from checkers_ab.games.checkers.notation import format_move as format_move
    from checkers_ab.games.checkers.notation import parse_move as parse_move
    from checkers_ab.games.checkers.rules import Checkers as Checkers
    from checkers_ab.games.registry import make_game as make_game
    from checkers_ab.judge.report import CaseReport as CaseReport
    from checkers_ab.judge.report import Diagnosis as Diagnosis
    from checkers_ab.judge.report import Finding as Finding
    from checkers_ab.judge.report import Report as Report

__all__ = [
    "ASSIGNMENT",
    "HANDOUT",
    "Board",
    "BoardError",
    "Branches",
    "Case",
    "CaseReport",
    "Checkers",
    "Convention",
    "ConventionError",
    "Diagnosis",
    "Finding",
    "Game",
    "Grid",
    "Kit",
    "Lines",
    "Mistake",
    "Model",
    "MoveError",
    "Observer",
    "OptionError",
    "Piece",
    "Recorder",
    "Report",
    "Result",
    "Setting",
    "Side",
    "Solution",
    "StateError",
    "Statistics",
    "Tee",
    "check",
    "format_board",
    "format_move",
    "format_trace",
    "make_game",
    "minimax",
    "never",
    "parse_board",
    "parse_boards",
    "parse_convention",
    "parse_move",
    "solve",
    "write_trace",
]

_HOMES = {
    "api": ("Solution", "check", "format_trace", "solve", "write_trace"),
    "core.case": ("Case",),
    "core.convention": ("ASSIGNMENT", "Convention", "ConventionError", "parse_convention"),
    "core.errors": ("MoveError", "OptionError", "StateError"),
    "core.game": ("Game", "Side"),
    "core.kit": ("Kit",),
    "core.mistake": ("Mistake", "Model"),
    "core.observe": ("Observer", "Recorder", "Statistics", "Tee"),
    "core.picture": ("Branches", "Grid", "Lines", "Piece"),
    "core.search": ("Result", "minimax", "never"),
    "core.setting": ("Setting",),
    "games.checkers.board": ("Board",),
    "games.checkers.boardfile": ("BoardError", "parse_board", "parse_boards"),
    "games.checkers.kit": ("HANDOUT",),
    "games.checkers.notation": ("format_board", "format_move", "parse_move"),
    "games.checkers.rules": ("Checkers",),
    "games.registry": ("make_game",),
    "judge.report": ("CaseReport", "Diagnosis", "Finding", "Report"),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            from importlib import import_module

            return getattr(import_module(f"checkers_ab.{home}"), name)
    raise AttributeError(f"module 'checkers_ab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
