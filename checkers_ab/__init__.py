"""checkers-ab: the exact trace of a depth-4 alpha-beta search on a checkers board.

The names listed here are the public ones, loaded when first used; everything else may change.
"""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from checkers_ab.games.checkers.board import Board as Board
    from checkers_ab.games.checkers.boardfile import BoardError as BoardError
    from checkers_ab.games.checkers.boardfile import Case as Case
    from checkers_ab.games.checkers.boardfile import parse_board as parse_board
    from checkers_ab.games.checkers.boardfile import parse_boards as parse_boards
    from checkers_ab.games.checkers.notation import format_board as format_board
    from checkers_ab.games.checkers.notation import format_move as format_move
    from checkers_ab.games.checkers.notation import parse_move as parse_move
    from checkers_ab.games.checkers.rules import Checkers as Checkers
    from checkers_ab.trace.convention import ASSIGNMENT as ASSIGNMENT
    from checkers_ab.trace.convention import HANDOUT as HANDOUT
    from checkers_ab.trace.convention import Convention as Convention
    from checkers_ab.trace.convention import ConventionError as ConventionError
    from checkers_ab.trace.convention import parse_convention as parse_convention
    from checkers_ab.trace.solve import format_trace as format_trace
    from checkers_ab.trace.solve import solve as solve
    from checkers_ab.trace.solve import write_trace as write_trace

__all__ = [
    "ASSIGNMENT",
    "HANDOUT",
    "Board",
    "BoardError",
    "Case",
    "Checkers",
    "Convention",
    "ConventionError",
    "format_board",
    "format_move",
    "format_trace",
    "parse_board",
    "parse_boards",
    "parse_convention",
    "parse_move",
    "solve",
    "write_trace",
]

_HOMES = {
    "games.checkers.board": ("Board",),
    "games.checkers.boardfile": ("BoardError", "Case", "parse_board", "parse_boards"),
    "games.checkers.notation": ("format_board", "format_move", "parse_move"),
    "games.checkers.rules": ("Checkers",),
    "trace.convention": ("ASSIGNMENT", "HANDOUT", "Convention", "ConventionError", "parse_convention"),
    "trace.solve": ("format_trace", "solve", "write_trace"),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            from importlib import import_module

            return getattr(import_module(f"checkers_ab.{home}"), name)
    raise AttributeError(f"module 'checkers_ab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
