"""Following a log line by line: one that is written, or somebody's, which is believed as far as the rules allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from checkers_ab.core.game import Side
from checkers_ab.core.search import Result
from checkers_ab.core.setting import AnySetting
from checkers_ab.core.steps import Ends, Kind, SearchedNode, States, Step, StepTeller, tell_search
from checkers_ab.core.tree import Cut, Node, Tree
from checkers_ab.logs.base import Log
from checkers_ab.logs.events import Aside, Back, Ended, Entered, Event, FirstMove, Key, Pruned, Tried

HearLine = Callable[[Step, int], object]
"""Hears a step, and the line of the log on which it stands; of a step without a line of its own the last one."""


class Moment(NamedTuple):
    """A line of a log, or a value that came back, with its nodes and the window at that moment."""

    kind: str
    """`visit`: a move is tried, and the search goes on below it; `leaf`: one is tried that leads to a value;
    `return`: a visited move came back with its value; `prune`: the other moves are cut."""
    line: int
    """The line in the log; for `return` that of the move."""
    path: tuple[Node, ...]
    """The nodes from the root to that in which the move is tried, or the moves are cut."""
    child: Node | None
    """The node that the move leads to; None for `prune`."""
    before: Ends
    window: Ends
    """The window of the last node of the path; a visited one begins with it."""
    alpha_by: Node | None
    beta_by: Node | None
    """The nodes whose values set the ends of the window."""
    cut: Cut | None = None
    """The moves that are cut; None for the other kinds."""
    row: int = 0
    """The line on which the position is shown again, now that a value has come back; 0 for none."""
    value: Any = None
    """The best value of the position so far, when one has come back."""

    @property
    def maximizing(self) -> bool:
        """True if MAX tries the move, or if moves of MAX are cut."""
        return self.path[-1].to_move is Side.MAX

    @property
    def ply(self) -> int:
        return len(self.path)

    @property
    def setters(self) -> tuple[Node | None, Node | None]:
        """The node that set the end of the window that the side to move can raise, and the one that set the other."""
        return (self.alpha_by, self.beta_by) if self.maximizing else (self.beta_by, self.alpha_by)


class Moments:
    """Hears a log, keeps its tree, and passes on what there is to say about. Call it with each step and its line."""

    def __init__(self, side: Side, hear: Callable[[Moment], object]) -> None:
        self.tree = Tree(side, plies=1)
        self._hear = hear
        self._was_leaf = False
        self._line = 0

    def __call__(self, step: Step, line: int) -> None:
        tree, kind = self.tree, step.kind
        tree.hear(step, line)
        child, before, cut = tree.last, None, None
        row, self._line = line if child is not None and line != self._line else 0, line
        if child is not None:
            shown, line, before, path = "leaf" if self._was_leaf else "return", child.line, step.before, (*tree.open,)
        elif kind == "cut":
            path = (*tree.open,)
            shown, cut = "prune", path[-1].cut
        elif kind == "enter" and step.path:
            *above, child = tree.open
            shown, path = "visit", (*above,)
        else:
            self._was_leaf = kind == "leaf"
            return
        self._was_leaf = False
        node = path[-1]
        window, best = node.narrowed, step.value
        self._hear(
            Moment(shown, line, path, child, before or window, window, node.alpha_by, node.beta_by, cut, row, best)
        )


def tell_log(
    setting: AnySetting, state: Any, log: Log, lines: list[str], hear: HearLine, start: int = 0
) -> Result[Any, Any]:
    """Search a state and add its log to `lines`; tell each step with its line, below `start` other lines."""
    write = log.writer(setting, lines.append)

    def tell(step: Step) -> None:
        write(step)
        hear(step, start + len(lines))

    return tell_search(setting, state, tell)


class Follower(StepTeller[Any, Any]):
    """Tells somebody's log in steps, each with its line. Subclasses hear of lines that can't be followed.

    The moves that are cut are told as they are written, or as moves if `legal`: without those that are none.
    """

    def __init__(self, setting: AnySetting, state: Any, log: Log, hear: HearLine, *, legal: bool = False) -> None:
        super().__init__(lambda step: hear(step, self._line), setting.cutoff)
        self.kit = setting.kit
        self._legal_alone = legal
        self._line = 0
        self._states = States(self.kit.game, state)
        self._tables: dict[int, tuple[Any, dict[Any, Any]]] = {}
        """By ply: the state that is to be moved in, and its legal moves by how they are written."""
        self._infers = "cuts" not in log.shows
        self._searched: dict[tuple[Any, ...], list[Any]] = {}
        """By path: the moves that were searched, where cuts are inferred from them."""
        self._leaf: tuple[SearchedNode, Side, Any] | None = None
        """A value that its node takes when the node is shown again, or when the log goes on without that."""
        self._return_to(1, self.kit.game.to_move(state))

    def follow(self, events: Iterable[Event]) -> None:
        for event in events:
            if not isinstance(event, Aside) and not self._followed(event):
                self.note(event.line)
        if self._infers:
            self._return_to(1, None)
            self._leave_out()

    def note(self, line: int) -> None:
        """A line can't be followed."""

    def _moves_of(self, keys: tuple[Key, ...]) -> tuple[Any, ...]:
        return tuple(move for move in map(self._legal, keys) if move is not None) if self._legal_alone else keys

    def _followed(self, event: Event) -> bool:
        """Tell an event; False if that can't be done."""
        if isinstance(event, FirstMove):
            root, move = self._return_to(1, None), self._legal(event.key)
            self._leave_out()
            self._say(event.line, "answer", root, () if move is None else (move,))
            return True
        if not isinstance(event, Tried | Pruned | Ended | Entered | Back) or not 1 <= event.ply <= len(self._open):
            return False
        if isinstance(event, Back):
            return self._shown_again(event)
        node = self._return_to(event.ply, None)
        assert node.side is not None, "each node is entered at once"
        match event:
            case Ended():
                node.best = event.h
                self._say(event.line, "back", node, tuple(self._path))
                return False
            case Pruned():
                self._line = event.line
                alpha = node.alpha if event.alpha is None else event.alpha
                beta = node.beta if event.beta is None else event.beta
                self.prune(event.ply, node.side, self._moves_of(event.keys), alpha, beta)
                return True
            case Tried():
                return self._tried(event.line, node.side, event.key, event.h)
            case Entered():
                value = event.value if event.leaf else None
                return self._tried(event.line, node.side, event.key, value, node)

    def _say(
        self, line: int, kind: Kind, node: SearchedNode, path: tuple[Any, ...], moves: tuple[Any, ...] = ()
    ) -> None:
        self._line = line
        assert node.side is not None, "each node is entered at once"
        window = node.alpha, node.beta
        self._hear(Step(kind, path, node.side, node.best, *window, moves, before=window))

    def _tried(self, line: int, side: Side, key: Key, value: Any, waiting: SearchedNode | None = None) -> bool:
        """A move is tried; with a node that is `waiting`, its value is taken in when that node is shown again."""
        move, path, ply = self._legal(key), tuple(self._path), len(self._open)
        if move is None:
            return False
        self._line = line
        if self._infers:
            self._searched.setdefault(path, []).append(move)
        if value is None:
            self.visit(ply, side, move)
            self._return_to(ply + 1, self.kit.game.to_move(self._states.at((*path, move))))
        elif waiting is None:
            self.leaf(ply, side, move, value)
        else:
            window = waiting.alpha, waiting.beta
            self._hear(Step("leaf", (*path, move), side, value, *window, before=window))
            self._leaf = waiting, side, value
        return True

    def _shown_again(self, event: Back) -> bool:
        """A node after one of its moves, or the root before any; False if no move has come back."""
        if event.opening:
            kind: Kind = "enter" if self._written_moves(self._states.at(())) else "leaf"
            self._say(event.line, kind, self._open[0], ())
            return True
        if len(self._open) > event.ply:
            self._return_to(event.ply + 1, None)
            self._leave_out()
        elif self._leaf is None:
            return False
        self._line = event.line
        self._return_to(event.ply, None)
        return True

    def _return_to(self, ply: int, side: Side | None) -> SearchedNode:
        if self._leaf is not None:
            taken, self._leaf = self._leaf, None
            self._take(*taken)
        while self._infers and len(self._open) > ply:
            self._leave_out()
            super()._return_to(len(self._open) - 1, None)
        return super()._return_to(ply, side)

    def _leave_out(self) -> None:
        """The deepest node is left: where its window has closed, the moves that were not searched are cut."""
        node, path = self._open[-1], tuple(self._path)
        searched = self._searched.pop(path, None)
        if searched is None or not self._cutoff(node.alpha, node.beta):
            return
        written = self._written_moves(self._states.at(path))
        if left := tuple(key for key, move in reversed(written.items()) if move not in searched):
            self._say(self._line, "cut", node, path, self._moves_of(left))

    def _legal(self, key: Key | None) -> Any:
        """The legal move that is written so, in the node whose moves are being tried; None if there is none."""
        ply, state = len(self._path), self._states.at(tuple(self._path))
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
