"""A node of a search while its trace is replayed, its moves, and its window: how it opens, narrows and closes.

`Window` is right, and so is the slip `hard`, a fail-hard search; the other slips are what some programs do instead.
With the cut at alpha >= beta a fail-hard search differs from a fail-soft one only in the window that it prints at a cut
(`shown_hard`): a value beyond the window closes the node in both. With the strict cut the trees differ too, and `hard`
replays that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from checkers_ab.core.game import Side
from checkers_ab.core.mistake import Model
from checkers_ab.core.steps import Ends
from checkers_ab.core.values import INF
from checkers_ab.logs.events import Back, Entered, Pruned, Tried
from checkers_ab.logs.text import agrees

AnyModel = Model[Any, Any]
Cutoff = Callable[[Any, Any], bool]
Setters = tuple[Tried | None, Tried | None]
"""The lines of the moves that set alpha and beta."""


class Window:
    """The window of a node, and the best value that it has seen."""

    closed = False
    best: Any = None
    inner = False
    """True if the value that came back last is that of a search below, not of a state."""

    def __init__(self, alpha: Any, beta: Any, cutoff: Cutoff, by: Setters = (None, None)) -> None:
        self.alpha = alpha
        self.beta = beta
        self.cutoff = cutoff
        self.by = by
        """The lines that set the window, at this node or above."""

    def below(self) -> Window:
        """The window with which a child begins."""
        return Window(self.alpha, self.beta, self.cutoff, self.by)

    def take(self, value: Any, maximizing: bool, by: Tried | None, inner: bool = False) -> None:
        """A child came back with `value`: narrow, and close if the cutoff says so."""
        self.inner = inner
        if maximizing:
            if self.best is None or value > self.best:
                self.best = value
            if value > self.alpha:
                self.alpha, self.by = value, (by, self.by[1])
        else:
            if self.best is None or value < self.best:
                self.best = value
            if value < self.beta:
                self.beta, self.by = value, (self.by[0], by)
        self.closed = self.cutoff(self.alpha, self.beta)  # a root that is searched on hands down a closed window

    def worth(self) -> Any:
        """The value that the node returns; None if it has seen nothing."""
        return self.best

    def shown(self) -> Ends:
        """The window that is printed, at a cut or before."""
        return self.alpha, self.beta

    def set_by(self) -> Setters:
        """The lines that set the window that is printed."""
        return self.by

    def value(self, maximizing: bool) -> Any:
        """The value that is printed: the best so far, and at first the worst."""
        if self.best is None:
            return -INF if maximizing else INF
        return self.best

    def shown_hard(self, maximizing: bool) -> Ends:
        """The same for a fail-hard search, in which a search below returns nothing beyond the end that it meets."""
        if not self.inner:
            return self.alpha, self.beta
        end = self.beta if maximizing else self.alpha
        return end, end

    def believe(self, alpha: Any, beta: Any, maximizing: bool) -> bool:
        """Take the window that a pruning line prints; False if the line leaves the end out that is the node's value."""
        best = alpha if maximizing else beta
        if best is None:
            return False
        self.alpha = self.alpha if alpha is None else alpha
        self.beta = self.beta if beta is None else beta
        self.best, self.closed = best, True
        return True


class SlippedWindow(Window):
    """A window with slips: each changes what the ones before it have made of the window."""

    maximizing = True
    prior_by: Setters = None, None

    def __init__(self, slips: Slips, alpha: Any, beta: Any, cutoff: Cutoff, by: Setters | None = None) -> None:
        super().__init__(alpha, beta, cutoff, by or (None, None))
        self.slips = slips
        self.is_root = by is None
        """True if nothing is handed down to this window."""
        self.entry = self.prior = alpha, beta
        """The window with which the node began, and the one before the last value was taken in."""

    def below(self) -> Window:
        opening: Opening = self.alpha, self.beta, self.by
        for change in self.slips.opening:
            opening = change(self, opening)
        alpha, beta, by = opening
        return SlippedWindow(self.slips, alpha, beta, self.cutoff, by)

    def take(self, value: Any, maximizing: bool, by: Tried | None, inner: bool = False) -> None:
        self.prior, self.prior_by, self.maximizing = (self.alpha, self.beta), self.by, maximizing
        super().take(value, maximizing, by, inner)
        for change in self.slips.narrowing:
            change(self)

    def worth(self) -> Any:
        if self.best is None or not self.slips.hard:
            return self.best
        floor, roof = self.entry
        return min(max(self.best, floor), roof)

    def value(self, maximizing: bool) -> Any:
        if self.slips.bound:
            return self.alpha if maximizing else self.beta
        return super().value(maximizing)

    def set_by(self) -> Setters:
        return self.by if self.best is None or self.shown() != self.prior else self.prior_by

    def shown(self) -> Ends:
        return self._changed(super().shown())

    def shown_hard(self, maximizing: bool) -> Ends:
        return self._changed(super().shown_hard(maximizing))

    def _changed(self, ends: Ends) -> Ends:
        for change in self.slips.showing:
            ends = change(self, ends)
        return ends


Opening = tuple[Any, Any, Setters | None]
"""The window of a child, and the lines that set it; None for those if nothing is handed down."""

FRESH = -INF, INF, None


def _bound_of_parent(window: SlippedWindow, _: Opening) -> Opening:
    if window.best is None:
        return FRESH
    return (window.best, INF, window.by) if window.maximizing else (-INF, window.best, window.by)


OPENING: Mapping[str, Callable[[SlippedWindow, Opening], Opening]] = {
    # Every node begins with everything open.
    "fresh": lambda _, opening: FRESH,
    # Alpha, or beta, is not handed down.
    "alpha-kept": lambda window, opening: (-INF, opening[1], window.by),
    "beta-kept": lambda window, opening: (opening[0], INF, window.by),
    # A child begins with the bound that its parent itself has found, and not with those from above.
    "parent-only": _bound_of_parent,
    # The root takes the values in, and may be cut, but each first move begins with everything open.
    "first-moves-fresh": lambda window, opening: (-INF, INF, window.by) if window.is_root else opening,
    # A child's window is turned round, as in negamax, though its value is not.
    "negamax": lambda window, _: (-window.beta, -window.alpha, window.by),
}
"""The window of a child with a slip, given the window of the node and that of the child without it."""


def _stay_open(window: SlippedWindow) -> None:
    if window.is_root:
        window.alpha, window.beta, window.closed = -INF, INF, False


def _look_before(window: SlippedWindow) -> None:
    window.closed = window.cutoff(*window.prior)


def _lower_alpha(window: SlippedWindow) -> None:
    alpha, beta = window.prior
    best, window.beta, window.inner = window.best, beta, False
    if window.maximizing:
        window.alpha, window.closed = max(alpha, best), window.cutoff(best, beta)
    else:
        window.alpha, window.closed = min(alpha, best), window.cutoff(alpha, best)


def _lower_alpha_first(window: SlippedWindow) -> None:
    if not window.maximizing:
        _lower_alpha(window)
        window.closed = window.cutoff(window.alpha, window.beta)


NARROWING: Mapping[str, Callable[[SlippedWindow], None]] = {
    # The root's window stays open, so that each first move begins with everything open.
    "root-fresh": _stay_open,
    # The window is looked at before the value that came back is taken in, so the cut comes a move late.
    "stale": _look_before,
    # Nodes of MIN lower alpha instead of beta; a value beyond the other end cuts before it is taken in.
    "alpha-lowered": _lower_alpha,
    # Nodes of MIN lower alpha instead of beta, and look at the window only then.
    "alpha-lowered-first": _lower_alpha_first,
}
"""The changes of a window by a slip after a value was taken in."""

SHOWING: Mapping[str, Callable[[SlippedWindow, Ends], Ends]] = {
    # The window is printed as it was before the update that closed it, or before any update.
    **dict.fromkeys(("before", "stale", "alpha-lowered"), lambda window, ends: window.prior if window.closed else ends),
    "before-all": lambda window, _: window.prior,
    # The window is printed with which the node began.
    "entry": lambda window, _: window.entry,
    # Alpha and beta are printed in each other's place.
    "swapped": lambda _, ends: (ends[1], ends[0]),
    # Alpha is printed for beta, too.
    "alpha-twice": lambda _, ends: (ends[0], ends[0]),
}
"""The window that is printed with a slip, given the one without it."""


class Slips(NamedTuple):
    """What some slips change, in their order."""

    opening: tuple[Callable[[SlippedWindow, Opening], Opening], ...]
    narrowing: tuple[Callable[[SlippedWindow], None], ...]
    showing: tuple[Callable[[SlippedWindow, Ends], Ends], ...]
    hard: bool
    """True if what a node returns lies within the window it began with."""
    bound: bool
    """True if a node has no value of its own: its end of the window is printed and returned."""


@cache
def find_slips(names: tuple[str, ...]) -> Slips:
    """The slips with these names (see `core.mistake.Model.window`); of a name that is repeated the last one counts."""
    order = [*dict.fromkeys(reversed(names))][::-1]
    return Slips(
        tuple(OPENING[name] for name in order if name in OPENING),
        tuple(NARROWING[name] for name in order if name in NARROWING),
        tuple(SHOWING[name] for name in order if name in SHOWING),
        hard="bound" in order or "hard" in order,
        bound="bound" in order,
    )


def root_window(slips: tuple[str, ...], cutoff: Cutoff) -> Window:
    """The window with which a search begins."""
    return SlippedWindow(find_slips(slips), -INF, INF, cutoff) if slips else Window(-INF, INF, cutoff)


class OpenNode:
    """A state whose moves a trace is going through: what is left, and what a fault has left unknown."""

    # What is so at most nodes stands here once: a replay makes many.
    claimed: Any = None
    """An h that stood where none belongs: the trace may end here."""
    unended: tuple[Tried, Any, Any, Any] | None = None
    """The last line, with its move, state and value, if it ended the game and has given no h for it yet."""
    pruned = False
    owes = False
    """A move has come back, and the log has not shown the node since."""
    repeated = False
    """A move was repeated here."""
    missed = False
    """A cut was missed here."""
    lenient = False
    """A cut was missed above: windows mean nothing here."""
    unsure = False
    """A value is unknown after a fault, and so are the windows after it."""
    gap = False
    """A line could not be placed; moves that seem missing may be that line's."""

    def __init__(
        self, state: Any, side: Side, left: set[Any], window: Window, parent: OpenNode | None, opened_by: Tried | None
    ) -> None:
        self.state = state
        self.side = side
        self.maximizing = side is Side.MAX
        self.left = left
        """The legal moves that have been neither searched nor pruned."""
        self.window = window
        self.parent = parent
        self.opened_by = opened_by
        self.ply = 1
        if parent is not None:
            self.ply = parent.ply + 1
            if parent.lenient or parent.missed:
                self.lenient = True
            if parent.unsure:
                self.unsure = True

    def path(self) -> tuple[Tried, ...]:
        """The lines that lead here, from the root."""
        return tuple(node.opened_by for node in [*self.up()][::-1] if node.opened_by)

    def up(self) -> Iterator[OpenNode]:
        """The node and those above it, up to the root."""
        node: OpenNode | None = self
        while node is not None:
            yield node
            node = node.parent

    def untouched(self) -> bool:
        """True while no move has been searched or pruned here."""
        return self.window.best is None and not self.pruned


def legal_moves(model: AnyModel, state: Any) -> list[Any]:
    """The legal moves of a state, as the program's rules list them; none if the game is over."""
    return [] if model.game.utility(state) is not None else list(model.game.moves(state))


def learn_moves(model: AnyModel, moves: Iterable[Any]) -> set[Any]:
    """The moves as a set; those that are new are put down by how they are written."""
    found = set(moves)
    if not found <= model.known:
        for move in found - model.known:
            model.table[model.key(move)] = move
        model.known.update(found)
    return found


def find_move(model: AnyModel, moves: Collection[Any], key: Hashable) -> Any:
    """The one of some moves, all of them learned, that is written so; None if none is."""
    move = model.table.get(key)
    if move is not None and move in moves:
        return move
    if model.find is not None:
        return model.find(model, moves, key)
    return None if move is None else next((other for other in moves if model.key(other) == key), None)


def printed_value(model: AnyModel, value: Any, window: tuple[Any, Any], maximizing: bool) -> Any:
    """The number that a program prints for the value of a leaf, but for its sign; None if it prints none.

    The window is that of the node above, before the value is taken in.
    """
    if model.h == "nothing":
        return None
    if model.h == "bound":
        value = max(window[0], value) if maximizing else min(window[1], value)
    return model.shown(value) if model.shown else value


def shows(model: AnyModel, read: Any, value: Any) -> bool:
    """True if a number that is read is the one that a program prints for a value, or is left out."""
    if read is None or (read == value and not model.shown):
        return True
    return agrees(read, model.shown(value) if model.shown else value)


def shows_window(model: AnyModel, line: Pruned | Entered | Back, window: tuple[Any, Any]) -> bool:
    """True if a line has the window that a program prints there; ends may be left out."""
    if line.alpha == window[0] and line.beta == window[1] and not model.shown:
        return True  # most of them are right
    return shows(model, line.alpha, window[0]) and shows(model, line.beta, window[1])
