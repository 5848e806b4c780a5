"""Small games to try the search on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit


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


class Nim:
    """One to three matches are taken in turn; the last one wins. A state is what is left, and whose turn it is."""

    def start(self) -> Any:
        return 9, 1

    def to_move(self, state: Any) -> Any:
        return Side(state[1])

    def moves(self, state: Any) -> Any:
        return [taken for taken in (1, 2, 3) if taken <= state[0]]

    def play(self, state: Any, taken: Any) -> Any:
        return state[0] - taken, -state[1]

    def utility(self, state: Any) -> Any:
        return None if state[0] else -state[1]


def nim(rules: dict[str, Callable[..., Any]] | None = None, **parts: Any) -> Kit[Any, Any, Any]:
    """Nim with other rules or parts."""
    game = type("Changed", (Nim,), dict(rules or {}))()
    return Kit(game, **{"evaluations": {"even": lambda state: 0}, "outcomes": (-1, 1), **parts})
