"""Following somebody's trace along its own lines: what it claims is believed as far as the rules allow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from checkers_ab.core.kit import Kit
from checkers_ab.core.tree import TreeBuilder
from checkers_ab.trace.events import Ended, Event, FirstMove, Heading, Key, NearMiss, Oddity, Pruned, Tried


class Follower:
    """Plays the events of a trace into a tree. Subclasses hear of the answer and of lines that can't be followed."""

    def __init__(self, kit: Kit[Any, Any, Any], state: Any, tree: TreeBuilder) -> None:
        self.kit = kit
        self.tree = tree
        self.states = [state]

    def follow(self, events: Iterable[Event]) -> None:
        for event in events:
            self.begin(event)
            if not isinstance(event, Heading | Oddity | NearMiss) and not self._followed(event):
                self.note(event)

    def begin(self, event: Event) -> None:
        """An event comes next."""

    def note(self, event: Event) -> None:
        """A line can't be followed."""

    def answer(self, event: FirstMove, move: Any) -> None:
        """The first move, None if it is not legal."""

    def _followed(self, event: Event) -> bool:
        """Plays an event; False if that can't be done."""
        if isinstance(event, FirstMove):
            self.tree.reach(1)
            self.answer(event, self._legal(self.states[0], event.key))
            return True
        if not isinstance(event, Tried | Pruned | Ended) or not 1 <= event.ply <= self.tree.position.ply + 1:
            return False
        node = self.tree.reach(event.ply)
        self.tree.line = event.line - 1
        match event:
            case Ended():
                self.tree.claim(event.h)
                return False
            case Pruned():
                alpha, beta = (
                    right if end is None else end  # that end is left out
                    for end, right in zip((event.alpha, event.beta), node.narrowed, strict=True)
                )
                self.tree.prune(event.ply, node.to_move, self.moves_of(event), alpha, beta)
            case Tried():
                return self._try(event)
        return True

    def moves_of(self, event: Pruned) -> tuple[Any, ...]:
        """The moves of a pruning line as the tree keeps them: as they are written."""
        return event.keys

    def _try(self, event: Tried) -> bool:
        state = self.states[event.ply - 1]
        move = self._legal(state, event.key)
        if move is None:
            return False
        side = self.kit.game.to_move(state)
        self.states[event.ply :] = [self.kit.game.play(state, move)]
        if event.h is None:
            self.tree.visit(event.ply, side, move)
        else:
            self.tree.leaf(event.ply, side, move, event.h)
        return True

    def _legal(self, state: Any, key: Key | None) -> Any:
        """The legal move that is written so; None if there is none."""
        game, kit = self.kit.game, self.kit
        if key is None or game.utility(state) is not None:
            return None
        return next((move for move in game.moves(state) if kit.move_key(kit.format_move(move)) == key), None)
