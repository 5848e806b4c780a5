"""The models of programs whose traces are right (see `core.mistake`)."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import replace
from functools import lru_cache
from operator import gt
from typing import Any

from checkers_ab.core.mistake import Model
from checkers_ab.core.setting import Setting
from checkers_ab.judge.windows import OpenNode
from checkers_ab.logs.events import Pruned
from checkers_ab.logs.text import agrees

AnyModel = Model[Any, Any]


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


def legal_moves(model: AnyModel, state: Any) -> list[Any]:
    """The legal moves of a state, as the program's rules list them; none if the game is over."""
    return [] if model.game.utility(state) is not None else list(model.game.moves(state))


def learn_moves(model: AnyModel, moves: Iterable[Any]) -> set[Any]:
    """The moves as a set; those that are new are put down by how they are written."""
    found = set(moves)
    if not found <= model.known:
        for move in found - model.known:
            model.table[model.key(move)] = move
        model.known.update(found)
    return found


def find_move(model: AnyModel, moves: Collection[Any], key: Hashable) -> Any:
    """The one of some moves, all of them learned, that is written so; None if none is."""
    move = model.table.get(key)
    if move is not None and move in moves:
        return move
    if model.find is not None:
        return model.find(model, moves, key)
    return None if move is None else next((other for other in moves if model.key(other) == key), None)


def printed_value(model: AnyModel, value: Any, window: tuple[Any, Any], maximizing: bool) -> Any:
    """The number that a program prints for the value of a leaf, but for its sign; None if it prints none.

    The window is that of the node above, before the value is taken in.
    """
    if model.h == "nothing":
        return None
    if model.h == "bound":
        value = max(window[0], value) if maximizing else min(window[1], value)
    return model.shown(value) if model.shown else value


def prints_window(model: AnyModel, line: Pruned, window: tuple[Any, Any]) -> bool:
    """True if a pruning line has the window that a program prints there; one of its ends may be left out."""
    alpha, beta = map(model.shown, window) if model.shown else window
    if line.alpha == alpha and line.beta == beta:
        return True
    ends = [agrees(end, right) for end, right in ((line.alpha, alpha), (line.beta, beta)) if end is not None]
    return bool(ends) and all(ends)


def leaves_out(model: AnyModel, node: OpenNode) -> bool:
    """True if the moves that are left at a node are those that a program leaves out of its pruning lines."""
    if model.lists == "last":
        return len(node.left) == 1 and node.window.closed
    return model.lists == "none" and node.window.closed and not node.pruned
