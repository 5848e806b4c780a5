"""A search as steps: what each line of its trace did, what came back between the lines, and the window each time.

Nothing is searched here: `Steps` hears a search, or somebody's trace, plays the moves and keeps the windows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from checkers_ab.core.game import Game, Side

Json = dict[str, Any]


@dataclass(slots=True)
class Opened:
    """A position whose moves are being tried, and the window there with the lines that set its ends."""

    state: Any
    line: int
    """The line of the move that led here; 0 for the root."""
    alpha: Any
    beta: Any
    alpha_by: int | None = None
    beta_by: int | None = None
    best: Any = None

    def take(self, value: Any, maximizing: bool, line: int) -> None:
        """A move came back with `value`: the best stays, and the window narrows."""
        if maximizing and (self.best is None or value > self.best):
            self.best = value
            if value > self.alpha:
                self.alpha, self.alpha_by = value, line
        elif not maximizing and (self.best is None or value < self.best):
            self.best = value
            if value < self.beta:
                self.beta, self.beta_by = value, line


@dataclass(frozen=True, kw_only=True)
class Writing:
    """How a game's states, moves and values are written for the page."""

    picture: Callable[[Any, Any], str]
    """A state, and the move that led to it, as the page draws it."""
    move: Callable[[Any], str]
    value: Callable[[Any], str]
    squares: Callable[[Any], list[list[int]]] = lambda move: []
    """Rows and columns that a move touches, for an arrow."""


class Steps:
    """Hears a search (see `core.search.Listener`) and keeps a step for each event, as `listed`.

    `line()` is the number and the text of the line that has just been written. From `most` steps on only the counts
    go on; `left_out` says for how many lines.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        state: Any,
        *,
        window: tuple[Any, Any],
        writing: Writing,
        line: Callable[[], tuple[int, str]],
        most: int,
    ) -> None:
        self.game = game
        self.writing = writing
        self.line = line
        self.most = most
        self.root = Opened(state, 0, *window)
        self.stack = [self.root]
        self.nodes, self.cut, self.left_out = 1, 0, 0
        self.listed: list[Json] = [{"kind": "start", "line": 0, **self._window(self.root)}]
        self.by_move: dict[tuple[int, str], int] = {}
        """The line of a move, by the line above it and how it is written."""

    @property
    def deepest(self) -> Opened:
        return self.stack[-1]

    def visit(self, ply: int, side: Side, move: Any) -> None:
        node, child, step = self._try("visit", ply, side, move)
        opened = Opened(child, step["line"], node.alpha, node.beta, node.alpha_by, node.beta_by)
        self.stack.append(opened)
        self._add(step | self._window(opened))

    def leaf(self, ply: int, side: Side, move: Any, value: Any) -> None:
        node, _, step = self._try("leaf", ply, side, move)
        self._take(node, side, value, step)

    def prune(self, ply: int, side: Side, moves: Sequence[Any], alpha: Any, beta: Any) -> None:
        self.come_back(ply)
        self.cut += len(moves)
        number, text = self.line()
        node = self.deepest
        write = self.writing.value
        self._add(
            {
                "kind": "prune",
                **self._place(number, text, ply, side),
                "count": len(moves),
                **self._window(node),
                "printed": [write(alpha), write(beta)],
            }
        )

    def answer(self, move: Any, value: Any) -> None:
        """The last line; None for both when the game was over before the first move."""
        self.come_back(1)
        number, text = self.line()
        step: Json = {"kind": "answer", "line": number, "text": text, **self._window(self.root)}
        if move is not None:
            step["move"] = self.writing.move(move)
            step["of"] = self.by_move.get((0, step["move"]), 0)
        if value is not None:
            step["value"] = self.writing.value(value)
        self.listed.append(step)

    def note(self, kind: str) -> None:
        """A line that can't be followed."""
        number, text = self.line()
        node = self.deepest
        self._add({"kind": kind, "line": number, "text": text, "under": node.line, **self._window(node)})

    def come_back(self, ply: int) -> None:
        """The positions below this ply have been looked at: their values come back, one by one."""
        while len(self.stack) > ply:
            child = self.stack.pop()
            if child.best is not None:
                node = self.deepest
                side = self.game.to_move(node.state)
                step = {"kind": "return", "of": child.line, **self._place(child.line, "", len(self.stack), side)}
                self._take(node, side, child.best, step)

    def line_of(self, moves: Sequence[Any]) -> list[int]:
        """The lines of some moves one after the other from the root, as far as they were tried."""
        lines: list[int] = []
        for move in moves:
            line = self.by_move.get((lines[-1] if lines else 0, self.writing.move(move)))
            if line is None:
                break
            lines.append(line)
        return lines

    def _try(self, kind: str, ply: int, side: Side, move: Any) -> tuple[Opened, Any, Json]:
        self.come_back(ply)
        self.nodes += 1
        node = self.deepest
        child = self.game.play(node.state, move)
        number, text = self.line()
        written = self.writing.move(move)
        step: Json = {"kind": kind, **self._place(number, text, ply, side), "move": written}
        self.by_move.setdefault((node.line, written), number)
        if len(self.listed) < self.most:
            step["board"] = self.writing.picture(child, move)
            step["squares"] = self.writing.squares(move)
        return node, child, step

    def _take(self, node: Opened, side: Side, value: Any, step: Json) -> None:
        before = self._window(node)["window"]
        node.take(value, side is Side.MAX, step["line"])
        self._add(step | {"value": self.writing.value(value), "before": before, **self._window(node)})

    def _place(self, number: int, text: str, ply: int, side: Side) -> Json:
        return {"line": number, "text": text, "ply": ply, "side": side.name.lower(), "under": self.deepest.line}

    def _window(self, node: Opened) -> Json:
        write = self.writing.value
        return {"window": [write(node.alpha), write(node.beta)], "by": [node.alpha_by, node.beta_by]}

    def _add(self, step: Json) -> None:
        if len(self.listed) < self.most:
            self.listed.append(step)
        elif step["kind"] != "return":
            self.left_out += 1
