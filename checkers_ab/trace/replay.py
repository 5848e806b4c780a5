"""The replay of a trace: along its own move order, with the rules, the evaluation and the window arithmetic.

It imports no search. After a fault it goes on with what the trace itself claims, so that what follows from a fault is
not reported as another one where that can be told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from itertools import pairwise
from operator import ge

from checkers_ab.games.checkers.board import Board
from checkers_ab.games.checkers.rules import INF, Value
from checkers_ab.trace import wording
from checkers_ab.trace.answer import judge_answer
from checkers_ab.trace.finding import Finding
from checkers_ab.trace.meaning import Meaning, Squares
from checkers_ab.trace.node import Node
from checkers_ab.trace.reader import Cut, Ended, Event, First, Heading, Oddity, Path, Tried, Unreadable

forget = deque[Event](maxlen=0).append
"""Keeps nothing."""


class Replay:
    """Takes the events of one board's trace and reports what is wrong with them, in the order of the lines."""

    def __init__(
        self,
        board: Board,
        meaning: Meaning,
        report: Callable[[Finding], object],
        *,
        after: int = 0,
        trusting: bool = True,
    ) -> None:
        if board.side is not meaning.first:
            board = board.with_side(meaning.first)
        self.meaning = meaning
        self.rules = meaning.rules
        self.depth = meaning.depth
        # Looked up once, for they run on each line.
        self._moves, self._play, self._utility = meaning.rules.moves, meaning.rules.play, meaning.rules.utility
        self._evaluate = meaning.evaluate
        self.squares = meaning.squares_by_path
        self.report = report
        self.after = after
        """The line of the text after which the trace stands."""
        self.trusting = trusting
        """Whether to go on with a wrong h, as a program would, or with the right one, as after a slip of the pen."""
        self.clean = True
        """Whether nothing has been reported."""
        self.done = False
        """Whether the trace has named its first move, or another case has begun."""
        self.soft, self.hard = True, meaning.cutoff is ge
        """Whether the windows printed so far are those of a fail-soft and of a fail-hard search."""
        self.refused = False
        """Whether a first move was refused."""
        self.returned: dict[Squares, Value] = {}
        """What each first move came back with, in the order of the trace."""
        self.skip_below: int | None = None
        """Lines deeper than this ply belong to a move that could not be followed."""
        self.legal = [] if self.rules.utility(board) is not None else list(self.rules.moves(board))
        """The legal first moves."""
        window = meaning.window(-INF, INF, meaning.cutoff)
        self.root = Node(board, set(self.legal), window, None, None)
        self.node = self.root
        """The deepest position that is open."""

    def run(self, events: Iterable[Event], keep: Callable[[Event], object] = forget) -> None:
        """Takes events until the trace is over, or the text; each is handed to `keep` first."""
        event = None
        for event in events:
            keep(event)
            if type(event) is Tried:  # most of them are
                self._tried(event)
            else:
                self._take_other(event)
                if self.done:
                    return
        self.finish(event)

    def take(self, event: Event) -> None:
        """One event of the trace, in order."""
        if type(event) is Tried:
            self._tried(event)
        else:
            self._take_other(event)

    def _take_other(self, event: Event) -> None:
        match event:
            case Cut():
                self._cut(event)
            case First():
                self._first(event)
            case Ended():
                self._ended(event)
            case Heading():
                self._heading(event)
            case Unreadable():
                self._unreadable(event)
            case Oddity():
                self._tell(wording.odd_bars(event))

    def finish(self, last: Event | None) -> None:
        """The text is at its end, after this event."""
        if isinstance(last, Unreadable) and last.last:
            self._tell(wording.truncated(last.line, last))
        else:
            self._tell(wording.truncated((last.line if last else self.after) + 1, None, empty=last is None))

    # One for each kind of event

    def _tried(self, event: Tried) -> None:
        _, ply, side, path, h = event
        if self.meaning.negated and h is not None:
            h = -h
        node = self.node
        if ply != node.ply or side is not node.side or self.skip_below is not None:
            reached = self.reach(event)
            if reached is None:
                return
            node = reached
        move = self.squares.get(path)
        if move is None or move not in node.left:
            move = self.find(node.left, path)
            if move is None:
                self._refuse(node, event)
                return
        node.left.remove(move)
        if node.unended is not None:
            node.unended = None
        if node.window.closed or node.pruned:
            self._check_may_go_on(node, event, move)
        child = self._play(node.board, move)
        if node.ply < self.depth and child.alice and child.bill and (left := self._moves(child)):
            self._open(node, child, set(left), event, move)
            return
        value = self._utility(child)
        if value is None:
            value = self._evaluate(node.board, child)
        if h != value:
            if h is None and node.ply < self.depth:
                node.unended = value
            else:
                self._tell(wording.wrong_h(node, event, move, child, value, self._utility(child) is not None))
                if h is None:
                    self.skip_below = node.ply
                elif self.trusting:
                    value = h
        node.window.take(value, node.maximizing, event)
        if node is self.root:
            self.returned[move] = value

    def _cut(self, event: Cut) -> None:
        node = self.node
        if event.ply != node.ply or event.side is not node.side or self.skip_below is not None:
            reached = self.reach(event)
            if reached is None:
                return
            node = reached
        node.unended = None
        moves = set(map(self.squares.get, event.paths))
        if len(moves) == len(event.paths) and moves <= node.left:
            node.left -= moves
        else:
            self._prune_one_by_one(node, event)
        if node.unsure:
            self._believe(node, event)
        elif not node.lenient:
            self._check_cut(node, event)
        node.pruned = True

    def _prune_one_by_one(self, node: Node, event: Cut) -> None:
        """Reports only the first move of the line that is not to be had."""
        told = False
        for path in event.paths:
            move = self.find(node.left, path)
            if move is not None:
                node.left.remove(move)
            elif not told:
                told = True
                finding = wording.refused_move(node, event, path, self.squares.get(path), self._legal(node))
                if finding.kind == "repeated-move":
                    self._tell_repeated(node, finding)
                else:
                    self._tell(finding)
                    node.gap = True

    def _tell_repeated(self, node: Node, finding: Finding) -> None:
        """Once a node; if it has nothing left, the line of another move above may be missing."""
        if not node.repeated:
            self._tell(finding)
        node.repeated = True
        if not node.left and node.parent is not None:
            node.parent.gap = node.parent.unsure = True

    def _ended(self, event: Ended) -> None:
        node = self.node
        if self.skip_below is not None and event.ply > self.skip_below:
            return
        value = node.unended if event.ply == node.ply + 1 else None
        if event.h != value or event.side is node.side:
            self._tell(wording.wrong_end(node, event, value))
        node.unended = None

    def _first(self, event: First) -> None:
        self.skip_below = None
        while self.node is not self.root:
            self._close(event.line)
        self._check_complete(self.root, event.line)
        self.done = True
        finding = judge_answer(self, event)
        if finding is not None:
            self._tell(finding)

    def _heading(self, event: Heading) -> None:
        if self.node is not self.root or not self.root.untouched():
            self._tell(wording.interrupted(event))
            self.done = True

    def _unreadable(self, event: Unreadable) -> None:
        if event.last:
            return  # the text ends here: it is cut short
        self._tell(wording.unreadable(event))
        if event.ply is None:
            return  # something that was printed in between
        if event.ply == 0:
            self.done = True  # meant as the answer
            return
        node: Node | None = self.node
        while node is not None:
            if node.ply == event.ply:
                node.gap = node.unsure = True
            node = node.parent
        self.skip_below = event.ply

    # Walking

    def reach(self, event: Tried | Cut) -> Node | None:
        """The node to whose moves a line belongs; None if there is none."""
        if self.skip_below is not None:
            if event.ply > self.skip_below:
                return None
            self.skip_below = None
        while self.node.ply > event.ply:
            self._close(event.line)
        node = self.node
        if event.ply > node.ply:
            self._tell(wording.orphan(node, event))
            node.gap = node.unsure = True
            self.skip_below = node.ply
            return None
        if event.side is not node.side and self.meaning.letters:
            self._tell(wording.wrong_side(node, event))
        return node

    def _open(self, node: Node, child: Board, left: set[Squares], event: Tried, move: Squares) -> None:
        self.node = Node(child, left, node.window.below(), node, event)
        if event.h is not None:
            self.node.claimed = event.h
            self._tell(wording.h_too_early(node, event, event.h, move))

    def _close(self, line: int) -> None:
        """The deepest node has no more lines: its value goes to its parent."""
        node, parent = self.node, self.node.parent
        assert parent is not None
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
            move = self.find(self.legal, node.opened_by.path)
            assert move is not None
            self.returned[move] = value

    def find(self, moves: Collection[Squares], path: Path) -> Squares | None:
        """The one of some moves that is written so. One with more than two squares, under rules that have such, may be
        written by its ends or by all its squares."""
        move = self.squares.get(path)
        if move in moves:
            return move
        ends = self.squares.get((path[0], path[-1]))
        steps = [self.squares.get(pair) for pair in pairwise(path)]
        for longer in moves:
            same = len(path) == 2 or list(pairwise(longer)) == steps
            if len(longer) > 2 and (longer[0], longer[-1]) == ends and same:
                return longer
        return None

    def _refuse(self, node: Node, event: Tried) -> None:
        """A move that is not to be had here; what lies below it is passed over."""
        move = self.squares.get(event.path)
        finding = wording.refused_move(node, event, event.path, move, self._legal(node))
        self.skip_below = node.ply
        if finding.kind == "repeated-move":
            self._tell_repeated(node, finding)
            return
        self._tell(finding)
        node.gap = True
        self.refused = self.refused or node is self.root
        if event.h is None:
            node.unsure = True
        else:
            node.window.take(event.h, node.maximizing, event)

    def _legal(self, node: Node) -> list[Squares]:
        return self.legal if node is self.root else list(self.rules.moves(node.board))

    # Checks

    def _check_may_go_on(self, node: Node, event: Tried, move: Squares) -> None:
        """A move is searched after the window has closed, or after a pruning line; only the root may go on."""
        if node.missed or node.unsure or node.lenient or (node is self.root and not node.pruned):
            return
        if not node.window.closed:
            return  # a cut that came too early has been reported
        self._tell(wording.missed_cut(node, event, move))
        node.missed = True

    def _check_cut(self, node: Node, event: Cut) -> None:
        """Moves are pruned: the window must have closed, and be the one that is printed."""
        printed = (event.alpha, event.beta)
        if not node.window.closed:
            self._tell(wording.early_cut(node, event))
            return
        soft = self.soft and printed == node.window.shown()
        hard = self.hard and printed == node.window.shown_hard(node.maximizing)
        if soft or hard:
            self.soft, self.hard = soft, hard
        else:
            window = node.window.shown() if self.soft else node.window.shown_hard(node.maximizing)
            self._tell(wording.wrong_window(node, event, window))

    def _check_complete(self, node: Node, line: int) -> None:
        """A node is left: its moves must all have been searched or pruned."""
        if node.left and not node.gap:
            self._tell(wording.missing_moves(node, line))
            node.unsure = node.unsure or not node.window.closed

    def _believe(self, node: Node, event: Cut) -> None:
        """The window of a node is unknown after a fault: take the one that the trace prints."""
        window = node.window
        window.alpha, window.beta = event.alpha, event.beta
        window.best = event.alpha if node.maximizing else event.beta
        window.closed = True
        node.unsure = False

    def _tell(self, finding: Finding) -> None:
        self.clean = False
        self.report(finding)
