"""Checking laws on a game: sample states from random games, and the result of each law (see `laws`)."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from traceback import extract_tb
from typing import Any, TypeVar

from checkers_ab.core.errors import ValueMissingError
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.text import printable

T = TypeVar("T")

GAMES = 5
"""The number of random games to sample."""
LONGEST = 1000
"""The most plies of a random game."""
STRIDES = (1, 3, 5, 9, 17)
"""The plies between two sampled states, game by game: every state of an opening, some of the later ones."""
MOST_STATES = 12
"""The most states sampled from one game, besides the last."""
MOST_MOVES = 12
"""The most moves checked in one state."""


class LawError(Exception):
    """A law does not hold; the message says what was found."""


class Sample:
    """Sample states of a game; `state` and `move` are those that are checked at the moment."""

    def __init__(self, kit: AnyKit, *, games: int = GAMES, seed: int = 7) -> None:
        self.kit = kit
        self.game = kit.game
        self.chance = random.Random(seed)
        self.state: Any = None
        self.move: Any = None
        self.sides_alternate = True
        """False if a side has moved twice in a row in one of the games."""
        self._states: list[tuple[Any, bool]] = []
        for number in range(games):
            self._states += self._walk(STRIDES[number % len(STRIDES)])

    def _walk(self, stride: int) -> Iterator[tuple[Any, bool]]:
        """Sample states of a random game, each with True if it is not over; stops if the rules raise."""
        try:
            state = self.game.start()
            for ply in range(LONGEST):
                goes_on = self.game.utility(state) is None
                if not goes_on or (ply % stride == 0 and ply < MOST_STATES * stride):
                    yield deepcopy(state), goes_on
                if not goes_on:
                    return
                side = self.game.to_move(state)
                state = self.game.play(state, self.chance.choice(self.game.moves(state)))
                self.sides_alternate &= self.game.to_move(state) is not side
        except Exception:  # a law reports it later
            return

    def states(self, goes_on: bool | None = None) -> Iterator[Any]:
        """All sample states, or only those that are not over, or only those that are."""
        for state, going in self._states:
            if goes_on is None or going is goes_on:
                self.state, self.move = state, None
                yield state

    def going(self) -> Iterator[Any]:
        return self.states(True)

    def ended(self) -> Iterator[Any]:
        return self.states(False)

    def values(self, state: Any) -> dict[str, Any]:
        """The values of a state by evaluation, without evaluations that raise ValueMissingError."""
        found = {}
        for name, evaluate in self.kit.evaluations.items():
            try:
                found[name] = evaluate(state)
            except ValueMissingError:
                pass
        return found

    def moves(self, state: Any, most: int | None = MOST_MOVES) -> Iterator[Any]:
        """The legal moves of a state, at most `most` of them."""
        moves = self.game.moves(state)
        for move in moves if most is None else few(moves, most):
            self.move = move
            yield move
        self.move = None


Check = Callable[[Sample], None]


@dataclass(frozen=True, kw_only=True)
class Law:
    """A property of every game: a sentence, and how to fix a game that breaks it."""

    name: str
    sentence: str
    fix: str
    check: Check
    """Raises LawError if the law is broken; exceptions of the game pass through."""
    advice: bool
    """True if a game that breaks the law still works, though perhaps not as intended."""


class LawList(list[Law]):
    """A list of laws, with a decorator to add one."""

    def add(self, sentence: str, *, fix: str, advice: bool = False) -> Callable[[Check], Check]:
        """Decorates a function as a law of the same name."""

        def decorate(check: Check) -> Check:
            name = check.__name__.strip("_").replace("_", "-")
            self.append(Law(name=name, sentence=sentence, fix=fix, check=check, advice=advice))
            return check

        return decorate


@dataclass(frozen=True, kw_only=True)
class LawResult:
    """The result of a law. If it is broken, `found` says how, in which state and at which move."""

    law: Law
    found: str = ""
    state: Any = None
    move: Any = None

    @property
    def holds(self) -> bool:
        return not self.found


def check_law(law: Law, sample: Sample) -> LawResult:
    """Checks a law until it fails; an exception of the game is a failure, too."""
    sample.state = sample.move = None
    try:
        law.check(sample)
    except LawError as error:
        found = str(error)
    except Exception as error:
        found = _raised(error)
    else:
        return LawResult(law=law)
    return LawResult(law=law, found=found, state=sample.state, move=sample.move)


def expect(holds: object, found: str) -> None:
    """Raises LawError with the message `found` unless `holds` is true."""
    if not holds:
        raise LawError(found)


def few(items: Sequence[T], most: int) -> Sequence[T]:
    """At most `most` of the items, evenly spaced, beginning with the first."""
    return items if len(items) <= most else [items[place * len(items) // most] for place in range(most)]


def _raised(error: Exception) -> str:
    """Formats an exception with the innermost line of the game's code."""
    own = os.path.dirname(__file__)
    frames = [frame for frame in extract_tb(error.__traceback__) if os.path.dirname(frame.filename) != own]
    where = f", in line {frames[-1].lineno} of {printable(frames[-1].filename)}" if frames else ""
    return f"{type(error).__name__}: {printable(str(error))}{where}"
