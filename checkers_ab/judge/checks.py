"""The checks of a replay: what is reported about a node of a trace, and what a fault leaves unknown."""

from __future__ import annotations

from collections.abc import Callable
from operator import ge
from typing import Any

from checkers_ab.judge.findings import Wording
from checkers_ab.judge.model import AnyModel
from checkers_ab.judge.report import Finding
from checkers_ab.judge.windows import OpenNode
from checkers_ab.logs.events import Event, Key, Pruned, Tried
from checkers_ab.logs.text import agrees


class RefutedError(Exception):
    """A trace has a finding under a model: its program did not write it."""


class Checks:
    """Checks nodes and reports findings; without a `report` the first one raises RefutedError."""

    def __init__(self, model: AnyModel, wording: Wording, report: Callable[[Finding], object] | None) -> None:
        self.model = model
        self.wording = wording
        self.report = report
        self.clean = True
        """True until the first finding."""
        self.soft, self.hard = True, model.cutoff is ge
        """True while the windows printed are those of a fail-soft and of a fail-hard search."""

    def _report_refused(self, node: OpenNode, event: Tried | Pruned, key: Key) -> str:
        """Reports a move that is refused; the kind of the finding. A repeated move is reported once a node."""
        if self.report is None:
            raise RefutedError
        finding = self.wording.refused_move(node, event, key, self._legal(node))
        if finding.kind == "repeated-move":
            if not node.repeated:
                self._report(lambda: finding)
            node.repeated = True
            if not node.left and node.parent is not None:
                node.parent.gap = node.parent.unsure = True  # the line of another move above may be missing
        else:
            self._report(lambda: finding)
        return finding.kind

    def _legal(self, node: OpenNode) -> list[Any]:
        game = self.model.game
        return [] if game.utility(node.state) is not None else list(game.moves(node.state))

    def _check_may_go_on(self, node: OpenNode, event: Tried, move: Any) -> None:
        """A move is searched after the window has closed, or after a pruning line; only the root may go on."""
        if node.missed or node.unsure or node.lenient or (node.parent is None and not node.pruned):
            return
        if not node.window.closed:
            return  # a cut that came too early has been reported
        self._report(self.wording.missed_cut, node, event, move)
        node.missed = True

    def _check_cut(self, node: OpenNode, event: Pruned) -> None:
        """Moves are pruned: the window must have closed, and be the one that is printed."""
        if not node.window.closed:
            self._report(self.wording.early_cut, node, event)
            return
        soft = self.soft and self._is_printed(event, node.window.shown())
        hard = self.hard and self._is_printed(event, node.window.shown_hard(node.maximizing))
        if soft or hard:
            self.soft, self.hard = soft, hard
        else:
            window = node.window.shown() if self.soft else node.window.shown_hard(node.maximizing)
            self._report(self.wording.wrong_window, node, event, window)

    def _check_complete(self, node: OpenNode, line: int) -> None:
        """A node is left: its moves must all have been searched or pruned."""
        if node.left and not node.gap and not self._are_left_out(node):
            missing = [move for move in self._legal(node) if move in node.left]
            self._report(self.wording.missing_moves, node, line, missing)
            node.unsure = node.unsure or not node.window.closed

    def _believe(self, node: OpenNode, event: Pruned) -> None:
        """The window of a node is unknown after a fault: take the one that the trace prints."""
        window, best = node.window, event.alpha if node.maximizing else event.beta
        if best is None:
            return  # that end is left out
        window.alpha = window.alpha if event.alpha is None else event.alpha
        window.beta = window.beta if event.beta is None else event.beta
        window.best = best
        window.closed = True
        node.unsure = False

    def _report_layout(self, make: Callable[..., Finding], event: Event) -> None:
        """Reports what is wrong with the layout, which refutes nothing."""
        if self.report is not None:
            self._report(make, event)

    def _report(self, make: Callable[..., Finding], *about: Any) -> None:
        """Reports the finding that `make` makes of what it is about."""
        if self.report is None:
            raise RefutedError(make.__name__, about[-1])
        self.clean = False
        self.report(make(*about))

    def _is_printed(self, event: Pruned, window: tuple[Any, Any]) -> bool:
        """True if a pruning line prints this window."""
        alpha, beta = map(self.model.shown, window) if self.model.shown else window
        printed = (event.alpha, event.beta)
        if printed == (alpha, beta):
            return True
        if event.alpha is None or event.beta is None:
            return any(
                end is not None and agrees(end, right) for end, right in zip(printed, (alpha, beta), strict=True)
            )
        return agrees(event.alpha, alpha) and agrees(event.beta, beta)

    def _are_left_out(self, node: OpenNode) -> bool:
        """True if the moves that are left at a node are those that the program leaves out of its pruning lines."""
        lists = self.model.lists
        if lists == "last":
            return len(node.left) == 1 and node.window.closed
        return lists == "none" and node.window.closed and not node.pruned
