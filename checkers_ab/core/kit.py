"""Everything that commands need of a game besides its rules: text, drawings, evaluations and scripts, each plugged in.

A game is a package with a module `kit` that has `OPTIONS`, the options of the game with a line of help each, and
`make(**options)`, which returns the `Kit` for some of them, all given as text, or raises OptionError (see `errors`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from checkers_ab.core.game import Comparable, Game, Side

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V", bound=Comparable)


@dataclass(frozen=True, kw_only=True)
class Wire(Generic[S, M]):
    """Another way to write moves, for programs that speak it."""

    format_move: Callable[[S, M], str]
    parse_move: Callable[[S, str], M]


@dataclass(frozen=True, kw_only=True)
class Kit(Generic[S, M, V]):
    """A game with all that belongs to it."""

    name: str
    game: Game[S, M, V]
    window: tuple[V, V]
    """The worst and the best value."""
    evaluations: Mapping[str, Callable[[S], V]]
    """By name; the first is the usual one."""
    sides: Mapping[Side, str]
    """What the two players are called."""
    format_move: Callable[[M], str]
    parse_move: Callable[[S, str], M]
    """A legal move in a state; MoveError for anything else."""
    format_state: Callable[[S], str]
    """The state as a file has it, each line with its end."""
    parse_state: Callable[[str], S]
    """A state from such a text; StateError where it is none."""
    draw: Callable[[S, M | None], str]
    """The state for people to look at, with coordinates and the last move marked."""
    lost_and_won: tuple[V, V] | None = None
    """What a lost and a won game are worth to MAX, where that is not the window."""
    count_moves: Callable[[S], int] | None = None
    """How many legal moves a state has that is not over, where that can be told without listing them."""
    why_drawn: Callable[[Sequence[S]], str] | None = None
    """Why a game that has gone through these states is a draw though it could go on; nothing if it is none."""
    orders: Mapping[str, Callable[[S, M], Any]] = field(default_factory=dict)
    """Sort keys for moves, by name: the smallest is tried first."""
    scripts: Mapping[str, Callable[[S], M]] = field(default_factory=dict)
    """Players that follow a fixed rule, by name."""
    script_sides: Mapping[str, Side] = field(default_factory=dict)
    """The side that a script plays, where it plays but one."""
    wires: Mapping[str, Wire[S, M]] = field(default_factory=dict)
    """Other ways to write moves, by name."""

    @property
    def outcomes(self) -> tuple[V, V]:
        """What a lost and a won game are worth to MAX; anything else is a draw."""
        return self.lost_and_won or self.window
