"""Mistakes of programs, as changes to a model of the program that wrote a trace."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass, field
from operator import ge
from typing import Any, Generic, TypeVar

from checkers_ab.core.game import Game

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, kw_only=True)
class Model(Generic[S, M]):
    """A model of a program that writes traces: its rules, evaluation, search, notation and answer.

    The defaults model a correct program; a mistake changes some fields (`dataclasses.replace`).
    """

    game: Game[S, M, Any]
    evaluate: Callable[[S, S], Any]
    """The value of a state at the last ply, given its parent and the state."""
    depth: int | None
    """The plies searched; None: to the end of the game."""
    key: Callable[[M], Hashable]
    """The key of a move's text in the trace (see `Kit.move_key`)."""
    cutoff: Callable[[Any, Any], bool] = ge
    window: str = "soft"
    """The kind of window, which opens, narrows and prints alpha and beta: a name of `trace.windows.WINDOWS`."""
    root: Callable[[S], S] | None = None
    """Changes the given state before the search."""
    find: Callable[[Collection[M], Any], M | None] | None = None
    """Finds the move for a key, if a move has several spellings."""
    negated: bool = False
    """True if printed values have the opposite sign of searched values."""
    letters: bool = True
    """False if the labels of the sides are ignored."""
    answer: str = "optimal"
    """The first move: an optimal one, one of the best `returned` values, or the `last` of the best returned."""
    table: dict[Hashable, M] = field(init=False, default_factory=dict, compare=False, repr=False)
    """The moves seen so far, by key."""
    known: set[M] = field(init=False, default_factory=set, compare=False, repr=False)
    """The moves seen so far."""


PARTS = ("rules", "evaluation", "end", "search", "answer", "depth", "root", "notation")
"""The parts of a program that can have a mistake. If several explain a trace, the earlier part is reported first."""


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """A mistake: its name, a clause about the program, the fix, and the paragraph of docs/homework.md it breaks."""

    name: str
    part: str
    clause: str
    fix: str
    rule: int
    variants: Callable[[Model[Any, Any]], Iterable[Model[Any, Any]]]
    """The models of programs with this mistake, given the model of a correct program."""

    @property
    def sentence(self) -> str:
        return sentence_of(self.clause)

    def in_words(self) -> dict[str, str | int]:
        """The name, what a program does, how to fix it and the rule, by field name."""
        return {"name": self.name, "clause": self.clause, "fix": self.fix, "rule": self.rule}


def sentence_of(clause: str) -> str:
    """The sentence that a diagnosis begins with."""
    return f"This is exactly the trace of a program that {clause}."
