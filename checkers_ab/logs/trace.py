"""The assignment's trace as a log, and the mistakes in how a program writes its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, TextIO

from checkers_ab.core.game import Side
from checkers_ab.core.mistake import Mistake, Model
from checkers_ab.core.search import Listener, Result
from checkers_ab.core.setting import AnySetting
from checkers_ab.core.steps import Hear, HookCaller, Step
from checkers_ab.logs.base import Log, Write
from checkers_ab.logs.events import Event
from checkers_ab.logs.lines import TraceWriter
from checkers_ab.logs.lines_reader import reader_of
from checkers_ab.logs.solve import write_trace


class Trace(Log):
    """A line for each move, written from the hooks of the search directly."""

    name = "trace"
    noun = "trace"
    shows = frozenset(("moves", "values", "windows", "cuts", "answer"))
    follows = True
    kinds: ClassVar = {}

    def writer(self, setting: AnySetting, write: Write, name: Callable[[Any], str] | None = None) -> Hear:
        lines = TraceWriter(write, setting.kit, setting.convention, name)
        call = HookCaller(lines)

        def hear(step: Step) -> None:
            if step.kind == "answer":
                lines.first_move(step.path[0] if step.path else None)
            else:
                call(step)

        return hear

    def write_search(
        self, setting: AnySetting, state: Any, write: Write, observer: Listener[Any, Any] | None = None
    ) -> Result[Any, Any]:
        return write_trace(setting, state, write, observer)

    def read(self, stream: TextIO, setting: AnySetting) -> Iterator[Event]:
        return reader_of(setting.kit).read(stream)

    def slips(self, setting: AnySetting) -> Sequence[Mistake]:
        labels, sides = setting.kit.labels, setting.kit.sides
        names = {"first": labels[Side.MAX], "second": labels[Side.MIN], "max": sides[Side.MAX], "min": sides[Side.MIN]}
        return [
            Mistake(
                name=name,
                part="writing",
                clause=clause.format(**names),
                fix=FIXES[fix].format(**names),
                rule=RULES[field],
                variants=partial(_change, field, value),
            )
            for name, clause, field, value, fix in SLIPS
        ]


def _change(field: str, value: Any, right: Model[Any, Any]) -> Iterable[Model[Any, Any]]:
    """The model with another way to write; slips in the window that is printed add up."""
    changes: dict[str, Any] = {field: (*right.window, value) if field == "window" else value}
    return (replace(right, **changes),)


SLIPS = (
    ("no-h", "prints no h", "h", "nothing", "h"),
    ("h-is-the-bound", "prints the bound of the node as h, once a value is beyond it", "h", "bound", "h of the board"),
    ("no-first-move-line", "does not print its first move", "prints_answer", False, "answer"),
    ("letters-exchanged", "exchanges the letters {first} and {second} of the labels", "letters", "exchanged", "sides"),
    ("same-letter", "writes the same letter in all labels", "letters", "same", "sides"),
    ("plies-from-zero", "counts the plies from 0", "first_ply", 0, "plies"),
    ("cutter-listed", "lists the move that closed the window as pruned, too", "lists", "cut", "rest"),
    ("searched-listed", "lists all moves of the node as pruned, those that were searched too", "lists", "all", "rest"),
    ("last-pruned-omitted", "leaves the last pruned move out", "lists", "last", "last"),
    ("pruning-not-printed", "prunes, but prints no pruning lines", "lists", "none", "pruning"),
    ("alpha-beta-swapped", "prints alpha and beta in each other's place", "window", "swapped", "alpha"),
    ("alpha-twice", "prints alpha for beta, too", "window", "alpha-twice", "alpha and beta"),
    ("window-at-entry", "prints the window with which a node began", "window", "entry", "update"),
)
"""The mistakes of writing: a name, a clause, the field of `Model` that differs, its value, and the fix."""
FIXES = {
    "h": "Print h on the lines of the last ply.",
    "h of the board": "Print h of the board itself, whatever alpha and beta are.",
    "answer": "Print 'first move: ' and the move as the last line.",
    "sides": "Write {first} where {max} moves, and {second} where {min} does.",
    "plies": "The first move is at ply 1.",
    "rest": "List only the moves that were not searched.",
    "last": "List every move that was not searched, the last one too.",
    "pruning": "Print a pruning line where the moves that are cut would have stood.",
    "alpha": "Print alpha first.",
    "alpha and beta": "Print alpha, then beta.",
    "update": "Print alpha and beta as they are after the update that closed the window.",
}
RULES = {"h": 33, "prints_answer": 35, "letters": 31, "first_ply": 31, "lists": 34, "window": 34}
"""The paragraph of the homework about each field."""

TRACE = Trace()
