"""The window of a node while its trace is replayed: how it opens, narrows, closes, and what the node returns.

`Window` and `HardWindow` are right; the others are what some programs do instead. With the cut at alpha >= beta a
fail-hard search differs from a fail-soft one only in the window that it prints at a cut (`shown_hard`): a value beyond
the window closes the node in both. With the strict cut the trees differ too, and `HardWindow` replays that.
"""

from __future__ import annotations

from collections.abc import Callable

from checkers_ab.checkers.rules import INF, Value
from checkers_ab.trace.reader import Tried

Cutoff = Callable[[Value, Value], bool]


class Window:
    """The window of a node, and the best value that it has seen."""

    __slots__ = (
        "alpha",
        "alpha_by",
        "best",
        "beta",
        "beta_by",
        "closed",
        "cutoff",
        "floor",
        "inner",
        "latest",
        "prior",
        "roof",
    )

    def __init__(self, alpha: Value, beta: Value, cutoff: Cutoff) -> None:
        self.alpha = self.floor = alpha
        self.beta = self.roof = beta
        self.cutoff = cutoff
        self.closed = False
        self.best: Value | None = None
        self.latest: Value = alpha
        """The value that came back last, whether from a search below, and the window before it did."""
        self.inner = False
        self.prior = (alpha, beta)
        self.alpha_by: Tried | None = None
        """The line whose move set this end of the window."""
        self.beta_by: Tried | None = None

    def below(self) -> Window:
        """The window with which a child begins."""
        child = type(self)(self.alpha, self.beta, self.cutoff)
        child.alpha_by, child.beta_by = self.alpha_by, self.beta_by
        return child

    def take(self, value: Value, maximizing: bool, by: Tried | None, inner: bool = False) -> None:
        """A child came back with `value`: narrow, and close if the cutoff says so."""
        self.latest = value
        self.inner = inner
        self.prior = (self.alpha, self.beta)
        if maximizing:
            if self.best is None or value > self.best:
                self.best = value
            if value > self.alpha:
                self.alpha, self.alpha_by = value, by
        else:
            if self.best is None or value < self.best:
                self.best = value
            if value < self.beta:
                self.beta, self.beta_by = value, by
        self.closed = self.cutoff(self.alpha, self.beta)

    def worth(self) -> Value | None:
        """What the node returns; None if it has seen nothing."""
        return self.best

    def shown(self) -> tuple[Value, Value]:
        """The window that a pruning line prints."""
        return self.alpha, self.beta

    def shown_hard(self, maximizing: bool) -> tuple[Value, Value]:
        """The same, if a fail-hard search below returned nothing outside the window."""
        if not self.inner:
            return self.shown()
        alpha, beta = self.prior
        value = min(max(self.latest, alpha), beta)
        return (max(alpha, value), beta) if maximizing else (alpha, min(beta, value))


class HardWindow(Window):
    """A fail-hard node: what it returns lies within the window it began with."""

    __slots__ = ()

    def worth(self) -> Value | None:
        return None if self.best is None else min(max(self.best, self.floor), self.roof)


class FreshWindow(Window):
    """Every node begins with everything open."""

    __slots__ = ()

    def below(self) -> Window:
        return type(self)(-INF, INF, self.cutoff)


class ShownBefore(Window):
    """The window is printed as it was before the update that closed it."""

    __slots__ = ()

    def shown(self) -> tuple[Value, Value]:
        return self.prior

    def shown_hard(self, maximizing: bool) -> tuple[Value, Value]:
        return self.prior


class AlphaLowered(Window):
    """Nodes of MIN lower alpha instead of beta; a value beyond the other end cuts before it is taken in."""

    __slots__ = ()

    def take(self, value: Value, maximizing: bool, by: Tried | None, inner: bool = False) -> None:
        self.prior = (self.alpha, self.beta)
        if maximizing:
            self.best = value if self.best is None else max(self.best, value)
            self.closed = self.cutoff(self.best, self.beta)
            self.alpha = max(self.alpha, self.best)
        else:
            self.best = value if self.best is None else min(self.best, value)
            self.closed = self.cutoff(self.alpha, self.best)
            self.alpha = min(self.alpha, self.best)

    def shown(self) -> tuple[Value, Value]:
        return self.prior

    def shown_hard(self, maximizing: bool) -> tuple[Value, Value]:
        return self.prior
