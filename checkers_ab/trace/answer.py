"""Is the first move right? Judged by its true value, never by the bounds that cut nodes return."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.rules import Value
from checkers_ab.trace import wording
from checkers_ab.trace.faults import NAMES, format_path
from checkers_ab.trace.finding import Finding, spell
from checkers_ab.trace.meaning import Meaning, Squares
from checkers_ab.trace.reader import First
from checkers_ab.trace.truth import reaches, value_of

if TYPE_CHECKING:
    from checkers_ab.trace.replay import Replay


def judge_answer(replay: Replay, event: First) -> Finding | None:
    """What is wrong with the first move that a trace names; None if nothing is."""
    legal, root = replay.legal, replay.root

    def wrong(message: str, expected: str) -> Finding:
        return wording.wrong_answer(root, event, message, expected)

    if not legal:
        return None if event.path is None else wrong("The game is over before the first move.", "none")
    if event.path is None:
        return wrong(f"The game is not over: {NAMES[root.side]} has a move.", "a move")
    written, move = format_path(event.path), replay.find(legal, event.path)
    if move is None:
        return wrong(f"{written} is not a legal first move.", f"one of {wording.write_moves(legal)}")
    if _is_right(replay, move):
        return None
    values = _values(replay)
    best = _best(replay, values)
    better = " or ".join(wording.write_move(other) for other in legal if values[other] == best)
    return wrong(f"{written} is worth {spell(values[move])}, and {better} is worth {spell(best)}.", better)


def is_optimal(meaning: Meaning, board: Board, answer: First) -> bool:
    """Whether a first move is right by its true value, whatever else a trace says; `none` is if the game is over."""
    legal = [] if meaning.rules.utility(board) is not None else list(meaning.rules.moves(board))
    if answer.path is None or not legal:
        return answer.path is None and not legal
    move = meaning.squares_by_path.get(answer.path)
    if move not in legal:
        return False
    values = {other: value_of(meaning, board, other) for other in legal}
    return values[move] == max(values.values())


def _is_right(replay: Replay, move: Squares) -> bool:
    """Whether a legal move is an answer; after a fault, one that is best by the trace's own values will do."""
    meaning, root, best = replay.meaning, replay.root.board, replay.root.window.best
    as_good = [tried for tried, value in replay.returned.items() if value == best]
    if meaning.answer == "last":
        return as_good[-1:] == [move]
    if meaning.answer == "returned" or not replay.clean:
        if move in as_good or meaning.answer == "returned":
            return move in as_good
    elif as_good[:1] == [move]:
        return True  # it was strictly better than all before it, so its value is no bound
    elif best is not None and root.side is Side.MAX:
        return reaches(meaning, root, meaning.rules.play(root, move), 1, best)
    values = _values(replay)
    return values[move] == _best(replay, values)


def _values(replay: Replay) -> dict[Squares, Value]:
    """What each first move is truly worth."""
    return {move: value_of(replay.meaning, replay.root.board, move) for move in replay.legal}


def _best(replay: Replay, values: dict[Squares, Value]) -> Value:
    return max(values.values()) if replay.root.maximizing else min(values.values())
