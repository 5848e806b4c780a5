"""Judging the first move by its true value, never by the bounds that cut nodes return.

The true values come from plain recursions of its own: no search that it could be wrong together with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checkers_ab.core.game import Side
from checkers_ab.core.values import INF
from checkers_ab.judge.windows import AnyModel, find_move, legal_moves
from checkers_ab.logs.events import FirstMove

if TYPE_CHECKING:
    from checkers_ab.judge.follow import Replay


def judge_answer(replay: Replay, event: FirstMove) -> tuple[str, str] | None:
    """The fault of the first move that a trace names, and what was expected; None if nothing is."""
    legal, root, kit = replay.legal, replay.root, replay.wording.kit
    if not legal:
        return None if event.key is None else ("The game is over before the first move.", "none")
    if event.key is None:
        return f"The game is not over: {kit.sides[root.side]} has a move.", "a move"
    written, move = kit.format_key(event.key), find_move(replay.model, legal, event.key)
    if move is None:
        return f"{written} is not a legal first move.", f"one of {replay.wording.moves(legal)}"
    if _is_right(replay, move):
        return None
    if replay.report is None:
        return "", ""
    values = true_values(replay.model, root.state, legal)
    best = _best(root.side, values)
    better = " or ".join(kit.format_move(other) for other in legal if values[other] == best)
    worth, most = kit.format_value(values[move]), kit.format_value(best)
    return f"{written} is worth {worth}, and {better} is worth {most}.", better


def is_optimal(model: AnyModel, state: Any, answer: FirstMove) -> bool:
    """True if a first move is right by its true value, whatever else a trace says; `none` is if the game is over."""
    legal = legal_moves(model, state)
    if answer.key is None or not legal:
        return answer.key is None and not legal
    move = next((move for move in legal if model.key(move) == answer.key), None)
    return move is not None and _is_best(model, state, legal, move)


def _is_best(model: AnyModel, root: Any, legal: list[Any], move: Any) -> bool:
    values = true_values(model, root, legal)
    return bool(values[move] == _best(model.game.to_move(root), values))


def _is_right(replay: Replay, move: Any) -> bool:
    """True if a legal move is an answer; after a fault, one that is best by the trace's own values will do."""
    model, root = replay.model, replay.root
    best = root.window.best
    as_good = [tried for tried, value in replay.returned.items() if value == best]
    if model.answer == "searched":
        return [*replay.returned][-1:] == [move]
    if model.answer == "first-h":
        order = [*replay.returned, *(move for move in replay.legal if move not in replay.returned)]
        return bool(move == best_by_h(model, root.state, order))
    if model.answer == "last":
        return as_good[-1:] == [move]
    if model.answer == "returned" or not replay.clean:
        if move in as_good or model.answer == "returned":
            return move in as_good
    elif as_good[:1] == [move]:
        return True  # it was strictly better than all before it, so its value is no bound
    elif best is not None:
        return reaches(model, root.state, move, best)
    return _is_best(model, root.state, replay.legal, move)


def best_by_h(model: AnyModel, state: Any, moves: list[Any]) -> Any:
    """The first of some moves whose state after one ply is valued best."""
    worth = {}
    for move in moves:
        child = model.game.play(state, move)
        over = model.game.utility(child)
        worth[move] = model.evaluate(state, child) if over is None else over
    return (max if model.game.to_move(state) is Side.MAX else min)(worth, key=worth.__getitem__)


def reaches(model: AnyModel, root: Any, move: Any, bar: Any) -> bool:
    """True if a first move is worth `bar`, or better, to the side that makes it."""
    game = model.game
    to_move, play, utility, moves = game.to_move, game.play, game.utility, model.inner_moves or game.moves
    for_max = to_move(root) is Side.MAX

    def as_good(parent: Any, state: Any, ply: int) -> bool:
        value = utility(state)
        if ply == model.depth and (value is None or not model.end_at_last_ply):
            value = model.evaluate(parent, state)
        if value is not None:
            return bool(value >= bar if for_max else value <= bar)
        outcomes = (as_good(state, play(state, move), ply + 1) for move in moves(state))
        return any(outcomes) if (to_move(state) is Side.MAX) is for_max else all(outcomes)

    return as_good(root, play(root, move), 1)


def true_values(model: AnyModel, root: Any, legal: list[Any]) -> dict[Any, Any]:
    """The true value of each first move."""
    game = model.game
    to_move, play, utility, moves = game.to_move, game.play, game.utility, model.inner_moves or game.moves

    def value_of(parent: Any, state: Any, ply: int, low: Any, high: Any) -> Any:
        """The value if it lies between low and high, else a bound beyond the end that it passes."""
        value = utility(state)
        if ply == model.depth and (value is None or not model.end_at_last_ply):
            return model.evaluate(parent, state)
        if value is not None:
            return value
        best = None
        for move in moves(state):
            value = value_of(state, play(state, move), ply + 1, low, high)
            if to_move(state) is Side.MAX:
                best = value if best is None else max(best, value)
                low = max(low, best)
            else:
                best = value if best is None else min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best

    return {move: value_of(root, play(root, move), 1, -INF, INF) for move in legal}


def _best(side: Side, values: dict[Any, Any]) -> Any:
    return max(values.values()) if side is Side.MAX else min(values.values())
