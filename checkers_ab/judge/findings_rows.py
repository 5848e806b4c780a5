"""The findings about a log in rows, quoted as the log writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.setting import AnySetting
from checkers_ab.core.steps import Step
from checkers_ab.judge.findings import Wording
from checkers_ab.judge.report import Finding, Slip, clip
from checkers_ab.judge.windows import OpenNode
from checkers_ab.logs.base import Log
from checkers_ab.logs.events import Back, Entered, Event, Heading, Key, Pruned, Tried, Unreadable

PLACES = {
    "entry": "as it is reached",
    "back": "after this move",
    "leaf": "that is handed down",
    "end": "of a game that is over",
}


class RowWording(Wording):
    """Makes the findings about the rows of one log."""

    def label(self, side: Side, ply: int) -> str:
        return f"depth {ply}"

    def step(self, step: Tried) -> str:
        return self.kit.format_key(step.key)

    def name(self, node: OpenNode) -> str:
        return self.kit.format_key(node.opened_by.key) if node.opened_by else "the root"

    def row(self, path: Sequence[Key], value: Any, window: tuple[Any, Any]) -> str:
        """A row as the log writes it."""
        written: list[str] = []
        hear = self.log.writer(self.setting, written.append, self.kit.format_key)
        written.clear()
        hear(Step("back", tuple(path), Side.MAX, value, *window))
        return "".join(written).rstrip("\n")

    def row_of(self, node: OpenNode) -> str:
        """The row of a node as it should be now."""
        return self.row(_keys(node), node.window.value(node.maximizing), node.window.shown())

    def read(self, node: OpenNode, event: Entered | Back) -> str:
        """A row as it was read: of a node, or of a move in it."""
        keys = _keys(node)
        if isinstance(event, Entered) and len(keys) < event.ply:
            keys = (*keys, event.key)
        alpha, beta = node.window.shown()
        window = alpha if event.alpha is None else event.alpha, beta if event.beta is None else event.beta
        return self.row(keys, event.value, window)

    def wrong_h(
        self, node: OpenNode, event: Tried, move: Any, child: Any, value: Any, row: Entered | None = None
    ) -> Finding:
        assert row is not None, "a value is judged with its row"
        over = self.kit.game.utility(child) is not None
        end = "This move ends the game, so the" if over else "The"
        why = self.why_value(child, over) if row.leaf else ": nothing is searched below it"
        message = f"{end} value of {self.kit.format_key(row.key)} is {self.kit.format_value(value)}{why}."
        expected = self.row((*_keys(node), row.key), value, node.window.below().shown())
        found, scene = self.read(node, row), self.scene_after(node, event, move, child)
        return Slip("wrong-value", row.line, message, expected, found, scene, group="value of a leaf")

    def unsearched(self, node: OpenNode, row: Entered, opened: OpenNode) -> Finding:
        goes_on = f"The search goes on below {self.name(opened)}"
        message = f"{goes_on}: this row shows the value that it begins with, and its moves follow."
        expected, found = self.row_of(opened), self.read(node, row)
        return Finding("wrong-value", row.line, message, expected, found, self.scene(opened))

    def wrong_value(self, node: OpenNode, event: Entered | Back, value: Any, place: str) -> Finding:
        right, name = self.kit.format_value(value), self.name(node)
        message = f"The value of {name} {PLACES[place]} is {right}."
        if place == "entry":
            message = f"The value that {name} begins with is {right}, the worst for {self.kit.sides[node.side]}."
        expected, found = self.row(_keys(node), value, node.window.shown()), self.read(node, event)
        return Slip("wrong-value", event.line, message, expected, found, self.scene(node), group=f"value {place}")

    def wrong_row_window(self, node: OpenNode, event: Entered | Back, window: tuple[Any, Any], place: str) -> Finding:
        path, value, now = _keys(node), event.value, (node.window.alpha, node.window.beta)
        if isinstance(event, Entered) and event.leaf:
            path = (*path, event.key)
        elif place == "back":
            value = node.window.value(node.maximizing)
        closed = place == "back" and node.window.closed
        cut = ", that before the update that closes it" if closed and window != now else ""
        message = f"The window {PLACES[place]} is {self.window(window)}{cut}{self.set_by(node)}."
        expected, found = self.row(path, value, window), self.read(node, event)
        return Slip("wrong-window", event.line, message, expected, found, self.scene(node), group=f"window {place}")

    def missing_row(self, node: OpenNode, line: int) -> Finding:
        again = "first" if node.parent is None and node.untouched() else "again after its last move"
        name, scene = self.name(node), self.scene(node)
        message = f"{name[0].upper()}{name[1:]} is not shown {again}."
        expected = f"a row of {name}" if node.unsure else self.row_of(node)
        return Slip("missing-row", line, message, expected, "another row", scene, group="missing row")

    def surplus_row(self, node: OpenNode, event: Back) -> Finding:
        message = "This node is shown again, and none of its moves has come back since."
        found, scene = self.read(node, event), self.scene(node)
        return Slip("surplus-row", event.line, message, "the row of another node", found, scene, group="surplus row")

    def missed_cut(self, node: OpenNode, event: Tried, move: Any) -> Finding:
        closed = f"The window of {self.name(node)} had closed, at {self.window_of(node)}"
        message = f"{closed}: this move and those after it should have been left out."
        found, scene = self.kit.format_key(event.key), self.scene(node, move)
        return Finding("missed-cut", event.line, message, "no further move there", found, scene)

    def missing_moves(self, node: OpenNode, line: int, moves: Sequence[Any]) -> Finding:
        """Moves are not searched, though the window was open."""
        more = f"Before this row, {len(moves)} more of the moves of {self.name(node)} should have been searched"
        message = f"{more}: its window is still open, at {self.window_of(node)}."
        return Finding("missing-move", line, message, self.moves(moves), "nothing", self.scene(node, missing=moves))

    def orphan(self, node: OpenNode, event: Tried | Pruned) -> Finding:
        found, expected = f"depth {event.ply}", f"a row at depth {node.ply} or less"
        message = f"This row is at {found}, but no move at depth {event.ply - 1} above it leads there."
        return Finding("missing-move", event.line, message, expected, found, self.scene(node))

    def cut_short(self, line: int, next_case: Event | None) -> Finding:
        """The log ends before its search does: with the text, or where the next case begins."""
        noun, found = self.log.noun, "the end of the text"
        if next_case is not None:
            found = clip(next_case.text) if isinstance(next_case, Heading) else f"another {noun}"
        return Finding("truncated", line, f"The {noun} ends before its search does.", f"a whole {noun}", found)

    def truncated(self, line: int, last: Unreadable | None, empty: bool = False) -> Finding:
        return replace(super().truncated(line, last, empty), expected=f"a whole {self.log.noun}")


def wording_of(setting: AnySetting, log: Log) -> Wording:
    """What makes the findings about a log."""
    in_rows = log.follows and ("backs" in log.shows or "cuts" not in log.shows)
    return (RowWording if in_rows else Wording)(setting, log)


def _keys(node: OpenNode) -> tuple[Key, ...]:
    return tuple(step.key for step in node.path())
