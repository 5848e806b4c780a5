"""Where a piece went that a trace moves though it does not stand there: taken, moved away, or in another branch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.judge.findings import Wording
from checkers_ab.judge.report import Finding, Scene
from checkers_ab.logs.events import Event, Key, Tried

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
        return list(self._play_all())

    def _play_all(self) -> Iterator[tuple[int, Any, Any]]:
        states = [self.root]
        for event in self.events:
            if not isinstance(event, Tried) or not 1 <= event.ply <= len(states):
                continue
            del states[event.ply :]
            child = self._child(states[-1], event.key)
            if child is not None:
                yield event.line, states[-1], child
                states.append(child)

    def _child(self, state: Any, key: Key) -> Any:
        """The state after the legal move that is written so; None if there is none."""
        kit, game = self.kit, self.kit.game
        if game.utility(state) is not None:
            return None
        found = (move for move in game.moves(state) if kit.move_key(kit.format_move(move)) == key)
        move = next(found, None)
        return None if move is None else game.play(state, move)
