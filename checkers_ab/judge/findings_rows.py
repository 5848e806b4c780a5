"""The findings about a log in rows, quoted as the log writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.setting import Setting
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

    def __init__(self, setting: Setting[Any, Any, Any], log: Log) -> None:
        super().__init__(setting.kit, setting.evaluation, log, setting)

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
        right = node.window.shown()
        alpha = right[0] if event.alpha is None else event.alpha
        beta = right[1] if event.beta is None else event.beta
        return self.row(keys, event.value, (alpha, beta))

    def wrong_h(
        self, node: OpenNode, event: Tried, move: Any, child: Any, value: Any, row: Entered | None = None
    ) -> Finding:
        assert row is not None, "a value is judged with its row"
        kit = self.kit
        over = kit.game.utility(child) is not None
        end = "This move ends the game, so the" if over else "The"
        why = kit.explain_value(child, self.evaluation) if row.leaf and self.evaluation and not over else ""
        if not row.leaf:
            why = "nothing is searched below it"
        return Slip(
            kind="wrong-value",
            group="value of a leaf",
            line=row.line,
            message=f"{end} value of {kit.format_key(row.key)} is {kit.format_value(value)}{': ' * bool(why)}{why}.",
            expected=self.row((*_keys(node), row.key), value, node.window.below().shown()),
            found=self.read(node, row),
            scene=self.scene_after(node, event, move, child),
        )

    def unsearched(self, node: OpenNode, row: Entered, opened: OpenNode) -> Finding:
        return Finding(
            kind="wrong-value",
            line=row.line,
            message=f"The search goes on below {self.name(opened)}: this row shows the value that it begins with, "
            "and its moves follow.",
            expected=self.row_of(opened),
            found=self.read(node, row),
            scene=self.scene(opened),
        )

    def wrong_value(self, node: OpenNode, event: Entered | Back, value: Any, place: str) -> Finding:
        right = self.kit.format_value(value)
        message = f"The value of {self.name(node)} {PLACES[place]} is {right}."
        if place == "entry":
            message = (
                f"The value that {self.name(node)} begins with is {right}, the worst for {self.kit.sides[node.side]}."
            )
        return Slip(
            kind="wrong-value",
            group=f"value {place}",
            line=event.line,
            message=message,
            expected=self.row(_keys(node), value, node.window.shown()),
            found=self.read(node, event),
            scene=self.scene(node),
        )

    def wrong_row_window(self, node: OpenNode, event: Entered | Back, window: tuple[Any, Any], place: str) -> Finding:
        if isinstance(event, Entered) and event.leaf:
            path, value = (*_keys(node), event.key), event.value
        else:
            path, value = _keys(node), node.window.value(node.maximizing) if place == "back" else event.value
        closed = place == "back" and node.window.closed
        cut = ", that before the update that closes it" if closed and window != _now(node) else ""
        return Slip(
            kind="wrong-window",
            group=f"window {place}",
            line=event.line,
            message=f"The window {PLACES[place]} is {self.window(window)}{cut}{self.set_by(node)}.",
            expected=self.row(path, value, window),
            found=self.read(node, event),
            scene=self.scene(node),
        )

    def missing_row(self, node: OpenNode, line: int) -> Finding:
        again = "first" if node.parent is None and node.untouched() else "again after its last move"
        name = self.name(node)
        return Slip(
            kind="missing-row",
            group="missing row",
            line=line,
            message=f"{name[0].upper()}{name[1:]} is not shown {again}.",
            expected=f"a row of {name}" if node.unsure else self.row_of(node),
            found="another row",
            scene=self.scene(node),
        )

    def surplus_row(self, node: OpenNode, event: Back) -> Finding:
        return Slip(
            kind="surplus-row",
            group="surplus row",
            line=event.line,
            message="This node is shown again, and none of its moves has come back since.",
            expected="the row of another node",
            found=self.read(node, event),
            scene=self.scene(node),
        )

    def missed_cut(self, node: OpenNode, event: Tried, move: Any) -> Finding:
        return Finding(
            kind="missed-cut",
            line=event.line,
            message=f"The window of {self.name(node)} had closed, at {self.window(_now(node))}: "
            "this move and those after it should have been left out.",
            expected="no further move there",
            found=self.kit.format_key(event.key),
            scene=self.scene(node, move),
        )

    def missing_moves(self, node: OpenNode, line: int, moves: Sequence[Any]) -> Finding:
        """Moves are not searched, though the window was open."""
        return Finding(
            kind="missing-move",
            line=line,
            message=f"Before this row, {len(moves)} more of the moves of {self.name(node)} should have been searched: "
            f"its window is still open, at {self.window(_now(node))}.",
            expected=self.moves(moves),
            found="nothing",
            scene=self.scene(node, missing=moves),
        )

    def orphan(self, node: OpenNode, event: Tried | Pruned) -> Finding:
        return Finding(
            kind="missing-move",
            line=event.line,
            message=f"This row is at depth {event.ply}, but no move at depth {event.ply - 1} above it leads there.",
            expected=f"a row at depth {node.ply} or less",
            found=f"depth {event.ply}",
            scene=self.scene(node),
        )

    def cut_short(self, line: int, next_case: Event | None) -> Finding:
        """The log ends before its search does: with the text, or where the next case begins."""
        found = "the end of the text"
        if next_case is not None:
            found = clip(next_case.text) if isinstance(next_case, Heading) else f"another {self.log.noun}"
        return Finding(
            kind="truncated",
            line=line,
            message=f"The {self.log.noun} ends before its search does.",
            expected=f"a whole {self.log.noun}",
            found=found,
        )

    def truncated(self, line: int, last: Unreadable | None, empty: bool = False) -> Finding:
        return replace(super().truncated(line, last, empty), expected=f"a whole {self.log.noun}")


def wording_of(setting: Setting[Any, Any, Any], log: Log) -> Wording:
    """What makes the findings about a log."""
    in_rows = log.follows and ("backs" in log.shows or "cuts" not in log.shows)
    return RowWording(setting, log) if in_rows else Wording(setting.kit, setting.evaluation, log, setting)


def _keys(node: OpenNode) -> tuple[Key, ...]:
    return tuple(step.key for step in node.path())


def _now(node: OpenNode) -> tuple[Any, Any]:
    return node.window.alpha, node.window.beta
