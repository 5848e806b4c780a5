"""The replay of a trace: along its own move order, with the rules, the evaluation and the window arithmetic.

It imports no search. After a fault it goes on with what the trace itself claims, so that what follows from a fault is
not reported as another one where that can be told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import ge
from typing import Any

from checkers_ab.core.game import Side
from checkers_ab.core.values import INF
from checkers_ab.judge.answer import judge_answer
from checkers_ab.judge.findings import Wording
from checkers_ab.judge.report import Finding
from checkers_ab.judge.windows import (
    AnyModel,
    OpenNode,
    find_move,
    learn_moves,
    legal_moves,
    printed_value,
    root_window,
    shows_window,
)
from checkers_ab.logs.events import Ended, Event, FirstMove, Heading, Key, NearMiss, Oddity, Pruned, Tried, Unreadable
from checkers_ab.logs.text import agrees


class RefutedError(Exception):
    """A trace has a finding under a model: its program did not write it."""


class Replay:
    """Takes the events of one state's trace and reports what is wrong with them, in the order of the lines.

    Without a `report` the first finding raises RefutedError.
    """

    trusting = True
    """True to go on with a wrong h, as a program would; False to go on with the right one, as after a slip."""

    def __init__(
        self, state: Any, model: AnyModel, wording: Wording, report: Callable[[Finding], object] | None = None
    ) -> None:
        self.model, self.wording, self.report = model, wording, report
        self.clean = True
        """True until the first finding."""
        self.soft, self.hard = True, model.cutoff is ge
        """True while the windows printed are those of a fail-soft and of a fail-hard search."""
        # Looked up once, for they run on each line.
        game = model.game
        self._moves, self._play = model.inner_moves or game.moves, game.play
        self._utility, self._to_move = game.utility, game.to_move
        self._evaluate, self._table, self._odd_h = model.evaluate, model.table, model.h != "value" or bool(model.shown)
        self._unended = not model.end_at_last_ply
        self._backs, self._answers = "backs" in wording.log.shows, "answer" in wording.log.shows
        self.opened = not self._backs
        """True when the root has been shown, or its row reported as missing; always if the log shows no node again."""
        self.depth = INF if model.depth is None else model.depth
        self.done = False
        """True when the trace has named its first move, or another case has begun."""
        self.refused = False
        """True when a first move was refused."""
        self.returned: dict[Any, Any] = {}
        """The values that the first moves came back with, in the order of the trace."""
        self.skip_below: int | None = None
        """Lines deeper than this ply belong to a move that could not be followed."""
        state = model.root(state) if model.root else state
        self.legal = legal_moves(model, state)
        """The legal first moves."""
        window = root_window(model.window, model.cutoff)
        self.root = OpenNode(state, self._to_move(state), learn_moves(model, self.legal), window, None, None)
        self.root.maximizing |= model.both_maximize
        self.node = self.root
        """The deepest node that is open."""

    @property
    def other_board(self) -> bool:
        """True if not one first move is legal here."""
        return self.refused and len(self.root.left) == len(self.legal)

    def take(self, event: Event) -> None:
        """One event of the trace, in order."""
        if type(event) is not Tried:
            self._take_other(event)
            return
        _, ply, side, key, h = event
        node = self.node
        if ply != node.ply or side is not node.side or self.skip_below is not None:
            reached = self.reach(event)
            if reached is None:
                return
            node = reached
        if node.unended is not None:
            self._settle(node)
        move = self._table.get(key)
        try:
            node.left.remove(move)
        except KeyError:
            move = find_move(self.model, node.left, key)
            if move is None:
                self._refuse(node, event)
                return
            node.left.remove(move)
        window = node.window
        if window.closed or node.pruned:
            self._check_may_go_on(node, event, move)
        child = self._play(node.state, move)
        value = self._utility(child)
        if value is None or (self._unended and node.ply == self.depth):
            if node.ply < self.depth:
                self._open(node, child, event, move)
                return
            value = self._evaluate(node.state, child)
        if h != value or self._odd_h:
            value = self._other_h(node, event, h, move, child, value)
        window.take(value, node.maximizing, event)
        if node.parent is None:
            self.returned[move] = value

    def _take_other(self, event: Event) -> None:
        match event:
            case Pruned():
                self._pruned(event)
            case FirstMove():
                self._first_move(event)
            case Ended():
                self._ended(event)
            case Heading():
                if not self._empty():
                    self._report(self.wording.interrupted, event)
                    self.done = True
            case Unreadable():
                self._unreadable(event)
            case Oddity() | NearMiss():
                self._report(self.wording.layout, event)

    def finish(self, last: Event | None, after: int) -> None:
        """The text is at its end, after this event; the trace stands after a line."""
        if isinstance(last, Unreadable) and last.last:
            self._report(self.wording.truncated, last.line, last)
        else:
            self._report(self.wording.truncated, (last.line if last else after) + 1, None, self._empty())

    def _empty(self) -> bool:
        """True before the first move of the trace."""
        begun = (self._backs and self.opened) or self.refused or self.skip_below is not None
        return not begun and self.node is self.root and self.root.untouched()

    def could_end(self, events: Sequence[Event]) -> bool:
        """True if the program could have ended after these events, or been stopped there; nothing can be taken then.

        It can't have been stopped where all that is missing is the first move.
        """
        if self.done or not self.model.prints_answer or not events:
            return self.done is self.model.prints_answer or not (self.done or events)
        try:
            self._close_all(0)
        except RefutedError:
            return True
        return False

    # One for each kind of event

    def _other_h(self, node: OpenNode, event: Tried, h: Any, move: Any, child: Any, value: Any) -> Any:
        """A line gives no h, or perhaps not the right number for it: the value to go on with."""
        if h is None and (node.ply < self.depth or self.model.h == "nothing"):
            node.unended = (event, move, child, value) if node.ply < self.depth else None
        elif h is None:
            self._report(self.wording.wrong_h, node, event, move, child, value)
            self.skip_below = node.ply
        elif not agrees(h, printed_value(self.model, value, (node.window.alpha, node.window.beta), node.maximizing)):
            self._report(self.wording.wrong_h, node, event, move, child, value)
            if self.trusting:
                return h
        return value

    def _settle(self, node: OpenNode) -> None:
        """No line below the last one gives the value of the game that it ended."""
        if node.unended is None:
            return
        event, move, child, value = node.unended
        node.unended = None
        if not self.wording.kit.ends_are_implied and self.model.h != "nothing":
            self._report(self.wording.wrong_h, node, event, move, child, value)

    def _pruned(self, event: Pruned) -> None:
        node = self.reach(event)
        if node is None:
            return
        self._settle(node)
        if self.model.lists == "none":
            self._report(self.wording.early_cut, node, event)
        moves = set(map(self._table.get, event.keys))
        if len(moves) == len(event.keys) and moves <= node.left:
            node.left -= moves
        else:
            self._prune_one_by_one(node, event)
        if self.model.lists == "last" and not node.left:
            self._report(self.wording.early_cut, node, event)  # the program would have left one out
        if node.unsure:
            # Its window is unknown after a fault: the one that the trace prints is taken.
            node.unsure = not node.window.believe(event.alpha, event.beta, node.maximizing)
        elif not node.lenient:
            self._check_cut(node, event)
        node.pruned = True

    def _prune_one_by_one(self, node: OpenNode, event: Pruned) -> None:
        """Reports only the first move of the line that is not legal, or no longer."""
        reported = False
        for key in event.keys:
            move = find_move(self.model, node.left, key)
            if move is not None:
                node.left.remove(move)
            elif not reported:
                reported = True
                if self._report_refused(node, event, key) != "repeated-move":
                    node.gap = True

    def _ended(self, event: Ended) -> None:
        node = self.node
        if self.skip_below is not None and event.ply > self.skip_below:
            return
        value = node.unended[-1] if node.unended and event.ply == node.ply + 1 else None
        side = self.side_at(event.ply)
        if value is None or not agrees(event.h, value) or event.side is not side:
            self._report(self.wording.wrong_end, node, event, value, side)
        node.unended = None

    def _first_move(self, event: FirstMove) -> None:
        self._close_all(event.line)
        self.done = True
        if wrong := judge_answer(self, event):
            self._report(self.wording.wrong_answer, self.root, event, *wrong)

    def _close_all(self, line: int) -> None:
        """Nothing more is searched: all nodes are left."""
        self.skip_below = None
        while self.node is not self.root:
            self._close(line)
        self._settle(self.root)
        self._check_complete(self.root, line)

    def _unreadable(self, event: Unreadable) -> None:
        if event.last:
            return  # the text ends here: it is cut short
        self._report(self.wording.layout, event)
        if event.ply is None:
            return
        if event.ply == 0:
            self.done = True  # meant as the answer
            return
        for node in self.node.up():
            if node.ply == event.ply:
                node.gap = node.unsure = True
        self.skip_below = event.ply

    # Walking

    def reach(self, event: Tried | Pruned) -> OpenNode | None:
        """The node to whose moves a line belongs; None if there is none."""
        if self.skip_below is not None:
            if event.ply > self.skip_below:
                return None
            self.skip_below = None
        if event.ply < 1:
            self._report(self.wording.no_ply, event)
            return None
        while self.node.ply > event.ply:
            self._close(event.line)
        node = self.node
        if event.ply > node.ply:
            self._report(self.wording.orphan, node, event)
            node.gap = node.unsure = True
            self.skip_below = node.ply
            return None
        if event.side is not node.side:
            self._report(self.wording.wrong_side, node, event)
        return node

    def side_at(self, ply: int) -> Side:
        """The side to move in the open node of a ply, or in the state that the last line ended the game with."""
        node = self.node
        if ply > node.ply and node.unended is not None:
            return self._to_move(node.unended[2])
        return next((above.side for above in node.up() if above.ply <= ply), self.root.side)

    def _open(self, node: OpenNode, child: Any, event: Tried, move: Any) -> None:
        left = learn_moves(self.model, self._moves(child))
        self.node = OpenNode(child, self._to_move(child), left, node.window.below(), node, event)
        self.node.maximizing |= self.model.both_maximize
        if event.h is not None:
            self.node.claimed = event.h
            self._report(self.wording.h_too_early, node, event, event.h, move)

    def _close(self, line: int) -> None:
        """The deepest node has no more lines: its value goes to its parent."""
        node, parent = self.node, self.node.parent
        assert parent is not None
        self._settle(node)
        self.node = parent
        value = node.window.worth()
        if node.left or node.unsure or value is None:
            if node.claimed is not None and node.untouched():
                value = node.claimed
            else:
                self._check_complete(node, line)
                if node.unsure or value is None:
                    parent.unsure = True
                    return
        parent.window.take(value, parent.maximizing, node.opened_by, True)
        if parent is self.root and node.opened_by is not None:
            self.returned[find_move(self.model, self.legal, node.opened_by.key)] = value

    def _refuse(self, node: OpenNode, event: Tried) -> None:
        """A move that is not legal here, or no longer; the lines below it are passed over."""
        self.skip_below = node.ply
        if self._report_refused(node, event, event.key) == "repeated-move":
            return
        node.gap = True
        self.refused = self.refused or node is self.root
        if event.h is None:
            node.unsure = True
        else:
            node.window.take(event.h, node.maximizing, event)

    # Checks: what is reported about a node, and what a fault leaves unknown

    def _report_refused(self, node: OpenNode, event: Tried | Pruned, key: Key) -> str:
        """Reports a move that is refused; the kind of the finding. A repeated move is reported once a node."""
        if self.report is None:
            raise RefutedError
        finding = self.wording.refused_move(node, event, key, legal_moves(self.model, node.state))
        repeated = finding.kind == "repeated-move"
        if not (repeated and node.repeated):
            self._report(lambda: finding)
        node.repeated = node.repeated or repeated
        if repeated and not node.left and node.parent is not None:
            node.parent.gap = node.parent.unsure = True  # the line of another move above may be missing
        return finding.kind

    def _check_may_go_on(self, node: OpenNode, event: Tried, move: Any) -> None:
        """A move is searched after the window has closed, or after a pruning line; only the root may go on."""
        unknown = node.missed or node.unsure or node.lenient
        # Where the window is open, a cut that came too early has been reported.
        if node.window.closed and not unknown and (node.parent is not None or node.pruned):
            self._report(self.wording.missed_cut, node, event, move)
            node.missed = True

    def _check_cut(self, node: OpenNode, event: Pruned) -> None:
        """Moves are pruned: the window must have closed, and be the one that is printed."""
        if not node.window.closed:
            self._report(self.wording.early_cut, node, event)
            return
        window, hard_window = node.window.shown(), node.window.shown_hard(node.maximizing)
        soft = self.soft and shows_window(self.model, event, window)
        hard = self.hard and shows_window(self.model, event, hard_window)
        if (soft or hard) and (event.alpha, event.beta) != (None, None):
            self.soft, self.hard = soft, hard
        else:
            self._report(self.wording.wrong_window, node, event, window if self.soft else hard_window)

    def _check_complete(self, node: OpenNode, line: int) -> None:
        """A node is left: its moves must all have been searched or pruned, or left out as the program does."""
        lists = self.model.lists
        left_out = len(node.left) == 1 if lists == "last" else lists == "none" and not node.pruned
        if node.left and not node.gap and not (left_out and node.window.closed):
            missing = [move for move in legal_moves(self.model, node.state) if move in node.left]
            self._report(self.wording.missing_moves, node, line, missing)
            node.unsure = node.unsure or not node.window.closed

    def _report(self, make: Callable[..., Finding], *about: Any) -> None:
        """Reports the finding that `make` makes of what it is about."""
        if self.report is None:
            raise RefutedError(make.__name__, about[-1])
        self.clean = False
        self.report(make(*about))
