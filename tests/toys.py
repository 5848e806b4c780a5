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


PITS = 3
"""Of a side of the Kalah board."""


class Kalah:
    """Kalah with three pits and two seeds in each; a last seed in one's own store gives a further turn.

    A state is the pits and the store of MAX, then those of MIN, then 1 if MAX is to move and -1 if not. A move is a pit
    of the side, from 1.
    """

    def start(self) -> tuple[int, ...]:
        return 2, 2, 2, 0, 2, 2, 2, 0, 1

    def to_move(self, state: tuple[int, ...]) -> Side:
        return Side(state[-1])

    def own(self, state: tuple[int, ...]) -> int:
        """The place of the first pit of the side to move."""
        return 0 if state[-1] == 1 else PITS + 1

    def moves(self, state: tuple[int, ...]) -> Sequence[int]:
        return [pit for pit in range(1, PITS + 1) if state[self.own(state) + pit - 1]]

    def play(self, state: tuple[int, ...], pit: int) -> tuple[int, ...]:
        board, own = [*state[:-1]], self.own(state)
        store, place = own + PITS, own + pit - 1
        seeds, board[place] = board[place], 0
        while seeds:
            place = (place + 1) % len(board)
            if place in (PITS, 2 * PITS + 1) and place != store:
                continue
            board[place] += 1
            seeds -= 1
        return *board, state[-1] if place == store else -state[-1]

    def utility(self, state: tuple[int, ...]) -> int | None:
        return None if self.moves(state) else sum(state[: PITS + 1]) - sum(state[PITS + 1 : -1])


def kalah() -> Kit[Any, Any, Any]:
    """The kit of Kalah."""
    return Kit(
        Kalah(),
        sides={Side.MAX: "South", Side.MIN: "North"},
        evaluations={"stores": lambda state: state[PITS] - state[2 * PITS + 1]},
        outcomes=(-12, 12),
    )


SQUARES = [(row, column) for row in range(4) for column in range(4)]


class Reversi:
    """Reversi on four by four squares: who can't turn a disc passes.

    A state is sixteen characters in reading order, then the disc of the side to move: x is MAX. A move is a square as
    `b3`, or `pass`.
    """

    def start(self) -> str:
        return ".....xo..ox.....x"

    def to_move(self, state: str) -> Side:
        return Side.MAX if state[-1] == "x" else Side.MIN

    def turned(self, cells: str, own: str, row: int, column: int) -> list[int]:
        """The places of the discs that a move would turn."""
        found = []
        for down, right in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
            line = []
            r, c = row + down, column + right
            while 0 <= r < 4 and 0 <= c < 4 and cells[4 * r + c] not in (own, "."):
                line.append(4 * r + c)
                r, c = r + down, c + right
            if 0 <= r < 4 and 0 <= c < 4 and cells[4 * r + c] == own:
                found += line
        return found

    def placed(self, cells: str, own: str) -> list[str]:
        return [
            f"{'abcd'[column]}{row + 1}"
            for row, column in SQUARES
            if cells[4 * row + column] == "." and self.turned(cells, own, row, column)
        ]

    def moves(self, state: str) -> Sequence[str]:
        return self.placed(state[:16], state[-1]) or ["pass"]

    def play(self, state: str, move: str) -> str:
        own, cells = state[-1], [*state[:16]]
        if move != "pass":
            row, column = int(move[1]) - 1, "abcd".index(move[0])
            for place in (4 * row + column, *self.turned(state[:16], own, row, column)):
                cells[place] = own
        return "".join(cells) + ("o" if own == "x" else "x")

    def utility(self, state: str) -> int | None:
        cells = state[:16]
        if self.placed(cells, "x") or self.placed(cells, "o"):
            return None
        black, white = cells.count("x"), cells.count("o")
        return 100 * ((black > white) - (black < white))


def reversi() -> Kit[Any, Any, Any]:
    """The kit of Reversi."""
    return Kit(
        Reversi(),
        sides={Side.MAX: "Black", Side.MIN: "White"},
        labels={Side.MAX: "x", Side.MIN: "o"},
        evaluations={"discs": lambda state: state.count("x", 0, 16) - state.count("o", 0, 16)},
        outcomes=(-100, 100),
    )
