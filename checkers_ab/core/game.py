"""The `Game` protocol: start, side to move, legal moves, the state after a move, and the value of a finished game.

A complete game. Two players take one, two or three matches in turn; the player who takes the last match wins:

>>> class Matches:
...     def start(self):
...         return 7, Side.MAX
...     def to_move(self, state):
...         return state[1]
...     def moves(self, state):
...         return [taken for taken in (1, 2, 3) if taken <= state[0]]
...     def play(self, state, taken):
...         return state[0] - taken, state[1].opponent
...     def utility(self, state):
...         return None if state[0] else -1 if state[1] is Side.MAX else 1

>>> from checkers_ab.core.search import minimax
>>> minimax(Matches(), (7, Side.MAX), None, evaluate=None, window=(-1, 1)).move
3
"""

from __future__ import annotations

from enum import Enum

from checkers_ab._typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class Comparable(Protocol):
    """A value that supports `<` and `>`: an int, a float, a Fraction, a tuple."""

    def __lt__(self, other: Any, /) -> bool: ...
    def __gt__(self, other: Any, /) -> bool: ...


class Side(Enum):
    """The two players: MAX maximizes the value, MIN minimizes it."""

    MAX = 1
    MIN = -1

    @property
    def opponent(self) -> Side:
        return Side.MIN if self is Side.MAX else Side.MAX


S = TypeVar("S")
M = TypeVar("M")
V_co = TypeVar("V_co", covariant=True)


class Game(Protocol[S, M, V_co]):
    """The rules of a game over immutable states.

    A state that is not over has at least one move, and `play` never changes its argument. A side may move again, and
    a pass is a move that gives the turn away. Evaluation, move ordering, display and clock are not rules: they are
    passed in where they are used.
    """

    def start(self) -> S:
        """The initial state."""

    def to_move(self, state: S, /) -> Side:
        """The side to move."""

    def moves(self, state: S, /) -> Sequence[M]:
        """The legal moves: distinct, always in the same order."""

    def play(self, state: S, move: M, /) -> S:
        """The state after a legal move."""

    def utility(self, state: S, /) -> V_co | None:
        """The value of a finished game to MAX; None if the game is not over."""
