"""The models of programs whose traces are right (see `core.mistake`)."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import replace
from functools import lru_cache
from operator import gt
from typing import Any

from checkers_ab.core.mistake import Model
from checkers_ab.core.setting import Setting

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
