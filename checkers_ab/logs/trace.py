"""The assignment's trace as a log, and the mistakes in how a program writes its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TextIO

from checkers_ab.core.game import Side
from checkers_ab.core.mistake import Mistake, Model
from checkers_ab.core.search import Listener, Result
from checkers_ab.core.setting import Setting
from checkers_ab.core.steps import Hear, HookCaller, Step
from checkers_ab.logs.base import Log, Write
from checkers_ab.logs.events import Event
from checkers_ab.logs.lines import TraceWriter
from checkers_ab.logs.lines_reader import read_trace
from checkers_ab.logs.solve import write_trace

AnyModel = Model[Any, Any]


class Trace(Log):
    """A line for each move, written from the hooks of the search directly."""

    name = "trace"
    noun = "trace"
    shows = frozenset(("moves", "values", "windows", "cuts", "answer"))
    follows = True
    kinds: ClassVar = {}

    def writer(self, setting: Setting[Any, Any, Any], write: Write, name: Callable[[Any], str] | None = None) -> Hear:
        lines = TraceWriter(write, setting.kit, setting.convention, name)
        call = HookCaller(lines)

        def hear(step: Step) -> None:
            if step.kind == "answer":
                lines.first_move(step.path[0] if step.path else None)
            else:
                call(step)

        return hear

    def write_search(
        self,
        setting: Setting[Any, Any, Any],
        state: Any,
        write: Write,
        observer: Listener[Any, Any] | None = None,
    ) -> Result[Any, Any]:
        return write_trace(setting, state, write, observer)

    def read(self, stream: TextIO, setting: Setting[Any, Any, Any]) -> Iterator[Event]:
        return read_trace(stream, setting.kit)

    def slips(self, setting: Setting[Any, Any, Any]) -> Sequence[Mistake]:
        kit = setting.kit
        first, second = kit.labels[Side.MAX], kit.labels[Side.MIN]
        return [
            _mistake("no-h", "prints no h", "Print h on the lines of the last ply.", 33, h="nothing"),
            _mistake(
                "h-is-the-bound",
                "prints the bound of the node as h, once a value is beyond it",
                "Print h of the board itself, whatever alpha and beta are.",
                33,
                h="bound",
            ),
            _mistake(
                "no-first-move-line",
                "does not print its first move",
                "Print 'first move: ' and the move as the last line.",
                35,
                prints_answer=False,
            ),
            _mistake(
                "letters-exchanged",
                f"exchanges the letters {first} and {second} of the labels",
                f"Write {first} where {kit.sides[Side.MAX]} moves, and {second} where {kit.sides[Side.MIN]} does.",
                31,
                letters="exchanged",
            ),
            _mistake(
                "same-letter",
                "writes the same letter in all labels",
                f"Write {first} where {kit.sides[Side.MAX]} moves, and {second} where {kit.sides[Side.MIN]} does.",
                31,
                letters="same",
            ),
            _mistake("plies-from-zero", "counts the plies from 0", "The first move is at ply 1.", 31, first_ply=0),
            _mistake(
                "cutter-listed",
                "lists the move that closed the window as pruned, too",
                "List only the moves that were not searched.",
                34,
                lists="cut",
            ),
            _mistake(
                "searched-listed",
                "lists all moves of the node as pruned, those that were searched too",
                "List only the moves that were not searched.",
                34,
                lists="all",
            ),
            _mistake(
                "last-pruned-omitted",
                "leaves the last pruned move out",
                "List every move that was not searched, the last one too.",
                34,
                lists="last",
            ),
            _mistake(
                "pruning-not-printed",
                "prunes, but prints no pruning lines",
                "Print a pruning line where the moves that are cut would have stood.",
                34,
                lists="none",
            ),
            _slip("alpha-beta-swapped", "prints alpha and beta in each other's place", "Print alpha first.", "swapped"),
            _slip("alpha-twice", "prints alpha for beta, too", "Print alpha, then beta.", "alpha-twice"),
            _slip(
                "window-at-entry",
                "prints the window with which a node began",
                "Print alpha and beta as they are after the update that closed the window.",
                "entry",
            ),
        ]


def _mistake(name: str, clause: str, fix: str, rule: int, **changes: Any) -> Mistake:
    """A slip that changes how a model writes."""
    return _writing(name, clause, fix, rule, lambda right: replace(right, **changes))


def _slip(name: str, clause: str, fix: str, window: str) -> Mistake:
    """A slip in the window that is printed."""
    return _writing(name, clause, fix, 34, lambda right: replace(right, window=(*right.window, window)))


def _writing(name: str, clause: str, fix: str, rule: int, change: Callable[[AnyModel], AnyModel]) -> Mistake:
    def variants(right: AnyModel) -> Iterable[AnyModel]:
        return (change(right),)

    return Mistake(name=name, part="writing", clause=clause, fix=fix, rule=rule, variants=variants)


TRACE = Trace()
