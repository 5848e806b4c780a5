"""Judging a log that does not name every move: what was read against what a program would have written.

The order of the moves is the convention's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from checkers_ab.core.errors import ValueMissingError
from checkers_ab.core.steps import States, Step
from checkers_ab.core.values import OPEN
from checkers_ab.judge.findings import Wording
from checkers_ab.judge.follow import forget
from checkers_ab.judge.model import AnyModel
from checkers_ab.judge.program import Program
from checkers_ab.judge.report import Finding, Scene
from checkers_ab.logs.events import Event, Heading, NearMiss, Row, Tried, Unreadable


class DifferentError(Exception):
    """A program would have written another row."""


class _Against:
    """Hears a program and goes along the rows that were read, up to the first that it would not have written."""

    def __init__(self, model: AnyModel, wording: Wording, state: Any, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.taken = 0
        """The number of rows that the program would have written so."""
        self.ended = False
        """True when the program has ended."""
        self.step: Step | None = None
        """The step that leaves another row, or one more."""
        self._row, self._key = wording.log.row, model.key
        try:
            Program(*in_order(model, wording, state), self._hear)
            self.ended = True
        except (DifferentError, ValueMissingError):
            pass

    def _hear(self, step: Step) -> None:
        row = self._row(step, self._key)
        if row is None:
            return
        if self.taken == len(self.rows) or self.rows[self.taken].shown != row:
            self.step = step
            raise DifferentError
        self.taken += 1


def compared(model: AnyModel, wording: Wording, state: Any, events: Sequence[Event]) -> int:
    """The number of events that a program would have written so, one more if it would have ended there, too."""
    rows = _rows(events)
    against = _Against(model, wording, state, rows)
    whole = against.ended and against.taken == len(rows)
    return len(events) + 1 if whole and len(rows) == len(events) else against.taken


def difference(model: AnyModel, wording: Wording, state: Any, events: Sequence[Event]) -> tuple[Any, ...]:
    """The place of the first row that a program would have written otherwise, and its own row there."""
    against = _Against(model, wording, state, _rows(events))
    return against.taken, against.step and wording.log.row(against.step, model.key)


def _rows(events: Iterable[Event]) -> list[Row]:
    return [event for event in events if isinstance(event, Row)]


class Comparison:
    """Takes the events of one case (see `Replay`), and reports the first difference at its end."""

    refused = other_board = done = False

    def __init__(
        self,
        state: Any,
        model: AnyModel,
        wording: Wording,
        report: Callable[[Finding], object],
        *,
        after: int = 0,
        trusting: bool = True,
    ) -> None:
        self.state, self.model, self.wording, self.report, self.after = state, model, wording, report, after
        self.rows: list[Row] = []

    def run(self, events: Iterable[Event], keep: Callable[[Event], object] = forget) -> None:
        event = None
        for event in events:
            keep(event)
            self.take(event)
            if self.done:
                return
        self.finish(event)

    def take(self, event: Event) -> None:
        match event:
            case Row():
                self.rows.append(event)
            case Heading():
                self.finish(event)
                self.done = True
            case Unreadable() if event.ply is None:
                self.report(self.wording.remark(event))
            case Unreadable():
                self.report(self.wording.unreadable(event))
            case NearMiss():
                self.report(self.wording.near_miss(event))

    def finish(self, last: Event | None) -> None:
        against = _Against(self.model, self.wording, self.state, self.rows)
        if against.taken < len(self.rows) or not against.ended:
            self.report(self._difference(against, last.line if last else self.after + 1))

    def _difference(self, against: _Against, end: int) -> Finding:
        """The first row that is another than the program's."""
        kit, step, log = self.wording.kit, against.step, self.wording.log
        read = self.rows[against.taken] if against.taken < len(self.rows) else None
        if step is None:
            message, expected, scene = "The search is over before this.", "the end", None
        else:
            way = ", ".join(map(kit.format_move, step.path))
            message, expected = f"Here the search has come to {way}.", _quoted(self.wording, step)
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


def _quoted(wording: Wording, step: Step) -> str:
    """What a step leaves in a log, as the log writes it."""
    written: list[str] = []
    hear = wording.log.writer(wording.setting, written.append)
    written.clear()
    hear(step)
    hear(Step("answer", step.path[:1], step.side, step.value, *OPEN))
    return "".join(written).strip()


def in_order(model: AnyModel, wording: Wording, state: Any) -> tuple[AnyModel, Any]:
    """A program and its state, with the moves in the order of the convention, and wrong moves behind the legal ones."""
    setting = wording.setting
    if setting.game is setting.kit.game:
        return model, state
    game = _InOrder(model.game, setting.game)
    inner = model.inner_moves
    ordered = replace(
        model,
        game=game,
        root=None,
        inner_moves=inner and (lambda pair: game.ordered(pair, inner(pair[0]))),
        evaluate=lambda parent, pair: model.evaluate(parent[0], pair[0]),
    )
    return ordered, (model.root(state) if model.root else state, setting.game.wrap(state))


class _InOrder:
    """A game whose states go along with those of another that says the order of the moves, as far as that has them."""

    def __init__(self, game: Any, order: Any) -> None:
        self.game, self.order = game, order
        self._ranks = lru_cache(maxsize=1024)(self._rank)

    def _rank(self, state: Any) -> dict[Any, int]:
        over = state is None or self.order.utility(state) is not None
        return {} if over else {move: place for place, move in enumerate(self.order.moves(state))}

    def start(self) -> tuple[Any, Any]:
        return self.game.start(), self.order.start()

    def to_move(self, pair: tuple[Any, Any]) -> Any:
        return self.game.to_move(pair[0])

    def utility(self, pair: tuple[Any, Any]) -> Any:
        return self.game.utility(pair[0])

    def moves(self, pair: tuple[Any, Any]) -> list[Any]:
        return self.ordered(pair, self.game.moves(pair[0]))

    def ordered(self, pair: tuple[Any, Any], moves: Iterable[Any]) -> list[Any]:
        ranks = self._ranks(pair[1])
        return sorted(moves, key=lambda move: ranks.get(move, len(ranks)))

    def play(self, pair: tuple[Any, Any], move: Any) -> tuple[Any, Any]:
        follows = move in self._ranks(pair[1])
        return self.game.play(pair[0], move), self.order.play(pair[1], move) if follows else None
