"""Printing the trace of a program with mistakes: its model as a search, in the order in which its rules list the moves.

Models are made for judging, which may be lenient: where a program could print two things, the usual one is printed.
"""

from __future__ import annotations

from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.search import Listener
from checkers_ab.judge.answer import best_by_h
from checkers_ab.judge.model import AnyModel
from checkers_ab.judge.windows import Window, root_window

Line = tuple[Any, ...]
"""A move: ply, side, key, h; a pruning line: ply, side, keys, alpha, beta; the answer: a key. All as printed."""


def printed(model: AnyModel, state: Any) -> tuple[Line, ...]:
    """The lines of a trace."""
    return tuple(Program(model, state).lines)


class Program:
    """A program that searches a state. An observer hears what it prints, with the right labels."""

    value: Any = None
    """The value that it finds at the root; None if the game is over."""
    answer: Any = None
    """The first move that it answers with."""

    def __init__(self, model: AnyModel, state: Any, observer: Listener[Any, Any] | None = None) -> None:
        self.model = model
        self.observer = observer
        self.lines: list[Line] = []
        self.windows: list[tuple[Any, Any]] = []
        """The windows with which the nodes below the root begin, in the order in which they are visited."""
        state = model.root(state) if model.root else state
        self.first = model.game.to_move(state)
        self.returned: dict[Any, Any] = {}
        answer = None
        if model.game.utility(state) is None:
            moves = list(model.game.moves(state))
            window = root_window(model.window, model.cutoff)
            self.value = self._search(state, moves, 1, window)
            self.answer = self._answer(state, moves, window.best)
            answer = model.key(self.answer)
        if model.prints_answer:
            self.lines.append((answer,))

    def _search(self, state: Any, moves: list[Any], ply: int, window: Window) -> Any:
        """The value that a node returns."""
        model = self.model
        side = model.game.to_move(state)
        maximizing = side is Side.MAX or model.both_maximize
        label = (ply - 1 + model.first_ply, self._letter(side))
        for place, move in enumerate(moves):
            child = model.game.play(state, move)
            value = self._leaf_value(state, child, ply)
            inner = value is None
            if inner:
                self.lines.append((*label, model.key(move), None))
                if self.observer is not None:
                    self.observer.visit(ply, side, move)
                below = list((model.inner_moves or model.game.moves)(child))
                opened = window.below()
                self.windows.append((opened.alpha, opened.beta))
                value = self._search(child, below, ply + 1, opened)
            else:
                h = self._h(value, window, maximizing)
                self.lines.append((*label, model.key(move), h))
                if self.observer is not None:
                    self.observer.leaf(ply, side, move, h)
            window.take(value, maximizing, None, inner)
            if ply == 1:
                self.returned[move] = value
            if window.closed and place + 1 < len(moves):
                self._prune(label, moves, place, window)
                if self.observer is not None:
                    self.observer.prune(ply, side, moves[place + 1 :], *window.shown())
                break
        return window.worth()

    def _leaf_value(self, state: Any, child: Any, ply: int) -> Any:
        """The value of a state at which the search ends; None for others."""
        model = self.model
        value = model.game.utility(child)
        if ply == model.depth and (value is None or not model.end_at_last_ply):
            return model.evaluate(state, child)
        return value

    def _letter(self, side: Side) -> Side:
        return {"exchanged": side.opponent, "same": self.first}.get(self.model.letters, side)

    def _h(self, value: Any, window: Window, maximizing: bool) -> Any:
        model = self.model
        if model.h == "nothing":
            return None
        if model.h == "bound":
            value = max(window.alpha, value) if maximizing else min(window.beta, value)
        value = model.shown(value) if model.shown else value
        return -value if model.negated else value

    def _prune(self, label: tuple[int, Side], moves: list[Any], place: int, window: Window) -> None:
        model, rest = self.model, moves[place + 1 :]
        listed = {"cut": moves[place:], "all": moves, "last": rest[:-1], "none": []}.get(model.lists, rest)
        if listed:
            alpha, beta = map(model.shown, window.shown()) if model.shown else window.shown()
            self.lines.append((*label, frozenset(map(model.key, listed)), alpha, beta))

    def _answer(self, state: Any, moves: list[Any], best: Any) -> Any:
        as_good = [move for move, value in self.returned.items() if value == best]
        match self.model.answer:
            case "searched":
                return [*self.returned][-1]
            case "first-h":
                return best_by_h(self.model, state, moves)
            case "last":
                return as_good[-1]
        return as_good[0]
