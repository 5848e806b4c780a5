"""The findings in words: what is wrong, in the student's terms, what was expected and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.search import never
from checkers_ab.core.setting import AnySetting
from checkers_ab.core.steps import Step
from checkers_ab.core.text import possessive
from checkers_ab.judge.report import Finding, Scene, clip, format_step
from checkers_ab.judge.windows import OpenNode
from checkers_ab.logs.base import Log
from checkers_ab.logs.events import (
    ENCODING,
    Ended,
    Event,
    FirstMove,
    Heading,
    Key,
    NearMiss,
    Oddity,
    Pruned,
    Tried,
    Unreadable,
)

NEAR_MISSES = {
    ENCODING: "The text is in {found}: save it as {expected}.",
    "bars": "The bars are written as {found}.",
    "no alpha": "alpha is left out.",
    "no beta": "beta is left out.",
}
"""The near misses that are not one text for another."""


class Wording:
    """Makes the findings about one log of one game."""

    def __init__(self, setting: AnySetting, log: Log) -> None:
        self.setting, self.kit, self.log = setting, setting.kit, log

    def scene(self, node: OpenNode, move: Any = None, missing: Sequence[Any] = ()) -> Scene:
        window = None if node.unsure or node.lenient else (node.window.alpha, node.window.beta)
        return Scene(state=node.state, path=node.path(), window=window, move=move, missing=tuple(missing))

    def scene_after(self, node: OpenNode, event: Tried, move: Any, child: Any) -> Scene:
        """The same with the state after a move."""
        return replace(self.scene(node, move), before=node.state, state=child, path=(*node.path(), event))

    def label(self, side: Side, ply: int) -> str:
        return f"{self.kit.labels[side]}{ply}"

    def whose(self, side: Side) -> str:
        """The name of a side, as the owner of what follows."""
        return possessive(self.kit.sides[side])

    def moves(self, moves: Iterable[Any]) -> str:
        return ", ".join(map(self.kit.format_move, moves))

    def h(self, value: Any) -> str:
        return f"h={self.kit.format_value(value)}"

    def window(self, window: tuple[Any, Any]) -> str:
        """A window, of which ends may be left out."""
        ends = zip(("alpha", "beta"), window, strict=True)
        written = [f"{name}={self.kit.format_value(end)}" for name, end in ends if end is not None]
        return ", ".join(written) or "no window"

    def window_of(self, node: OpenNode) -> str:
        return self.window((node.window.alpha, node.window.beta))

    def set_by(self, node: OpenNode) -> str:
        """The moves that set the ends of a window, as the end of a sentence; empty if none has."""
        ends = zip(("alpha", "beta"), node.window.set_by(), strict=True)
        setters = [f"{end} was set by {self.step(by)} in line {by.line}" for end, by in ends if by]
        return f": {', '.join(setters)}" if setters else ""

    def step(self, step: Tried) -> str:
        """A line's move with its label."""
        return format_step(self.kit, step)

    def quoted(self, *steps: Step, name: Callable[[Any], str] | None = None) -> str:
        """Some steps as the log writes them, without what it begins with."""
        written: list[str] = []
        hear = self.log.writer(self.setting, written.append, name)
        written.clear()
        for step in steps:
            hear(step)
        return "".join(written).strip()

    def why_value(self, child: Any, over: bool) -> str:
        """The sum that makes an evaluation, after a colon; empty for the value of an end, or without one."""
        told = not over and self.setting.evaluation and self.kit.explain_value(child, self.setting.evaluation)
        return f": {told}" if told else ""

    def refused_move(self, node: OpenNode, event: Tried | Pruned, key: Key, legal: Sequence[Any]) -> Finding:
        """A move that is not legal at this node, or no longer."""
        kit, written, kind = self.kit, self.kit.format_key(key), "illegal-move"
        if not legal:
            message, expected = "The game is over before the first move.", "first move: none."
        elif any(kit.format_move(move) == written for move in legal):
            kind, expected = "repeated-move", "each legal move once"
            message = f"{written} was searched or pruned at this node before."
            if not node.left and node.parent is not None:
                message += f" Or is the line of the move at ply {node.ply - 1} missing that leads here?"
        elif mandatory := kit.why_mandatory(node.state, written):
            kind, message, expected = "missed-jump", mandatory, self.moves(legal)
        else:
            message = f"{written} is not legal: {kit.why_illegal(node.state, written)}."
            expected = f"one of {self.moves(legal)}"
        return Finding(kind, event.line, message, expected, written, self.scene(node, kit.move_of_key(key)))

    def wrong_side(self, node: OpenNode, event: Tried | Pruned) -> Finding:
        label, scene = self.kit.labels[event.side], self.scene(node)
        what = "letter" if len(label) == 1 else "label"
        message = f"The {what} is {label} where {self.kit.sides[node.side]} moves."
        expected, found = self.label(node.side, node.ply), self.label(event.side, event.ply)
        return Finding("format", event.line, message, expected, found, scene, group=f"letter {label}")

    def no_ply(self, event: Tried | Pruned) -> Finding:
        message = f"The plies count from 1: expected {self.kit.labels[Side.MAX]}1 for the first move."
        return Finding("format", event.line, message, self.label(event.side, 1), self.label(event.side, event.ply))

    def orphan(self, node: OpenNode, event: Tried | Pruned) -> Finding:
        deeper, scene = self.label(event.side, event.ply), self.scene(node)
        message = f"This line is at {deeper}, but no move at ply {event.ply - 1} above it leads there."
        return Finding("missing-move", event.line, message, f"a line at ply {node.ply} or less", deeper, scene)

    def missing_moves(self, node: OpenNode, line: int, moves: Sequence[Any]) -> Finding:
        """Moves are neither searched nor pruned, in the order of the rules."""
        label, closed = self.label(node.side, node.ply), node.window.closed
        should = "should have been named as pruned" if closed else "should have been searched"
        message = f"Before this line, {len(moves)} of {self.whose(node.side)} moves at {label} {should}."
        expected = f"{label}: {'pruning ' * closed}{self.moves(moves)}"
        return Finding("missing-move", line, message, expected, "nothing", self.scene(node, missing=moves))

    def wrong_h(self, node: OpenNode, event: Tried, move: Any, child: Any, value: Any) -> Finding:
        over = self.kit.game.utility(child) is not None
        h, found = self.kit.format_value(value), "no h" if event.h is None else self.h(event.h)
        if event.h is None:
            message = f"This {'move ends the game' if over else 'is the last ply'}, so the line must give h."
        elif over:
            message = f"This move ends the game, so h is {h}."
        else:
            why = self.why_value(child, over)
            message = f"h is {h} on the board after {self.kit.format_key(event.key)}{why}."
        return Finding("wrong-h", event.line, message, f"h={h}", found, self.scene_after(node, event, move, child))

    def h_too_early(self, node: OpenNode, event: Tried, h: Any, move: Any) -> Finding:
        message = "The game goes on after this move and it is not the last ply, so no h belongs here."
        return Finding("wrong-h", event.line, message, "no h", self.h(h), self.scene(node, move))

    def wrong_end(self, node: OpenNode, event: Ended, value: Any, side: Side) -> Finding:
        kind, found, scene = "format", self.h(event.h), None
        if value is None:
            message = "This line has a value but no move, and the move above it did not end the game."
            expected = "a move after the label"
        elif event.side is not side:
            message = f"It would be {self.whose(side)} move here, if the game had not ended."
            expected, found = self.label(side, event.ply), self.label(event.side, event.ply)
        else:
            kind, expected, scene = "wrong-h", self.h(value), self.scene(node)
            message = f"The game ended with the move above, so h is {self.kit.format_value(value)} here."
        return Finding(kind, event.line, message, expected, found, scene)

    def missed_cut(self, node: OpenNode, event: Tried, move: Any) -> Finding:
        window, found = self.window(node.window.shown()), self.kit.format_key(event.key)
        message = f"The window had closed here, at {window}: this move and those after it should have been pruned."
        return Finding("missed-cut", event.line, message, f"pruning {found}, ...", found, self.scene(node, move))

    def early_cut(self, node: OpenNode, event: Pruned) -> Finding:
        why = f"The window is still open here, at {self.window_of(node)}"
        if node.window.cutoff is never:
            why = "Nothing is pruned in plain minimax"
        first, message = self.kit.format_key(event.keys[0]), f"{why}: these moves must be searched."
        return Finding("early-cut", event.line, message, f"{first} searched", f"pruning {first}", self.scene(node))

    def wrong_window(self, node: OpenNode, event: Pruned, window: tuple[Any, Any]) -> Finding:
        right, found = self.window(window), self.window((event.alpha, event.beta))
        message = f"The window that closed here is {right}{self.set_by(node)}."
        return Finding("wrong-window", event.line, message, right, found, self.scene(node))

    def wrong_answer(self, root: OpenNode, event: FirstMove, message: str, expected: str) -> Finding:
        found = "none" if event.key is None else self.kit.format_key(event.key)
        expected, found = f"first move: {expected}.", f"first move: {found}."
        return Finding("wrong-first-move", event.line, message, expected, found, self.scene(root))

    def truncated(self, line: int, last: Unreadable | None, empty: bool = False) -> Finding:
        message = f"The {self.log.noun} ends before its 'first move' line."
        if empty:
            message = f"The {self.log.noun} is empty." if line == 1 else f"There is no {self.log.noun} for this case."
        elif last is not None:
            message = f"The {self.log.noun} ends with a line that can't be read{': ' * bool(last.reason)}{last.reason}."
        found = clip(last.text) if last else "the end of the text"
        return Finding("truncated", line, message, "a trace, up to 'first move: ...'", found)

    def interrupted(self, event: Heading) -> Finding:
        message = "Another case begins before this trace has named its first move."
        return Finding("truncated", event.line, message, "first move: ...", clip(event.text))

    def surplus(self, event: Event) -> Finding:
        message = f"The {self.log.noun} is over, and the input has no other board."
        return Finding("format", event.line, message, "the end of the text", f"another {self.log.noun}")

    def other_log(self, log: Log) -> Finding:
        """The text is another log than was asked for."""
        expected, found = f"a {self.log.noun}", f"a {log.noun}"
        return Finding("truncated", 1, f"This is {found}, not {expected}.", expected, found)

    def layout(self, event: Unreadable | NearMiss | Oddity) -> Finding:
        """A line that is written in another way than it should be, or that a program prints besides its log."""
        if isinstance(event, NearMiss):
            found, expected = clip(event.found), clip(event.expected)
            message = NEAR_MISSES.get(event.name, "'{found}' stands for '{expected}'.")
            message = message.format(found=found, expected=expected)
            return Finding("format", event.line, message, expected, found, group=event.name, times=event.times)
        if isinstance(event, Oddity):
            message = f"The bars do not fit the label: {event.reason}."
            return Finding("format", event.line, message, event.expected, clip(event.text), group="odd bars")
        message, expected = f"This line can't be read: {event.reason}.", f"a line of the {self.log.noun}"
        if event.ply is None:
            message = f"This line is no part of a {self.log.noun}{': ' * bool(event.reason)}{event.reason}."
            expected += ", or none"
        return Finding("format", event.line, message, expected, clip(event.text))


MOST_EXPLAINED = 11
"""Illegal moves of a case that are looked into: as many as findings are listed."""


class Whereabouts:
    """Follows one trace by the rules to see where pieces stood."""

    def __init__(self, wording: Wording, root: Any, events: Iterable[Event]) -> None:
        self.wording, self.kit, self.root, self.events = wording, wording.kit, root, events

    def explain(self, findings: Sequence[Finding]) -> list[Finding]:
        """The findings, illegal moves of pieces that are not there with a clause that says where they went."""
        illegal = [place for place, finding in enumerate(findings) if finding.kind == "illegal-move" and finding.scene]
        explained = list(findings)
        for place in illegal[:MOST_EXPLAINED]:
            explained[place] = self._explained(findings[place])
        return explained

    def _explained(self, finding: Finding) -> Finding:
        scene, key = finding.scene, self.kit.move_key(finding.found)
        if scene is None or self.kit.owner_of_origin(scene.state, key) is not None:
            return finding
        side = self.kit.game.to_move(scene.state)
        clause = self._on_the_way(scene, key, side) or self._in_another_branch(finding.line, key, side)
        return replace(finding, message=f"{finding.message.removesuffix('.')}: {clause}") if clause else finding

    def _on_the_way(self, scene: Scene, key: Key, side: Side) -> str:
        """The move that took the piece or led it away; empty if it never stood there on the way to a scene."""
        states = accumulate(scene.path, lambda state, step: self._child(state, step.key), initial=self.root)
        for before, step in reversed([*zip(states, scene.path, strict=False)]):
            if self.kit.owner_of_origin(before, key) is side:
                verb = "left with" if step.side is side else "was taken by"
                return f"it {verb} {self.wording.step(step)} in line {step.line}."
        return ""

    def _in_another_branch(self, line: int, key: Key, side: Side) -> str:
        owner, played = self.kit.owner_of_origin, (one for one in self._played if one[0] < line)
        arrivals = [at for at, before, after in played if owner(after, key) is side is not owner(before, key)]
        only = "it stood there only in another branch"
        return f"{only} (line {arrivals[-1]}): is your board restored after each move?" if arrivals else ""

    @cached_property
    def _played(self) -> list[tuple[int, Any, Any]]:
        """The lines whose moves are legal, each with the states before and after it."""
        played, states = [], [self.root]
        for event in self.events:
            if not isinstance(event, Tried) or not 1 <= event.ply <= len(states):
                continue
            del states[event.ply :]
            child = self._child(states[-1], event.key)
            if child is not None:
                played.append((event.line, states[-1], child))
                states.append(child)
        return played

    def _child(self, state: Any, key: Key) -> Any:
        """The state after the legal move that is written so; None if there is none."""
        kit, game = self.kit, self.kit.game
        moves = game.moves(state) if game.utility(state) is None else ()
        return next((game.play(state, move) for move in moves if kit.move_key(kit.format_move(move)) == key), None)
