"""The trace, written line by line as the search goes; nothing is kept."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.core.convention import ASSIGNMENT
from checkers_ab.core.game import Side
from checkers_ab.core.values import INF

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Final

    from checkers_ab.core.convention import Convention
    from checkers_ab.core.kit import AnyKit

MAX: Final = Side.MAX


class _Openings(dict[int, str]):
    """Bars and label of a line, by ply; negative where MIN moves. Made when first asked for."""

    def __init__(self, labels: Mapping[Side, str], after_label: str) -> None:
        self._labels = labels
        self._after_label = after_label

    def __missing__(self, signed_ply: int) -> str:
        ply = abs(signed_ply)
        label = self._labels[MAX if signed_ply > 0 else Side.MIN]
        opening = self[signed_ply] = f"{'|-' * (ply - 1)}{label}{ply}:{self._after_label}"
        return opening


class Texts(dict["Any", str]):
    """Values as text, with some text around them.

    Only those of integers are kept: equal numbers may be written in different ways.
    """

    def __init__(
        self, format_value: Callable[[Any], str], infinity: str, *, before: str = "", behind: str = ""
    ) -> None:
        self._format = format_value
        self._before, self._behind = before, behind
        self[INF], self[-INF] = f"{before}{infinity}{behind}", f"{before}-{infinity}{behind}"

    def __missing__(self, value: Any) -> str:
        text = f"{self._before}{self._format(value)}{self._behind}"
        if type(value) is int:
            self[value] = text
        return text


class TraceWriter:
    """Hears a search (see `core.search.Listener`) and writes its trace to `write`, a line a call."""

    def __init__(
        self,
        write: Callable[[str], object],
        kit: AnyKit,
        convention: Convention = ASSIGNMENT,
        name: Callable[[Any], str] | None = None,
    ) -> None:
        """`name` writes a move, if not as the game does."""
        self._write = write
        self._convention = convention
        self._format_move = name or kit.format_move
        self._texts = Texts(kit.format_value, convention.infinity)
        before_h = f";{convention.before_h}h="
        self._ends = Texts(kit.format_value, convention.infinity, before=before_h, behind=".\n")
        self._openings = _Openings(kit.labels, convention.after_label)

    def visit(self, ply: int, side: Side, move: Any) -> None:
        self._write(f"{self._openings[ply if side is MAX else -ply]}{self._format_move(move)}.\n")

    def leaf(self, ply: int, side: Side, move: Any, value: Any) -> None:
        opening = self._openings[ply if side is MAX else -ply]
        self._write(f"{opening}{self._format_move(move)}{self._ends[value]}")

    def prune(self, ply: int, side: Side, moves: Sequence[Any], alpha: Any, beta: Any) -> None:
        opening = self._openings[ply if side is MAX else -ply]
        cut = self._convention.between_pruned.join(map(self._format_move, moves))
        self._write(f"{opening}pruning {cut}; alpha={self._texts[alpha]}, beta={self._texts[beta]}.\n")

    def first_move(self, move: Any) -> None:
        """The last line; None when the game was over before the first move."""
        if move is None:
            self._write("first move: none.\n")
            return
        if self._convention.blank_before_first_move:
            self._write("\n")
        self._write(f"first move: {self._format_move(move)}.\n")
