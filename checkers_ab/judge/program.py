"""The program of a model, right or with mistakes: its search, told in steps, and the trace that it prints.

Models are made for judging, which may be lenient: where a program could do two things, it does the usual one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from operator import gt
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.mistake import Model
from checkers_ab.core.setting import AnySetting, Setting
from checkers_ab.core.steps import Hear, Step
from checkers_ab.core.values import INF
from checkers_ab.judge.answer import best_by_h
from checkers_ab.judge.windows import AnyModel, Window, printed_value, root_window


def right_models(setting: Setting[Any, Any, Any]) -> tuple[AnyModel, ...]:
    """The right programs of a course: one of them must fit a trace. Order and layout do not matter for that."""
    kit, evaluate = setting.kit, setting.evaluate
    right: AnyModel = Model(
        game=kit.game,
        evaluate=lambda _, state: evaluate(state),
        depth=setting.depth,
        cutoff=setting.cutoff,
        key=lru_cache(maxsize=10_000)(lambda move: kit.move_key(kit.format_move(move))),
    )
    if setting.cutoff is not gt:
        return (right,)
    return right, replace(right, window=("hard",))


Line = tuple[Any, ...]
"""A move: ply, side, key, h; a pruning line: ply, side, keys, alpha, beta; the answer: a key. All as printed."""
Order = Callable[[tuple[Any, ...], Iterable[Any]], list[Any]]
"""The moves after a path, in the order in which they are searched."""


def as_listed(_: tuple[Any, ...], moves: Iterable[Any]) -> list[Any]:
    """The order in which the rules list the moves."""
    return list(moves)


def in_order(setting: AnySetting, root: Any) -> Order:
    """The order of the convention, with wrong moves, and those that follow them, behind the legal ones."""
    game = setting.game
    if game is setting.kit.game:
        return as_listed

    @lru_cache(maxsize=1024)
    def children(path: tuple[Any, ...]) -> dict[Any, Any]:
        state = children(path[:-1]).get(path[-1]) if path else game.wrap(root)
        over = state is None or game.utility(state) is not None
        return {} if over else {move: game.play(state, move) for move in game.moves(state)}

    def order(path: tuple[Any, ...], moves: Iterable[Any]) -> list[Any]:
        places = {move: place for place, move in enumerate(children(path))}
        return sorted(moves, key=lambda move: places.get(move, len(places)))

    return order


class Program:
    """A program that searches a state, as its rules list the moves or in another order, and tells each step.

    Values are those that it searches with, windows those that it shows; `before` is always the true one.
    """

    value: Any = None
    """The value that it finds at the root; None if the game is over."""
    answer: Any = None
    """The first move that it answers with."""

    def __init__(self, model: AnyModel, state: Any, hear: Hear, order: Order = as_listed) -> None:
        self.model, self.hear, self.order = model, hear, order
        state = model.root(state) if model.root else state
        self.returned: dict[Any, Any] = {}
        over, side = model.game.utility(state), model.game.to_move(state)
        if over is not None:
            hear(Step("leaf", (), side.opponent, over, -INF, INF))
            hear(Step("answer", (), side.opponent, over, -INF, INF))
            return
        moves = order((), model.game.moves(state))
        window = root_window(model.window, model.cutoff)
        self.value = self._search(state, moves, (), window)
        self.answer = self._answer(state, moves, window.best)
        hear(Step("answer", (self.answer,), side, window.best, *window.shown()))

    def _search(self, state: Any, moves: list[Any], path: tuple[Any, ...], window: Window) -> Any:
        """The value that a node returns."""
        model, hear = self.model, self.hear
        side = model.game.to_move(state)
        maximizing = side is Side.MAX or model.both_maximize
        hear(Step("enter", path, side, window.value(maximizing), *window.shown()))
        for place, move in enumerate(moves, start=1):
            child, below, opened = model.game.play(state, move), (*path, move), window.below()
            value, before = self._leaf_value(state, child, len(below)), (window.alpha, window.beta)
            inner = value is None
            if inner:
                listed = (model.inner_moves or model.game.moves)(child)
                value = self._search(child, self.order(below, listed), below, opened)
            else:
                hear(Step("leaf", below, side, value, *opened.shown(), (), False, before))
            window.take(value, maximizing, None, inner)
            if not path:
                self.returned[move] = value
            alpha, beta = window.shown()
            hear(Step("back", path, side, window.value(maximizing), alpha, beta, (), window.closed, before))
            if window.closed:
                if place < len(moves):
                    hear(Step("cut", path, side, window.best, alpha, beta, moves[place:]))
                break
        return window.worth()

    def _leaf_value(self, state: Any, child: Any, ply: int) -> Any:
        """The value of a state at which the search ends; None for others."""
        model = self.model
        value = model.game.utility(child)
        if ply == model.depth and (value is None or not model.end_at_last_ply):
            return model.evaluate(state, child)
        return value

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


def shown_value(model: AnyModel, leaf: Step) -> Any:
    """The number that a program prints for the value of a leaf; None if it prints none."""
    maximizing = leaf.side is Side.MAX or model.both_maximize
    h = printed_value(model, leaf.value, leaf.before, maximizing)
    return -h if model.negated and h is not None else h


def printer(model: AnyModel, write: Callable[[Line], object]) -> Hear:
    """Return what hears the steps of a program and writes the lines that it prints."""
    nodes: list[tuple[tuple[int, Side], list[Any]]] = []
    """The label of the moves and those searched so far, at each node of the path."""
    first = Side.MAX

    def add_move(path: tuple[Any, ...], h: Any) -> None:
        label, tried = nodes[len(path) - 1]
        tried.append(path[-1])
        write((*label, model.key(path[-1]), h))

    def hear(step: Step) -> None:
        nonlocal first
        path = step.path
        match step.kind:
            case "enter":
                if path:
                    add_move(path, None)
                else:
                    first = step.side
                letter = {"exchanged": step.side.opponent, "same": first}.get(model.letters, step.side)
                nodes[len(path) :] = [((len(path) + model.first_ply, letter), [])]
            case "leaf" if path:
                add_move(path, shown_value(model, step))
            case "cut":
                label, tried = nodes[len(path)]
                rest = step.moves
                kinds = {"cut": [tried[-1], *rest], "all": [*tried, *rest], "last": rest[:-1], "none": []}
                if listed := kinds.get(model.lists, rest):
                    ends = map(model.shown, (step.alpha, step.beta)) if model.shown else (step.alpha, step.beta)
                    write((*label, frozenset(map(model.key, listed)), *ends))
            case "answer" if model.prints_answer:
                write((model.key(path[0]) if path else None,))

    return hear
