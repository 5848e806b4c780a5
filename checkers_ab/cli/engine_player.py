"""The engine as a player."""

from __future__ import annotations

from time import monotonic
from typing import Any

from checkers_ab.cli.engine_note import note_plain_engine
from checkers_ab.cli.players import AnyKit, Effort, SearchCounter
from checkers_ab.core.errors import OptionError
from checkers_ab.engine.analysis import DEEPEST, Engine
from checkers_ab.engine.position import has_single_jumps


class EnginePlayer(SearchCounter):
    """Plays the engine's best move, in both sets of rules of checkers; it detects repetition in the game."""

    def __init__(self, kit: AnyKit, effort: Effort) -> None:
        if has_single_jumps(kit.game) is None:
            raise OptionError("the engine plays checkers only")
        super().__init__()
        note_plain_engine()
        self.kit = kit
        self.effort = effort
        self.engine = Engine(kit.game, clock=monotonic)
        self.states: list[Any] = []

    def choose(self, state: Any, last: Any) -> Any:
        if not self._goes_on(state, last):
            self.states = []
        self.states.append(state)
        forced = len(self.kit.game.moves(state)) == 1
        deepest = 1 if forced else self.effort.depth or DEEPEST
        found = self.engine.analyze(self.states, seconds=self.effort.seconds, deepest=deepest)
        self.note(found.depth, found.nodes, found.seconds)
        move = found.lines[0].moves[0]
        self.states.append(self.kit.game.play(state, move))
        return move

    def _goes_on(self, state: Any, last: Any) -> bool:
        """True if the last move leads from our last board to this state; False at the start and after an undo."""
        if not self.states or last not in self.kit.game.moves(self.states[-1]):
            return False
        return bool(self.kit.game.play(self.states[-1], last) == state)
