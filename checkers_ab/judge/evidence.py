"""The traces of a file as evidence about the program that wrote them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from checkers_ab.core.errors import ValueMissingError
from checkers_ab.judge.compare import compared, difference
from checkers_ab.judge.findings import Wording
from checkers_ab.judge.follow import RefutedError, Replay
from checkers_ab.judge.rows import replay_type
from checkers_ab.judge.windows import AnyModel
from checkers_ab.logs.events import (
    Ended,
    Entered,
    Event,
    Heading,
    Key,
    NearMiss,
    Oddity,
    Pruned,
    Tried,
    Unreadable,
)

_MEANT = re.compile("prun|cut|move|alpha|beta", re.IGNORECASE)


@dataclass(frozen=True)
class Evidence:
    """One trace: its state, and its lines without what is no part of it."""

    state: Any
    events: Sequence[Event]
    garbled: bool = False
    """True if lines that can't be read may be meant as its pruning lines or its answer."""


def evidence_of(state: Any, events: Sequence[Event]) -> Evidence:
    """A trace as evidence: remarks, headings and near misses of the layout are left out."""
    lines = [
        event
        for event in events
        if not isinstance(event, Heading | NearMiss)
        and not (type(event) is Unreadable and (event.ply is None or event.last))
    ]
    remarks = [event.text for event in events if type(event) is Unreadable and event.ply is None]
    return Evidence(state, lines, any(map(_MEANT.search, remarks)))


def explained(model: AnyModel, wording: Wording, evidence: Evidence) -> int:
    """The number of events that a program would have written so, one more if it would have ended there, too.

    A trace that is cut short is explained as far as it goes.
    """
    if evidence.garbled and (model.lists in ("none", "last") or not model.prints_answer):
        return 0  # what the program would leave out may be there
    if not wording.log.follows:
        return compared(model, wording, evidence.state, evidence.events)
    replay = replay_type(wording)(evidence.state, model, wording)
    taken, _, reason = follow(replay, evidence)
    return taken if reason is not None else len(evidence.events) + replay.could_end(evidence.events)


Reason = tuple[Any, ...]


def follow(replay: Replay, evidence: Evidence) -> tuple[int, Event | None, Reason | None]:
    """The number of events that a replay takes, and the event that refutes it with the reason; None if none does."""
    taken, event = 0, None
    try:
        for event in translated(replay, evidence.events):
            if replay.done:
                break
            replay.take(event)
            taken += 1
        else:
            return taken, None, None
    except RefutedError as error:
        return taken, event, error.args
    except ValueMissingError:
        pass  # the program would have had no value to go on with
    return taken, event, ()


class Refutation(NamedTuple):
    """Where and how a trace refutes a program: the same for two programs if they do not differ up to there."""

    event: Event | None
    reason: Reason | None
    left: set[Key]
    windows: list[tuple[Any, Any, Any]]

    @property
    def hides(self) -> bool:
        """True if more may be wrong with the event: a refused move has an h, too, and a pruning line a window."""
        return not isinstance(self.event, Tried) or not self.reason


def refutation(model: AnyModel, wording: Wording, evidence: Evidence) -> Refutation:
    """The refutation of a program by a trace."""
    if not wording.log.follows:
        return Refutation(None, difference(model, wording, evidence.state, evidence.events), set(), [])
    replay = replay_type(wording)(evidence.state, model, wording)
    _, event, reason = follow(replay, evidence)
    left = {model.key(move) for move in replay.node.left}
    windows = [(node.window.alpha, node.window.beta, node.window.best) for node in replay.node.up()]
    return Refutation(event, reason, left, windows)


def explains(model: AnyModel, wording: Wording, evidence: Evidence) -> bool:
    """True if a program would have written all of a trace, as far as it goes."""
    return explained(model, wording, evidence) > len(evidence.events)


def translated(replay: Replay, events: Iterable[Event]) -> Iterable[Event]:
    """The events without slips in how they are written. The replay takes each before the next one is asked for."""
    model = replay.model
    if model.first_ply != 1 or model.letters != "sides":
        events = _relabelled(events, replay)
    if model.negated:
        events = map(_negated, events)
    return _as_rests(events, model.lists) if model.lists in ("cut", "all") else events


def _relabelled(events: Iterable[Event], replay: Replay) -> Iterator[Event]:
    """The plies counted from 1, the letters those of the sides."""
    model, from_zero = replay.model, replay.model.first_ply == 0
    first = replay.root.side
    bars: int | None = None
    for event in events:
        if isinstance(event, Tried | Pruned | Ended):
            ply = event.ply if not from_zero else event.ply + 1 if bars is None else bars + 1
            bars = None
            mover = replay.side_at(ply)
            written = {"sides": mover, "exchanged": mover.opponent, "same": first}.get(model.letters, event.side)
            side = mover if event.side is written else mover.opponent
            yield event._replace(ply=ply, side=side)
        elif from_zero and isinstance(event, Oddity):
            bars = event.text.count("|")  # the label has the number of its bars, and was read by those
        else:
            yield event


def _negated(event: Event) -> Event:
    if isinstance(event, Tried | Ended) and event.h is not None:
        return event._replace(h=-event.h)
    if isinstance(event, Entered) and event.leaf:
        return event._replace(value=-event.value)
    return event


def _as_rests(events: Iterable[Event], lists: str) -> Iterator[Event]:
    """Pruning lines without the moves that were searched, which the program lists, too."""
    tried: dict[int, list[Key]] = {}
    for event in events:
        if isinstance(event, Tried):
            tried.setdefault(event.ply, []).append(event.key)
            tried[event.ply + 1] = []
        if not isinstance(event, Pruned):
            yield event
            continue
        before = tried.get(event.ply, [])
        listed = before[-1:] if lists == "cut" else before
        rest = tuple(key for key in event.keys if key not in listed)
        if len(rest) + len(listed) != len(event.keys):
            raise RefutedError  # the program would have listed those, too
        yield event._replace(keys=rest)
