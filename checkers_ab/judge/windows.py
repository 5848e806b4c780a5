"""The window of a node while its trace is replayed: how it opens, narrows, closes, and what the node returns.

`Window` is right, and so is the slip `hard`, a fail-hard search; the other slips are what some programs do instead.
With the cut at alpha >= beta a fail-hard search differs from a fail-soft one only in the window that it prints at a cut
(`shown_hard`): a value beyond the window closes the node in both. With the strict cut the trees differ too, and `hard`
replays that. Slips are classes that are put in front of `Window`, so that they combine.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from checkers_ab.core.values import INF
from checkers_ab.logs.events import Tried

Cutoff = Callable[[Any, Any], bool]


class Window:
    """The window of a node, and the best value that it has seen."""

    closed = False
    best: Any = None
    inner = False
    """True if the value that came back last is that of a search below, not of a state."""
    alpha_set: Tried | None = None
    """The line of a move at this node that raised alpha."""
    beta_set: Tried | None = None

    def __init__(self, alpha: Any, beta: Any, cutoff: Cutoff, above: Window | None = None) -> None:
        self.alpha = alpha
        self.beta = beta
        self.cutoff = cutoff
        self.above = above

    def below(self) -> Window:
        """The window with which a child begins."""
        return type(self)(self.alpha, self.beta, self.cutoff, self)

    @property
    def alpha_by(self) -> Tried | None:
        """The line whose move set this end of the window, here or above."""
        return self.alpha_set or (self.above.alpha_by if self.above else None)

    @property
    def beta_by(self) -> Tried | None:
        return self.beta_set or (self.above.beta_by if self.above else None)

    def take(self, value: Any, maximizing: bool, by: Tried | None, inner: bool = False) -> None:
        """A child came back with `value`: narrow, and close if the cutoff says so."""
        self.inner = inner
        if maximizing:
            if self.best is None or value > self.best:
                self.best = value
            if value > self.alpha:
                self.alpha, self.alpha_set = value, by
        else:
            if self.best is None or value < self.best:
                self.best = value
            if value < self.beta:
                self.beta, self.beta_set = value, by
        self.closed = self.cutoff(self.alpha, self.beta)  # a root that is searched on hands down a closed window

    def worth(self) -> Any:
        """The value that the node returns; None if it has seen nothing."""
        return self.best

    def shown(self) -> tuple[Any, Any]:
        """The window that a pruning line prints."""
        return self.alpha, self.beta

    def shown_hard(self, maximizing: bool) -> tuple[Any, Any]:
        """The same for a fail-hard search, in which a search below returns nothing beyond the end that it meets."""
        if not self.inner:
            return self.alpha, self.beta
        end = self.beta if maximizing else self.alpha
        return end, end


class _Hard(Window):
    """A fail-hard node: what it returns lies within the window it began with."""

    def __init__(self, alpha: Any, beta: Any, cutoff: Cutoff, above: Window | None = None) -> None:
        super().__init__(alpha, beta, cutoff, above)
        self.floor, self.roof = alpha, beta

    def worth(self) -> Any:
        return None if self.best is None else min(max(self.best, self.floor), self.roof)


class _Fresh(Window):
    """Every node begins with everything open."""

    def below(self) -> Window:
        return type(self)(-INF, INF, self.cutoff)


class _AlphaKept(Window):
    """Alpha is not handed down."""

    def below(self) -> Window:
        return type(self)(-INF, super().below().beta, self.cutoff, self)


class _BetaKept(Window):
    """Beta is not handed down."""

    def below(self) -> Window:
        return type(self)(super().below().alpha, INF, self.cutoff, self)


class _ParentOnly(Window):
    """A child begins with the bound that its parent itself has found, and not with those from above."""

    maximizing = True

    def take(self, value: Any, maximizing: bool, by: Tried | None, inner: bool = False) -> None:
        self.maximizing = maximizing
        super().take(value, maximizing, by, inner)

    def below(self) -> Window:
        if self.best is None:
            return type(self)(-INF, INF, self.cutoff)
        low, high = (self.best, INF) if self.maximizing else (-INF, self.best)
        return type(self)(low, high, self.cutoff, self)


class _RootFresh(Window):
    """The root's window stays open, so that each first move begins with everything open."""

    def take(self, value: Any, maximizing: bool, by: Tried | None, inner: bool = False) -> None:
        super().take(value, maximizing, by, inner)
        if self.above is None:
            self.alpha, self.beta, self.closed = -INF, INF, False


class _FirstMovesFresh(Window):
    """The root takes the values in, and may be cut, but each first move begins with everything open."""

    def below(self) -> Window:
        return super().below() if self.above else type(self)(-INF, INF, self.cutoff, self)


class _ShownBefore(Window):
    """The window is printed as it was before the update that closed it."""

    prior: tuple[Any, Any]

    def take(self, value: Any, maximizing: bool, by: Tried | None, inner: bool = False) -> None:
        self.prior = (self.alpha, self.beta)
        super().take(value, maximizing, by, inner)

    def shown(self) -> tuple[Any, Any]:
        return self.prior

    def shown_hard(self, maximizing: bool) -> tuple[Any, Any]:
        return self.prior


class _Stale(_ShownBefore):
    """The window is looked at before the value that came back is taken in, so the cut comes a move late."""

    def take(self, value: Any, maximizing: bool, by: Tried | None, inner: bool = False) -> None:
        super().take(value, maximizing, by, inner)
        self.closed = self.cutoff(*self.prior)


class _ShownAtEntry(Window):
    """The window is printed with which the node began."""

    def __init__(self, alpha: Any, beta: Any, cutoff: Cutoff, above: Window | None = None) -> None:
        super().__init__(alpha, beta, cutoff, above)
        self.entry = (alpha, beta)

    def shown(self) -> tuple[Any, Any]:
        return self.entry

    def shown_hard(self, maximizing: bool) -> tuple[Any, Any]:
        return self.entry


class _ShownSwapped(Window):
    """Alpha and beta are printed in each other's place."""

    def shown(self) -> tuple[Any, Any]:
        alpha, beta = super().shown()
        return beta, alpha

    def shown_hard(self, maximizing: bool) -> tuple[Any, Any]:
        if not self.inner:
            return self.shown()
        alpha, beta = super().shown_hard(maximizing)
        return beta, alpha


class _AlphaTwice(Window):
    """Alpha is printed for beta, too."""

    def shown(self) -> tuple[Any, Any]:
        alpha, _ = super().shown()
        return alpha, alpha

    def shown_hard(self, maximizing: bool) -> tuple[Any, Any]:
        alpha, _ = super().shown_hard(maximizing)
        return alpha, alpha


class _AlphaLowered(_ShownBefore):
    """Nodes of MIN lower alpha instead of beta; a value beyond the other end cuts before it is taken in."""

    def take(self, value: Any, maximizing: bool, by: Tried | None, inner: bool = False) -> None:
        self.prior = (self.alpha, self.beta)
        if maximizing:
            self.best = value if self.best is None else max(self.best, value)
            self.closed = self.cutoff(self.best, self.beta)
            self.alpha = max(self.alpha, self.best)
        else:
            self.best = value if self.best is None else min(self.best, value)
            self.closed = self.cutoff(self.alpha, self.best)
            self.alpha = min(self.alpha, self.best)


class _AlphaLoweredFirst(Window):
    """Nodes of MIN lower alpha instead of beta, and look at the window only then."""

    def take(self, value: Any, maximizing: bool, by: Tried | None, inner: bool = False) -> None:
        if maximizing:
            super().take(value, maximizing, by, inner)
            return
        self.best = value if self.best is None else min(self.best, value)
        self.alpha = min(self.alpha, self.best)
        self.closed = self.cutoff(self.alpha, self.beta)


class _Negamax(Window):
    """A child's window is turned round, as in negamax, though its value is not."""

    def below(self) -> Window:
        return type(self)(-self.beta, -self.alpha, self.cutoff, self)


SLIPS: dict[str, type[Window]] = {
    "hard": _Hard,
    "fresh": _Fresh,
    "alpha-kept": _AlphaKept,
    "beta-kept": _BetaKept,
    "parent-only": _ParentOnly,
    "root-fresh": _RootFresh,
    "first-moves-fresh": _FirstMovesFresh,
    "before": _ShownBefore,
    "stale": _Stale,
    "entry": _ShownAtEntry,
    "swapped": _ShownSwapped,
    "alpha-twice": _AlphaTwice,
    "alpha-lowered": _AlphaLowered,
    "alpha-lowered-first": _AlphaLoweredFirst,
    "negamax": _Negamax,
}
"""By the names that a `Model` has for them."""


@cache
def window_type(slips: tuple[str, ...]) -> type[Window]:
    """The window with these slips, the last one in front."""
    chosen = [SLIPS[name] for name in dict.fromkeys(reversed(slips))]
    bases = [slip for slip in chosen if not any(slip is not other and issubclass(other, slip) for other in chosen)]
    return type("Window", (*bases, Window), {}) if bases else Window
