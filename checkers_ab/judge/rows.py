"""A log in rows: a node is shown as it is reached and again after its moves, and cuts are left out.

Its replay, and the findings about it, quoted as the log writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.setting import Setting
from checkers_ab.core.steps import Step
from checkers_ab.judge.findings import Wording
from checkers_ab.judge.follow import RefutedError, Replay
from checkers_ab.judge.report import Finding, clip
from checkers_ab.judge.windows import OpenNode, shows, shows_window
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
        return self.quoted(Step("back", tuple(path), Side.MAX, value, *window), name=self.kit.format_key)

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
        return Finding("wrong-value", row.line, message, expected, found, scene, group="value of a leaf")

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
        return Finding("wrong-value", event.line, message, expected, found, self.scene(node), group=f"value {place}")

    def wrong_row_window(self, node: OpenNode, event: Entered | Back, window: tuple[Any, Any], place: str) -> Finding:
        path, value, now = _keys(node), event.value, (node.window.alpha, node.window.beta)
        if isinstance(event, Entered) and event.leaf:
            path = (*path, event.key)
        elif place == "back":
            value = node.window.value(node.maximizing)
        closed = place == "back" and node.window.closed
        cut = ", that before the update that closes it" if closed and window != now else ""
        setters = "" if place == "leaf" else self.set_by(node)  # the window has taken the leaf in by now
        message = f"The window {PLACES[place]} is {self.window(window)}{cut}{setters}."
        expected, found = self.row(path, value, window), self.read(node, event)
        scene = replace(self.scene(node), window=window)
        return Finding("wrong-window", event.line, message, expected, found, scene, group=f"window {place}")

    def missing_row(self, node: OpenNode, line: int) -> Finding:
        again = "first" if node.parent is None and node.untouched() else "again after its last move"
        name, scene = self.name(node), self.scene(node)
        message = f"{name[0].upper()}{name[1:]} is not shown {again}."
        expected = f"a row of {name}" if node.unsure else self.row_of(node)
        return Finding("missing-row", line, message, expected, "another row", scene, group="missing row")

    def surplus_row(self, node: OpenNode, event: Back) -> Finding:
        message = "This node is shown again, and none of its moves has come back since."
        found, scene = self.read(node, event), self.scene(node)
        return Finding("surplus-row", event.line, message, "the row of another node", found, scene, group="surplus row")

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


def _keys(node: OpenNode) -> tuple[Key, ...]:
    return tuple(step.key for step in node.path())


class RowReplay(Replay):
    """Takes Entered and Back besides the events of a trace. What a row leaves out is not judged.

    A wrong row is believed after it is reported, unless the replay is not `trusting`.
    """

    wording: RowWording
    row: Entered
    """The last row on the way down."""
    misses_rows = False
    """True when a missing row has been reported."""

    def take(self, event: Event) -> None:
        if type(event) is Entered:
            self._entered(event)
        elif type(event) is Back and not (event.opening and self.opened):
            self._back(event)
        elif type(event) is Back or (type(event) is Heading and not self._answers and not self._empty()):
            self._end(event.line, event)  # the next case begins
            self.done = True
        else:
            super().take(event)

    # Rows

    def _entered(self, event: Entered) -> None:
        """A move, judged as in a trace; then what the row shows of the child."""
        node = self._reach_row(event)
        if node is None:
            return
        if node.owes or not self.opened:
            self._report_missing(node, event.line)
        self.row = event
        unknown = node.unsure or node.lenient
        handed_down = node.window.below().shown() if event.leaf and not unknown else None
        Replay.take(self, Tried(event.line, event.ply, node.side, event.key, event.value if event.leaf else None))
        child = self.node
        if child is node:
            node.owes = self._backs
            if handed_down is not None and self.skip_below is None and not node.missed:
                self._check_window(node, event, handed_down, "leaf")
        elif child.claimed is None and not unknown:
            self._check_row(child, event, "entry")

    def _back(self, event: Back) -> None:
        """A node, shown after one of its moves, or the root before any."""
        node = self._reach_row(event)
        if node is None:
            return
        opening, self.opened = not self.opened, True
        if (not node.owes and not opening) or event.key != (node.opened_by.key if node.opened_by else None):
            self._report(self.wording.surplus_row, node, event)
            return
        node.owes = False
        if node.unsure:
            node.unsure = False
            self._believe_row(node, event)
        elif self.legal:
            self._check_row(node, event, "entry" if opening else "back")
        else:
            self._check_end(node, event)

    def _reach_row(self, event: Entered | Back) -> OpenNode | None:
        """The node to whose moves a row belongs; None if there is none."""
        if event.ply == self.node.ply and self.skip_below is None:
            return self.node
        return self.reach(Tried(event.line, event.ply, self.side_at(event.ply), event.key, None))

    def _open(self, node: OpenNode, child: Any, event: Tried, move: Any) -> None:
        """Opens a node. The row of a node and that of a leaf look alike: one that shows the first value is a node's."""
        super()._open(node, child, event._replace(h=None), move)
        opened = self.node
        if event.h is not None and not shows(self.model, event.h, opened.window.value(opened.maximizing)):
            opened.claimed = event.h
            self._report(self.wording.unsearched, node, self.row, opened)

    def _close(self, line: int) -> None:
        node, parent = self.node, self.node.parent
        if node.owes:
            self._report_missing(node, line)
        super()._close(line)
        if parent is not None:
            parent.owes = self._backs

    # Checks

    def _check_row(self, node: OpenNode, event: Entered | Back, place: str) -> None:
        """The value and the window of a node, as it is reached (`entry`) or after a move (`back`)."""
        value, window = node.window.value(node.maximizing), node.window.shown()
        if (event.value, event.alpha, event.beta) == (value, *window) and not self.model.shown:
            return  # most of them are right
        wrong = not shows(self.model, event.value, value)
        if wrong:
            self._report(self.wording.wrong_value, node, event, value, place)
        if not (node.lenient or node.missed):
            wrong |= not self._check_window(node, event, window, place)
        if wrong and self.trusting:
            self._believe_row(node, event)

    def _check_window(self, node: OpenNode, event: Entered | Back, window: tuple[Any, Any], place: str) -> bool:
        """Compares the window of a row; True if it is right."""
        if not (right := shows_window(self.model, event, window)):
            self._report(self.wording.wrong_row_window, node, event, window, place)
        return right

    def _check_end(self, root: OpenNode, event: Back) -> None:
        """The only row of a game that is over."""
        value = self._utility(root.state)
        if not shows(self.model, event.value, value):
            self._report(self.wording.wrong_value, root, event, value, "end")
        self._check_window(root, event, root.window.shown(), "entry")

    def _believe_row(self, node: OpenNode, event: Entered | Back) -> None:
        """Goes on with what a row shows; a window that is shown as closed is one that nobody goes on with."""
        window = node.window
        if event.value is not None and not shows(self.model, event.value, window.value(node.maximizing)):
            window.best = event.value
        alpha = window.alpha if event.alpha is None else event.alpha
        beta = window.beta if event.beta is None else event.beta
        if window.cutoff(alpha, beta) or shows_window(self.model, event, window.shown()):
            return
        if window.best is not None:  # the window may be that before the update
            alpha, beta = (max(alpha, window.best), beta) if node.maximizing else (alpha, min(beta, window.best))
        window.alpha, window.beta, window.closed = alpha, beta, window.cutoff(alpha, beta)
        window.by = None, None  # nobody can tell any more

    def _report_missing(self, node: OpenNode, line: int) -> None:
        """A node is not shown where it should be."""
        self.misses_rows = True
        missing = node if self.opened else self.root
        self.opened, missing.owes = True, False
        self._report(self.wording.missing_row, missing, line)

    def _report(self, make: Callable[..., Finding], *about: Any) -> None:
        if self.report is not None and make == self.wording.wrong_h:
            about = (*about, self.row)
        super()._report(make, *about)

    # The end

    def finish(self, last: Event | None, after: int) -> None:
        if last is None or self._answers or self._empty() or (isinstance(last, Unreadable) and last.last):
            super().finish(last, after)
        else:
            self._end(last.line + 1, None)

    def _end(self, line: int, next_case: Event | None) -> None:
        """The log of a case without an answer ends before a line."""
        root = self.root
        at_root = self.node is root or self.misses_rows or not self._backs
        if not at_root or root.owes or (self.node is root and root.left and not (root.window.closed or root.gap)):
            self._report(self.wording.cut_short, line, next_case)
        else:
            self._close_all(line)
            self.done = True

    def could_end(self, events: Sequence[Event]) -> bool:
        """A search ends with a row of its root: a table that ends with another one was cut short."""
        if self._answers or not events:
            return super().could_end(events)
        last = events[-1]
        if self._backs and not (type(last) is Back and last.ply == 1):
            return True
        try:
            self._end(last.line + 1, None)
        except RefutedError:
            return False
        return True


def wording_of(setting: Setting[Any, Any, Any], log: Log) -> Wording:
    """What makes the findings about a log."""
    in_rows = log.follows and ("backs" in log.shows or "cuts" not in log.shows)
    return (RowWording if in_rows else Wording)(setting, log)


def replay_type(wording: Wording) -> type[Replay]:
    """The replay of a log."""
    return RowReplay if isinstance(wording, RowWording) else Replay
