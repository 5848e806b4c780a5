"""Small games to try the search on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from checkers_ab.core.game import Side


class TreeGame:
    """A game drawn as nested lists: a state is the path of moves, a leaf is worth itself."""

    def __init__(self, tree: Any) -> None:
        self.tree = tree

    def at(self, path: tuple[int, ...]) -> Any:
        node = self.tree
        for index in path:
            node = node[index]
        return node

    def start(self) -> tuple[int, ...]:
        return ()

    def to_move(self, path: tuple[int, ...]) -> Side:
        return Side.MIN if len(path) % 2 else Side.MAX

    def moves(self, path: tuple[int, ...]) -> Sequence[int]:
        return range(len(self.at(path)))

    def play(self, path: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*path, move)

    def utility(self, path: tuple[int, ...]) -> Any:
        node = self.at(path)
        return None if isinstance(node, list) else node


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    """Three in a row; a state is nine characters, cells in reading order."""

    def start(self) -> str:
        return "." * 9

    def to_move(self, cells: str) -> Side:
        return Side.MAX if cells.count(".") % 2 else Side.MIN

    def moves(self, cells: str) -> Sequence[int]:
        return [cell for cell in range(9) if cells[cell] == "."]

    def play(self, cells: str, cell: int) -> str:
        mark = "x" if self.to_move(cells) is Side.MAX else "o"
        return cells[:cell] + mark + cells[cell + 1 :]

    def utility(self, cells: str) -> int | None:
        for a, b, c in LINES:
            if cells[a] == cells[b] == cells[c] != ".":
                return 1 if cells[a] == "x" else -1
        return None if "." in cells else 0
