"""The trace of any game, laid out as the homework's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit

MOST_NAMED = 40
"""A pruning line names so many moves, and counts the others."""


class KitLines:
    """Hears a search (see `core.search.Listener`) and keeps its trace as `lines`."""

    def __init__(self, kit: Kit[Any, Any, Any]) -> None:
        self.kit = kit
        self.lines: list[str] = []

    def visit(self, ply: int, side: Side, move: Any) -> None:
        self._write(ply, side, self.kit.format_move(move))

    def leaf(self, ply: int, side: Side, move: Any, value: Any) -> None:
        self._write(ply, side, f"{self.kit.format_move(move)}; h={value}")

    def prune(self, ply: int, side: Side, moves: Sequence[Any], alpha: Any, beta: Any) -> None:
        named = ", ".join(map(self.kit.format_move, moves[:MOST_NAMED]))
        more = f" and {len(moves) - MOST_NAMED:,} more" if len(moves) > MOST_NAMED else ""
        self._write(ply, side, f"pruning {named}{more}; alpha={alpha}, beta={beta}")

    def first_move(self, move: Any) -> None:
        self.lines.append(f"first move: {'none' if move is None else self.kit.format_move(move)}.")

    def _write(self, ply: int, side: Side, what: str) -> None:
        self.lines.append(f"{'|-' * (ply - 1)}{self.kit.sides[side][:1].upper()}{ply}: {what}.")
