"""What one line of a trace means, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.rules import INF
from checkers_ab.trace.faults import NAMES, format_path, format_step
from checkers_ab.trace.finding import Finding, spell, spell_window
from checkers_ab.trace.meaning import Meaning, Squares
from checkers_ab.trace.node import Node
from checkers_ab.trace.reader import Cut, Event, First, Tried
from checkers_ab.trace.replay import Replay


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """Sentences, and the boards before and after with the move marked on them."""

    sentences: list[str]
    before: Board | None = None
    after: Board | None = None
    move: Squares | None = None


def explain_line(board: Board, events: Iterable[Event], line: int, meaning: Meaning) -> Explanation | None:
    """What a line of a right trace means; None if no event stands on it. Lines count as in the events."""

    def unexpected(finding: Finding) -> None:
        raise AssertionError(f"the trace to explain is wrong: {finding.message}")

    replay = Replay(board, meaning, unexpected)
    for event in events:
        if event.line == line:
            match event:
                case Tried():
                    return _explain_move(replay, event)
                case Cut():
                    return _explain_cut(replay, event)
                case First():
                    return _explain_answer(replay, event)
        replay.take(event)
    return None


def _explain_move(replay: Replay, event: Tried) -> Explanation:
    node = replay.reach(event)
    assert node is not None
    move = replay.squares[event.path]
    after = replay.rules.play(node.board, move)
    sentences = [
        f"{NAMES[node.side]} tries {format_path(event.path)} at ply {node.ply}{_after(node)}.",
        *_explain_window(node),
    ]
    if event.h is None:
        sentences.append("The game goes on, and the lines below look at the answers.")
        return Explanation(sentences=sentences, before=node.board, after=after, move=move)
    if event.h in (INF, -INF):
        sentences.append(f"The game is over: {'Alice' if event.h > 0 else 'Bill'} has won, so h={spell(event.h)}.")
    else:
        sentences.append(f"This is the last ply: the board is worth h={spell(event.h)} to Alice.")
    before = node.window.shown()
    replay.take(event)
    now = node.window.shown()
    if now == before:
        better = "raise alpha" if node.maximizing else "lower beta"
        sentences.append(f"That does not {better}: the window stays {spell_window(now)}.")
    else:
        sentences.append(f"The window is now {spell_window(now)}.")
    if node.window.closed and node.left:
        sentences.append("It has closed: what is left at this node is cut.")
    return Explanation(sentences=sentences, before=node.board, after=after, move=move)


def _explain_cut(replay: Replay, event: Cut) -> Explanation:
    node = replay.reach(event)
    assert node is not None
    moves = ", ".join(map(format_path, event.paths))
    sentences = [
        f"{NAMES[node.side]} leaves out {moves} at ply {node.ply}{_after(node)}.",
        *_explain_window(node),
        *_why_nothing_matters(node),
    ]
    return Explanation(sentences=sentences, before=node.board)


def _why_nothing_matters(node: Node) -> list[str]:
    window = node.window
    own, other = (window.alpha_by, window.beta_by) if node.maximizing else (window.beta_by, window.alpha_by)
    side, enemy = NAMES[node.side], NAMES[node.board.side.opponent]
    value = spell(window.alpha if node.maximizing else window.beta)
    limit = spell(window.beta if node.maximizing else window.alpha)
    more = "more" if node.maximizing else "less"
    found = f"{side} has already found {_cite(own)}, so this position is worth {value} or {more}."
    if other is None:
        return [found, "Nothing can be better than that, so the other moves need not be looked at."]
    better = f"Whatever the moves left out are worth, they can only make the position better for {side}"
    return [
        found,
        f"But {enemy} need not let it come to this: with {_cite(other)} {enemy} has {limit} already.",
        f"{better}, and {enemy} will not come here for it: nothing in them can matter.",
    ]


def _explain_answer(replay: Replay, event: First) -> Explanation:
    if event.path is None:
        return Explanation(sentences=["The game was over before the first move."], before=replay.root.board)
    replay.take(event)
    root, move = replay.root, replay.squares[event.path]
    value = spell(replay.returned[move])
    others = [other for other, worth in replay.returned.items() if other != move and spell(worth) == value]
    sentences = [f"The answer: {format_path(event.path)}, with which Alice gets {value}."]
    if others and value != "-inf":
        sentences.append("Another first move came back with the same number, but later, and that may be a bound.")
    return Explanation(sentences=sentences, before=root.board, after=replay.rules.play(root.board, move), move=move)


def _explain_window(node: Node) -> list[str]:
    window = node.window
    lines = [f"The window is {spell_window((window.alpha, window.beta))}."]
    if window.alpha_by is not None:
        lines.append(f"alpha was set by {_cite(window.alpha_by)}: Alice can have {spell(window.alpha)} already.")
    if window.beta_by is not None:
        lines.append(f"beta was set by {_cite(window.beta_by)}: Bill can hold her to {spell(window.beta)} already.")
    return lines


def _cite(event: Tried | None) -> str:
    if event is None:
        return "a move"
    return f"{format_step(event)} (line {event.line})"


def _after(node: Node) -> str:
    steps = [format_step(step) for step in node.path()]
    return f", after {', '.join(steps)}" if steps else ""
