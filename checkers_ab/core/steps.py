"""The account of a search in steps, as it is told by a search, by the program of a model, or by a log that is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from checkers_ab.core.game import Comparable, Game, Side
from checkers_ab.core.observe import Tee
from checkers_ab.core.search import Listener, Result
from checkers_ab.core.setting import Setting
from checkers_ab.core.values import INF, OPEN

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V", bound=Comparable)

Ends = tuple[Any, Any]
"""Alpha and beta."""
Kind = Literal["enter", "leaf", "back", "cut", "answer"]


class Step(NamedTuple):
    """One event of a search."""

    kind: Kind
    """`enter`: a node is reached, the root first. `leaf`: a move leads to a value. `back`: a move of the node has been
    searched. `cut`: the other moves of the node, one or more, are left out. `answer`: the search is over."""
    path: tuple[Any, ...]
    """The moves from the root to the node; of the answer the best move, none if the game is over."""
    side: Side
    """The side to move in the node; of a leaf, and of an answer without a search, the side that has moved there."""
    value: Any = None
    """The best value of the node so far, the worst one at first; of a leaf its own; of the answer the root's."""
    alpha: Any = None
    beta: Any = None
    """The window of the node now; of a leaf the window that is handed down."""
    moves: Sequence[Any] = ()
    """The moves that are cut."""
    closed: bool = False
    """True if this `back` closes the window, also when no move is left to be cut."""
    before: Ends = OPEN
    """The window before a `back` narrowed it; of a leaf that of the node above, which takes the value in."""


Hear = Callable[[Step], object]


class SearchedNode:
    """A node whose moves are being searched."""

    __slots__ = ("alpha", "best", "beta", "side")

    def __init__(self, alpha: Any, beta: Any) -> None:
        self.side: Side | None = None
        """The side to move; None until a move of the node is heard of."""
        self.best: Any = None
        self.alpha = alpha
        self.beta = beta


class StepTeller(Generic[M, V]):
    """A listener of a right search (see `core.search.Listener`) that tells it in steps."""

    def __init__(self, hear: Hear, cutoff: Callable[[V, V], bool]) -> None:
        self._hear = hear
        self._cutoff = cutoff
        self._path: list[M] = []
        self._open = [SearchedNode(*OPEN)]

    def visit(self, ply: int, side: Side, move: M) -> None:
        node = self._return_to(ply, side)
        self._path.append(move)
        self._open.append(SearchedNode(node.alpha, node.beta))

    def leaf(self, ply: int, side: Side, move: M, value: V) -> None:
        node = self._return_to(ply, side)
        window = node.alpha, node.beta
        self._hear(Step("leaf", (*self._path, move), side, value, *window, before=window))
        self._take(node, side, value)

    def prune(self, ply: int, side: Side, moves: Sequence[M], alpha: V, beta: V) -> None:
        node = self._return_to(ply, side)
        self._hear(Step("cut", tuple(self._path), side, node.best, alpha, beta, moves))

    def finish(self, result: Result[M, V], side: Side) -> None:
        """Tell the answer. `side` has made the last move if the game is over: the root is then a leaf."""
        if not result.line:
            self._hear(Step("leaf", (), side, result.value, *OPEN))
            self._hear(Step("answer", (), side, result.value, *OPEN))
            return
        root = self._return_to(1, None)
        assert root.side is not None, "a game that goes on has a move"
        self._hear(Step("answer", (result.line[0],), root.side, root.best, root.alpha, root.beta))

    def _return_to(self, ply: int, side: Side | None) -> SearchedNode:
        """Return the node whose moves are those of a ply. What is open below it has ended."""
        while len(self._open) > ply:
            value = self._open.pop().best
            self._path.pop()
            node = self._open[-1]
            assert node.side is not None, "a node is heard of before those below it"
            self._take(node, node.side, value)
        node = self._open[-1]
        if node.side is None and side is not None:
            node.side = side
            worst = -INF if side is Side.MAX else INF
            self._hear(Step("enter", tuple(self._path), side, worst, node.alpha, node.beta))
        return node

    def _take(self, node: SearchedNode, side: Side, value: Any) -> None:
        """Fold a value into a node as the search does."""
        before = node.alpha, node.beta
        if value is None:
            pass  # a search always finds a value, somebody's log may show none
        elif side is Side.MAX:
            if node.best is None or value > node.best:
                node.best = value
                node.alpha = max(node.alpha, value)
        elif node.best is None or value < node.best:
            node.best = value
            node.beta = min(node.beta, value)
        closed = self._cutoff(node.alpha, node.beta)
        path = tuple(self._path)
        self._hear(Step("back", path, side, node.best, node.alpha, node.beta, (), closed, before))


def tell_search(
    setting: Setting[S, M, V], state: S, hear: Hear, observer: Listener[M, V] | None = None
) -> Result[M, V]:
    """Search a state, tell each step, and return the result. `observer` hears the search, too."""
    teller: StepTeller[M, V] = StepTeller(hear, setting.cutoff)
    result = setting.search(state, Tee(teller, observer) if observer else teller)
    teller.finish(result, setting.kit.game.to_move(state).opponent)
    return result


class HookCaller:
    """Hears steps and calls the hooks of a listener."""

    def __init__(self, listener: Listener[Any, Any]) -> None:
        self._listener = listener
        self._sides: list[Side] = []
        """The sides to move along the path to the last node that was entered."""

    def __call__(self, step: Step) -> None:
        kind, ply = step.kind, len(step.path)
        if kind == "leaf" and ply:
            self._listener.leaf(ply, step.side, step.path[-1], step.value)
        elif kind == "enter":
            del self._sides[ply:]
            if ply:
                self._listener.visit(ply, self._sides[-1], step.path[-1])
            self._sides.append(step.side)
        elif kind == "cut":
            self._listener.prune(ply + 1, step.side, step.moves, step.alpha, step.beta)


class States(Generic[S, M]):
    """The states along a line of moves from a root, kept while the line changes."""

    def __init__(self, game: Game[S, M, Any], root: S) -> None:
        self._game = game
        self._path: tuple[M, ...] = ()
        self._states = [root]

    def at(self, path: tuple[M, ...]) -> S:
        """Return the state that the moves of a path lead to."""
        same = len(path)
        while self._path[:same] != path[:same]:
            same -= 1
        del self._states[same + 1 :]
        for move in path[same:]:
            self._states.append(self._game.play(self._states[-1], move))
        self._path = path
        return self._states[-1]
