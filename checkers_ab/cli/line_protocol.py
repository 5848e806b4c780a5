"""The line protocol between checkers-ab and a program that plays; docs/programs.md describes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit, Wire
from checkers_ab.core.match import Record

AnyKit = Kit[Any, Any, Any]
SIDES = {"max": Side.MAX, "min": Side.MIN}
LONGEST_LINE = 10_000
"""The most characters of a line."""


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """The notation of moves and states on the wire: the game's own, or that of a wire format."""

    kit: AnyKit
    wire: Wire[Any, Any] | None = None

    def format_move(self, state: Any, move: Any) -> str:
        """Formats a move; `state` is the state after it."""
        return self.wire.format_move(state, move) if self.wire else self.kit.format_move(move)

    def parse_move(self, state: Any, text: str) -> Any:
        """Parses a legal move; raises MoveError."""
        return (self.wire or self.kit).parse_move(state, text)

    def format_state(self, state: Any) -> list[str]:
        """Formats a state as lines."""
        write = self.wire.format_state if self.wire and self.wire.format_state else self.kit.format_state
        return write(state).splitlines()

    def parse_state(self, rows: list[str], side: Side) -> Any:
        """Parses a state; `side` is the side to move where the text does not say it. Raises StateError."""
        text = "".join(f"{row}\n" for row in rows)
        if self.wire and self.wire.parse_state:
            return self.wire.parse_state(text, self.kit.game.start(), side)
        return self.kit.parse_state(text)

    def opening(self, game: str, side: Side, seconds: float, start: Any, played: Iterable[Any]) -> Iterator[str]:
        """The lines with which a game begins; moves that were played before follow the starting position."""
        kit = self.kit
        yield f"game {game}"
        yield f"side {side.name.lower()} {kit.sides[side]}"
        yield f"time {seconds:g}"
        yield f"turn {kit.game.to_move(start).name.lower()}"
        yield from (f"| {row}" for row in self.format_state(start))
        state = start
        for move in played:
            state = kit.game.play(state, move)
            yield f"move {self.format_move(state, move)}"


def format_end(record: Record[Any, Any], side: Side) -> str:
    """The last line of a game, to the player of a side."""
    how = "drawn" if record.winner is None else "won" if record.winner is side else "lost"
    return f"end {how} {record.reason}"
