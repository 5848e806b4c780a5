"""Following somebody's trace along its own lines: what it claims is believed as far as the rules allow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from checkers_ab.core.kit import Kit
from checkers_ab.core.tree import TreeBuilder
from checkers_ab.logs.events import Ended, Event, FirstMove, Heading, Key, NearMiss, Oddity, Pruned, Tried


class Follower:
    """Plays the events of a trace into a tree. Subclasses hear of the answer and of lines that can't be followed."""

    def __init__(self, kit: Kit[Any, Any, Any], state: Any, tree: TreeBuilder) -> None:
        self.kit = kit
        self.tree = tree
        self.states = [state]
        self._tables: dict[int, tuple[Any, dict[Any, Any]]] = {}
        """By ply: the state that is to be moved in, and its legal moves by how they are written."""

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
            self.answer(event, self._legal(1, event.key))
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
        move = self._legal(event.ply, event.key)
        if move is None:
            return False
        state = self.states[event.ply - 1]
        side = self.kit.game.to_move(state)
        self.states[event.ply :] = [self.kit.game.play(state, move)]
        if event.h is None:
            self.tree.visit(event.ply, side, move)
            self.tree.position.to_move = self.kit.game.to_move(self.states[-1])
        else:
            self.tree.leaf(event.ply, side, move, event.h)
        return True

    def _legal(self, ply: int, key: Key | None) -> Any:
        """The legal move at a ply that is written so; None if there is none."""
        state = self.states[ply - 1]
        known, table = self._tables.get(ply, (None, {}))
        if known is not state:
            table = self._written_moves(state)
            self._tables[ply] = state, table
        return None if key is None else table.get(key)

    def _written_moves(self, state: Any) -> dict[Any, Any]:
        """The legal moves of a state by how they are written; the first of equals counts."""
        game, kit = self.kit.game, self.kit
        moves = game.moves(state) if game.utility(state) is None else ()
        return {kit.move_key(kit.format_move(move)): move for move in reversed(moves)}
