"""Mistakes of programs, as changes to a model of the program that wrote a trace."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
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

    # What it plays
    game: Game[S, M, Any]
    inner_moves: Callable[[S], Iterable[M]] | None = None
    """The moves of all states below the root, if they are others than those of the game."""
    root: Callable[[S], S] | None = None
    """Changes the state that was given before anything is searched."""
    end_at_last_ply: bool = True
    """False if a game that ends with the last ply is valued as if it went on."""

    # How it values and searches
    evaluate: Callable[[S, S], Any]
    """The value of a state at the last ply, given its parent and the state."""
    depth: int | None
    """The plies searched; None: to the end of the game."""
    cutoff: Callable[[Any, Any], bool] = ge
    window: tuple[str, ...] = ()
    """Slips in how windows open, narrow and are printed: the names in the tables of `judge.windows`."""
    both_maximize: bool = False
    """True if MIN looks for the greatest value, too."""
    answer: str = "optimal"
    """The first move: an `optimal` one, one of the best `returned` values, the `last` of the best returned, the last
    `searched`, or the best by the first h below it (`first-h`)."""

    # How it writes
    key: Callable[[M], Hashable]
    """A move as it is written in the trace (see `Kit.move_key`)."""
    find: Callable[[Model[S, M], Collection[M], Any], M | None] | None = None
    """Finds the move that is written with a key, where a move may be written in several ways."""
    negated: bool = False
    """True if values are printed with the other sign than the one they are searched with."""
    h: str = "value"
    """The number printed for h: the `value`, `nothing`, or the `bound` of the node after the value was taken in."""
    shown: Callable[[Any], Any] | None = None
    """The number that is printed for a value, if it is another one."""
    lists: str = "rest"
    """The moves that a pruning line lists: the `rest`, the rest with the move that `cut`, `all` moves of the node, all
    of the rest but the `last`, or `none`, for the line is not printed."""
    letters: str = "sides"
    """The labels: of the `sides`, `exchanged`, the `same` for both, or `any`."""
    first_ply: int = 1
    """The number of the first ply in labels."""
    prints_answer: bool = True
    """False if no line names the first move."""
    table: dict[Hashable, M] = field(init=False, default_factory=dict, compare=False, repr=False)
    """The moves seen so far, by key."""
    known: set[M] = field(init=False, default_factory=set, compare=False, repr=False)
    """The moves seen so far."""


PARTS = ("rules", "evaluation", "end", "search", "answer", "depth", "root", "notation", "writing")
"""The parts of a program that a mistake can be in. Where several explain a trace, the earlier part is named first."""


Variants = Callable[[Model[Any, Any]], Iterable[Model[Any, Any]]]
"""Makes the models of programs with a mistake, given the model of a correct program."""


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """A mistake: its name, a clause about the program, the fix, and the paragraph of docs/homework.md it breaks."""

    name: str
    part: str
    clause: str
    fix: str
    rule: int
    seen_in: str = "moves"
    """What a log must show for the mistake to be seen in it (see `Log.shows`)."""
    variants: Variants

    @property
    def sentence(self) -> str:
        return sentence_of(self.clause)

    def in_words(self) -> dict[str, str | int]:
        """The name, what a program does, how to fix it and the rule, by field name."""
        return {"name": self.name, "clause": self.clause, "fix": self.fix, "rule": self.rule}


def read_mistakes(text: str, variants: Mapping[str, Variants], **words: str) -> list[Mistake]:
    """Read mistakes from rows of text, with `words` filled in, and their variants from a table by name.

    A row is `name rule: clause`, and the line below it says how to fix it. Rows stand below their part in brackets,
    `[answer, seen in answer]` where logs must show something else than moves.
    """
    found = []
    part = seen_in = ""
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("["):
            part, _, seen_in = line.strip("[]").partition(", seen in ")
            continue
        head, _, clause = line.format(**words).partition(": ")
        name, rule = head.split()
        fix = next(lines).strip().format(**words)
        found.append(
            Mistake(
                name=name,
                part=part,
                clause=clause,
                fix=fix,
                rule=int(rule),
                seen_in=seen_in or "moves",
                variants=variants[name],
            )
        )
    return found


def sentence_of(clause: str, *, alone: bool = False, noun: str = "trace") -> str:
    """The sentence that a diagnosis begins with; `alone` if it holds for one of several boards only.

    `noun` is what the log is called.
    """
    start = "On this board alone, it is" if alone else "This is exactly"
    return f"{start} the {noun} of a program that {clause}."
