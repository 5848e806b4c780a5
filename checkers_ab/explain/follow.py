"""Following a log line by line: one that is written, or somebody's, which is believed as far as the rules allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.core.search import Result
from checkers_ab.core.setting import Setting
from checkers_ab.core.steps import Ends, HookCaller, Kind, SearchedNode, States, Step, StepTeller, tell_search
from checkers_ab.core.tree import Cut, Node, Tree
from checkers_ab.logs.events import Ended, Event, FirstMove, Heading, Key, NearMiss, Oddity, Pruned, Tried
from checkers_ab.logs.lines import TraceWriter

HearLine = Callable[[Step, int], object]
"""Hears a step, and the line of the log on which it stands; of a `back` without a line of its own the last one."""


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

    @property
    def position(self) -> Node:
        return self.path[-1]

    @property
    def side(self) -> Side:
        """The side whose move is tried, or whose moves are cut."""
        return self.path[-1].to_move

    @property
    def ply(self) -> int:
        return len(self.path)

    @property
    def has_value(self) -> bool:
        """True if a value came back."""
        return self.kind in ("leaf", "return")


class Moments:
    """Hears a log, keeps its tree, and passes on what there is to say about. Call it with each step and its line."""

    def __init__(self, side: Side, hear: Callable[[Moment], object]) -> None:
        self.tree = Tree(side, plies=1)
        self._hear = hear
        self._was_leaf = False

    def __call__(self, step: Step, line: int) -> None:
        tree, kind = self.tree, step.kind
        tree.hear(step, line)
        child, before, cut = tree.last, None, None
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
        window = node.narrowed
        self._hear(Moment(shown, line, path, child, before or window, window, node.alpha_by, node.beta_by, cut))


def tell_trace(
    setting: Setting[Any, Any, Any], state: Any, lines: list[str], hear: HearLine, start: int = 0
) -> Result[Any, Any]:
    """Search a state and add its trace to `lines`; tell each step with its line, below `start` other lines."""
    writer = TraceWriter(lines.append, setting.kit, setting.convention)
    write = HookCaller(writer)

    def tell(step: Step) -> None:
        if step.kind == "answer":
            writer.first_move(step.path[0] if step.path else None)
        else:
            write(step)
        hear(step, start + len(lines))

    return tell_search(setting, state, tell)


class Follower(StepTeller[Any, Any]):
    """Tells somebody's trace in steps, each with its line. Subclasses hear of lines that can't be followed."""

    def __init__(self, kit: Kit[Any, Any, Any], state: Any, cutoff: Callable[[Any, Any], bool], hear: HearLine) -> None:
        super().__init__(lambda step: hear(step, self._line), cutoff)
        self.kit = kit
        self._line = 0
        self._states = States(kit.game, state)
        self._tables: dict[int, tuple[Any, dict[Any, Any]]] = {}
        """By ply: the state that is to be moved in, and its legal moves by how they are written."""
        self._return_to(1, kit.game.to_move(state))

    def follow(self, events: Iterable[Event]) -> None:
        for event in events:
            if not isinstance(event, Heading | Oddity | NearMiss) and not self._followed(event):
                self.note(event.line)

    def note(self, line: int) -> None:
        """A line can't be followed."""

    def moves_of(self, event: Pruned) -> tuple[Any, ...]:
        """The moves of a pruning line as the tree keeps them: as they are written."""
        return event.keys

    def _followed(self, event: Event) -> bool:
        """Tell an event; False if that can't be done."""
        if isinstance(event, FirstMove):
            root, move = self._return_to(1, None), self._legal(event.key)
            self._say(event.line, "answer", root, () if move is None else (move,))
            return True
        if not isinstance(event, Tried | Pruned | Ended) or not 1 <= event.ply <= len(self._open):
            return False
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
                self.prune(event.ply, node.side, self.moves_of(event), alpha, beta)
                return True
            case Tried():
                return self._tried(event, node.side)

    def _say(self, line: int, kind: Kind, node: SearchedNode, path: tuple[Any, ...]) -> None:
        self._line = line
        assert node.side is not None, "each node is entered at once"
        window = node.alpha, node.beta
        self._hear(Step(kind, path, node.side, node.best, *window, before=window))

    def _tried(self, event: Tried, side: Side) -> bool:
        move = self._legal(event.key)
        if move is None:
            return False
        self._line = event.line
        if event.h is None:
            self.visit(event.ply, side, move)
            self._return_to(event.ply + 1, self.kit.game.to_move(self._states.at(tuple(self._path))))
        else:
            self.leaf(event.ply, side, move, event.h)
        return True

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
