"""The findings in words: what is wrong, in the student's terms, what was expected and what was found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.search import never
from checkers_ab.core.setting import Setting
from checkers_ab.core.text import possessive
from checkers_ab.judge.report import Finding, Scene, Slip, clip
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
    Remark,
    Tried,
    Unreadable,
)
from checkers_ab.logs.trace import TRACE

NEAR_MISSES = {
    ENCODING: "The text is in {found}: save it as {expected}.",
    "bars": "The bars are written as {found}.",
    "no alpha": "alpha is left out.",
    "no beta": "beta is left out.",
}
"""The near misses that are not one text for another."""


class Wording:
    """Makes the findings about traces of one game."""

    def __init__(
        self,
        kit: Kit[Any, Any, Any],
        evaluation: str = "",
        log: Log = TRACE,
        setting: Setting[Any, Any, Any] | None = None,
    ) -> None:
        self.kit = kit
        self.log = log
        self.setting = setting or Setting(kit)
        self.evaluation = evaluation
        """The name of the evaluation that is used; empty if it is none of the game's own."""

    def scene(self, node: OpenNode, move: Any = None, missing: Sequence[Any] = ()) -> Scene:
        known = not (node.unsure or node.lenient)
        return Scene(
            state=node.state,
            path=node.path(),
            window=(node.window.alpha, node.window.beta) if known else None,
            move=move,
            missing=tuple(missing),
        )

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

    def window(self, window: tuple[Any, Any]) -> str:
        """A window, of which ends may be left out."""
        ends = zip(("alpha", "beta"), window, strict=True)
        written = [f"{name}={self.kit.format_value(end)}" for name, end in ends if end is not None]
        return ", ".join(written) or "no window"

    def set_by(self, node: OpenNode) -> str:
        """The moves that set the ends of a window, as the end of a sentence; empty if none has."""
        ends = zip(("alpha", "beta"), node.window.set_by(), strict=True)
        setters = [f"{end} was set by {self.step(by)} in line {by.line}" for end, by in ends if by]
        return f": {', '.join(setters)}" if setters else ""

    def step(self, step: Tried) -> str:
        """A line's move with its label."""
        return f"{self.label(step.side, step.ply)} {self.kit.format_key(step.key)}"

    def refused_move(self, node: OpenNode, event: Tried | Pruned, key: Key, legal: Sequence[Any]) -> Finding:
        """A move that is not legal at this node, or no longer."""
        kit, written = self.kit, self.kit.format_key(key)
        if not legal:
            kind, message, expected = "illegal-move", "The game is over before the first move.", "first move: none."
        elif any(kit.format_move(move) == written for move in legal):
            kind, message = "repeated-move", f"{written} was searched or pruned at this node before."
            if not node.left and node.parent is not None:
                message += f" Or is the line of the move at ply {node.ply - 1} missing that leads here?"
            expected = "each legal move once"
        elif mandatory := kit.why_mandatory(node.state, written):
            kind, message, expected = "missed-jump", mandatory, self.moves(legal)
        else:
            kind, message = "illegal-move", f"{written} is not legal: {kit.why_illegal(node.state, written)}."
            expected = f"one of {self.moves(legal)}"
        scene = self.scene(node, kit.move_of_key(key))
        return Finding(kind=kind, line=event.line, message=message, expected=expected, found=written, scene=scene)

    def wrong_side(self, node: OpenNode, event: Tried | Pruned) -> Finding:
        label = self.kit.labels[event.side]
        what = "letter" if len(label) == 1 else "label"
        return Slip(
            kind="format",
            group=f"letter {label}",
            line=event.line,
            message=f"The {what} is {label} where {self.kit.sides[node.side]} moves.",
            expected=self.label(node.side, node.ply),
            found=self.label(event.side, event.ply),
            scene=self.scene(node),
        )

    def no_ply(self, event: Tried | Pruned) -> Finding:
        return Finding(
            kind="format",
            line=event.line,
            message=f"The plies count from 1: expected {self.kit.labels[Side.MAX]}1 for the first move.",
            expected=self.label(event.side, 1),
            found=self.label(event.side, event.ply),
        )

    def orphan(self, node: OpenNode, event: Tried | Pruned) -> Finding:
        deeper = self.label(event.side, event.ply)
        return Finding(
            kind="missing-move",
            line=event.line,
            message=f"This line is at {deeper}, but no move at ply {event.ply - 1} above it leads there.",
            expected=f"a line at ply {node.ply} or less",
            found=deeper,
            scene=self.scene(node),
        )

    def missing_moves(self, node: OpenNode, line: int, moves: Sequence[Any]) -> Finding:
        """Moves are neither searched nor pruned, in the order of the rules."""
        should = "should have been named as pruned" if node.window.closed else "should have been searched"
        label = self.label(node.side, node.ply)
        return Finding(
            kind="missing-move",
            line=line,
            message=f"Before this line, {len(moves)} of {self.whose(node.side)} moves at {label} {should}.",
            expected=f"{label}: {'pruning ' if node.window.closed else ''}{self.moves(moves)}",
            found="nothing",
            scene=self.scene(node, missing=moves),
        )

    def wrong_h(self, node: OpenNode, event: Tried, move: Any, child: Any, value: Any) -> Finding:
        h = self.kit.format_value(value)
        over = self.kit.game.utility(child) is not None
        if event.h is None:
            message = f"This {'move ends the game' if over else 'is the last ply'}, so the line must give h."
        elif over:
            message = f"This move ends the game, so h is {h}."
        else:
            made_up = self.kit.explain_value(child, self.evaluation) if self.evaluation else ""
            after = f"h is {h} on the board after {self.kit.format_key(event.key)}"
            message = f"{after}: {made_up}." if made_up else f"{after}."
        return Finding(
            kind="wrong-h",
            line=event.line,
            message=message,
            expected=f"h={h}",
            found="no h" if event.h is None else f"h={self.kit.format_value(event.h)}",
            scene=self.scene_after(node, event, move, child),
        )

    def h_too_early(self, node: OpenNode, event: Tried, h: Any, move: Any) -> Finding:
        return Finding(
            kind="wrong-h",
            line=event.line,
            message="The game goes on after this move and it is not the last ply, so no h belongs here.",
            expected="no h",
            found=f"h={self.kit.format_value(h)}",
            scene=self.scene(node, move),
        )

    def wrong_end(self, node: OpenNode, event: Ended, value: Any, side: Side) -> Finding:
        kind, found, scene = "format", f"h={self.kit.format_value(event.h)}", None
        if value is None:
            message = "This line has a value but no move, and the move above it did not end the game."
            expected = "a move after the label"
        elif event.side is not side:
            message = f"It would be {self.whose(side)} move here, if the game had not ended."
            expected, found = self.label(side, event.ply), self.label(event.side, event.ply)
        else:
            kind, expected, scene = "wrong-h", f"h={self.kit.format_value(value)}", self.scene(node)
            message = f"The game ended with the move above, so h is {self.kit.format_value(value)} here."
        return Finding(kind=kind, line=event.line, message=message, expected=expected, found=found, scene=scene)

    def missed_cut(self, node: OpenNode, event: Tried, move: Any) -> Finding:
        window = self.window(node.window.shown())
        return Finding(
            kind="missed-cut",
            line=event.line,
            message=f"The window had closed here, at {window}: this move and those after it should have been pruned.",
            expected=f"pruning {self.kit.format_key(event.key)}, ...",
            found=self.kit.format_key(event.key),
            scene=self.scene(node, move),
        )

    def early_cut(self, node: OpenNode, event: Pruned) -> Finding:
        window = self.window((node.window.alpha, node.window.beta))
        never_cuts = node.window.cutoff is never
        why = "Nothing is pruned in plain minimax" if never_cuts else f"The window is still open here, at {window}"
        return Finding(
            kind="early-cut",
            line=event.line,
            message=f"{why}: these moves must be searched.",
            expected=f"{self.kit.format_key(event.keys[0])} searched",
            found=f"pruning {self.kit.format_key(event.keys[0])}",
            scene=self.scene(node),
        )

    def wrong_window(self, node: OpenNode, event: Pruned, window: tuple[Any, Any]) -> Finding:
        return Finding(
            kind="wrong-window",
            line=event.line,
            message=f"The window that closed here is {self.window(window)}{self.set_by(node)}.",
            expected=self.window(window),
            found=self.window((event.alpha, event.beta)),
            scene=self.scene(node),
        )

    def wrong_answer(self, root: OpenNode, event: FirstMove, message: str, expected: str) -> Finding:
        return Finding(
            kind="wrong-first-move",
            line=event.line,
            message=message,
            expected=f"first move: {expected}.",
            found="first move: none." if event.key is None else f"first move: {self.kit.format_key(event.key)}.",
            scene=self.scene(root),
        )

    def truncated(self, line: int, last: Unreadable | None, empty: bool = False) -> Finding:
        message = f"The {self.log.noun} ends before its 'first move' line."
        if empty:
            message = f"The {self.log.noun} is empty." if line == 1 else f"There is no {self.log.noun} for this case."
        elif last is not None:
            message = f"The {self.log.noun} ends with a line that can't be read{': ' * bool(last.reason)}{last.reason}."
        return Finding(
            kind="truncated",
            line=line,
            message=message,
            expected="a trace, up to 'first move: ...'",
            found=clip(last.text) if last else "the end of the text",
        )

    def interrupted(self, event: Heading) -> Finding:
        return Finding(
            kind="truncated",
            line=event.line,
            message="Another case begins before this trace has named its first move.",
            expected="first move: ...",
            found=clip(event.text),
        )

    def surplus(self, event: Event) -> Finding:
        return Finding(
            kind="format",
            line=event.line,
            message=f"The {self.log.noun} is over, and the input has no other board.",
            expected="the end of the text",
            found=f"another {self.log.noun}",
        )

    def unreadable(self, event: Unreadable) -> Finding:
        return self._no_line(event, f"This line can't be read: {event.reason}.", f"a line of the {self.log.noun}")

    def other_log(self, log: Log) -> Finding:
        """The text is another log than was asked for."""
        return Finding(
            kind="truncated",
            line=1,
            message=f"This is a {log.noun}, not a {self.log.noun}.",
            expected=f"a {self.log.noun}",
            found=f"a {log.noun}",
        )

    def layout(self, event: Remark) -> Finding:
        """A remark, or an encoding, as one finding."""
        return self.remark(event) if isinstance(event, Unreadable) else self.near_miss(event)

    def remark(self, event: Unreadable) -> Finding:
        """A line that a program prints besides its trace."""
        reason = f": {event.reason}" if event.reason else ""
        noun = self.log.noun
        return self._no_line(event, f"This line is no part of a {noun}{reason}.", f"a line of the {noun}, or none")

    def _no_line(self, event: Unreadable, message: str, expected: str) -> Finding:
        return Finding(kind="format", line=event.line, message=message, expected=expected, found=clip(event.text))

    def near_miss(self, event: NearMiss) -> Slip:
        message = NEAR_MISSES.get(event.name, "'{found}' stands for '{expected}'.")
        return Slip(
            kind="format",
            group=event.name,
            times=event.times,
            line=event.line,
            message=message.format(found=event.found, expected=event.expected),
            expected=clip(event.expected),
            found=clip(event.found),
        )

    def odd_bars(self, event: Oddity) -> Finding:
        return Slip(
            kind="format",
            group="odd bars",
            line=event.line,
            message=f"The bars do not fit the label: {event.reason}.",
            expected=event.expected,
            found=clip(event.text),
        )


MOST_EXPLAINED = 11
"""Illegal moves of a case that are looked into: as many as findings are listed."""


class Whereabouts:
    """Follows one trace by the rules to see where pieces stood."""

    def __init__(self, wording: Wording, root: Any, events: Iterable[Event]) -> None:
        self.wording = wording
        self.kit = wording.kit
        self.root = root
        self.events = events

    def explain(self, findings: Sequence[Finding]) -> list[Finding]:
        """The findings, illegal moves of pieces that are not there with a clause that says where they went."""
        illegal = [place for place, finding in enumerate(findings) if finding.kind == "illegal-move" and finding.scene]
        explained = list(findings)
        for place in illegal[:MOST_EXPLAINED]:
            explained[place] = self._explained(findings[place])
        return explained

    def _explained(self, finding: Finding) -> Finding:
        scene = finding.scene
        assert scene is not None
        key = self.kit.move_key(finding.found)
        if self.kit.owner_of_origin(scene.state, key) is not None:
            return finding
        side = self.kit.game.to_move(scene.state)
        clause = self._on_the_way(scene, key, side) or self._in_another_branch(finding.line, key, side)
        return replace(finding, message=f"{finding.message.removesuffix('.')}: {clause}") if clause else finding

    def _on_the_way(self, scene: Scene, key: Key, side: Side) -> str:
        """The move that took the piece or led it away; empty if it never stood there on the way to a scene."""
        states = [self.root]
        for step in scene.path:
            child = self._child(states[-1], step.key)
            if child is None:
                return ""
            states.append(child)
        for before, step in reversed([*zip(states, scene.path, strict=False)]):
            if self.kit.owner_of_origin(before, key) is side:
                verb = "left with" if step.side is side else "was taken by"
                return f"it {verb} {self.wording.step(step)} in line {step.line}."
        return ""

    def _in_another_branch(self, line: int, key: Key, side: Side) -> str:
        owner = self.kit.owner_of_origin
        arrivals = [
            tried
            for tried, before, after in self._played
            if tried < line and owner(after, key) is side and owner(before, key) is not side
        ]
        if not arrivals:
            return ""
        return f"it stood there only in another branch (line {arrivals[-1]}): is your board restored after each move?"

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
