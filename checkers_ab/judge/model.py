"""The models of programs whose traces are right (see `core.mistake`)."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import replace
from functools import lru_cache
from operator import gt
from typing import Any

from checkers_ab.core.mistake import Model
from checkers_ab.core.setting import AnySetting
from checkers_ab.logs.events import Back, Entered, Pruned
from checkers_ab.logs.text import agrees

AnyModel = Model[Any, Any]


def right_models(setting: AnySetting) -> tuple[AnyModel, ...]:
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


def shows(model: AnyModel, read: Any, value: Any) -> bool:
    """True if a number that is read is the one that a program prints for a value, or is left out."""
    if read is None or (read == value and not model.shown):
        return True
    return agrees(read, model.shown(value) if model.shown else value)


def shows_window(model: AnyModel, line: Pruned | Entered | Back, window: tuple[Any, Any]) -> bool:
    """True if a line has the window that a program prints there; ends may be left out."""
    if line.alpha == window[0] and line.beta == window[1] and not model.shown:
        return True  # most of them are right
    return shows(model, line.alpha, window[0]) and shows(model, line.beta, window[1])
