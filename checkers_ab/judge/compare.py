"""Judging a log that does not name every move: what was read against what a program would have written.

The order of the moves is the convention's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from checkers_ab.core.errors import ValueMissingError
from checkers_ab.core.steps import States, Step
from checkers_ab.core.values import OPEN
from checkers_ab.judge.findings import Wording
from checkers_ab.judge.program import Program, in_order
from checkers_ab.judge.report import Finding, Scene
from checkers_ab.judge.windows import AnyModel
from checkers_ab.logs.events import Event, Heading, NearMiss, Row, Tried, Unreadable


class DifferentError(Exception):
    """A program would have written another row."""


def _compare(model: AnyModel, wording: Wording, state: Any, events: Sequence[Event]) -> tuple[int, Step | None, bool]:
    """The number of rows that a program would have written so, the step that leaves another, and True if it ends."""
    rows = [event for event in events if isinstance(event, Row)]
    taken = 0

    def hear(step: Step) -> None:
        nonlocal taken
        row = wording.log.row(step, model.key)
        if row is not None:
            if taken == len(rows) or rows[taken].shown != row:
                raise DifferentError(step)
            taken += 1

    try:
        Program(model, state, hear, in_order(wording.setting, state))
    except DifferentError as error:
        return taken, error.args[0], False
    except ValueMissingError:
        return taken, None, False
    return taken, None, True


def compared(model: AnyModel, wording: Wording, state: Any, events: Sequence[Event]) -> int:
    """The number of events that a program would have written so, one more if it would have ended there, too."""
    taken, _, ended = _compare(model, wording, state, events)
    return taken + (ended and taken == len(events))


def difference(model: AnyModel, wording: Wording, state: Any, events: Sequence[Event]) -> tuple[Any, ...]:
    """The place of the first row that a program would have written otherwise, and its own row there."""
    taken, step, _ = _compare(model, wording, state, events)
    return taken, step and wording.log.row(step, model.key)


class Comparison:
    """Takes the events of one case (see `Replay`), and reports the first difference at its end."""

    other_board = done = False
    trusting = True

    def __init__(self, state: Any, model: AnyModel, wording: Wording, report: Callable[[Finding], object]) -> None:
        self.state, self.model, self.wording, self.report = state, model, wording, report
        self.rows: list[Row] = []

    def take(self, event: Event) -> None:
        match event:
            case Row():
                self.rows.append(event)
            case Heading():
                self.finish(event, event.line)
                self.done = True
            case Unreadable() | NearMiss():
                self.report(self.wording.layout(event))

    def finish(self, last: Event | None, after: int) -> None:
        taken, step, ended = _compare(self.model, self.wording, self.state, self.rows)
        if taken < len(self.rows) or not ended:
            self.report(self._difference(taken, step, last.line if last else after + 1))

    def _difference(self, taken: int, step: Step | None, end: int) -> Finding:
        """The first row that is another than the program's."""
        kit, log = self.wording.kit, self.wording.log
        read = self.rows[taken] if taken < len(self.rows) else None
        if step is None:
            message, expected, scene = "The search is over before this.", "the end", None
        else:
            answer = Step("answer", step.path[:1], step.side, step.value, *OPEN)
            way = ", ".join(map(kit.format_move, step.path))
            message, expected = f"Here the search has come to {way}.", self.wording.quoted(step, answer)
            states = States(kit.game, self.state)
            path = tuple(
                Tried(0, ply, kit.game.to_move(states.at(step.path[: ply - 1])), self.model.key(move), None)
                for ply, move in enumerate(step.path, start=1)
            )
            above, move = states.at(step.path[:-1]), step.path[-1] if step.path else None
            scene = Scene(state=above, path=path[:-1], window=(step.alpha, step.beta), move=move)
        return Finding(
            kind="different-row" if read else "truncated",
            line=read.line if read else end,
            message=message if read or self.rows else f"The {log.noun} is empty. {message}",
            expected=expected,
            found=read.text if read else "the end",
            scene=scene,
        )
