"""The setting of a search: a game, the plies, the convention of a course, and the evaluation of states."""

from __future__ import annotations

from operator import ge, gt

from checkers_ab._typing import TYPE_CHECKING, Generic, TypeVar
from checkers_ab.core.convention import ASSIGNMENT, OWN_ORDER, Convention, ConventionError
from checkers_ab.core.errors import OptionError, nearest
from checkers_ab.core.game import Comparable
from checkers_ab.core.search import minimax, never
from checkers_ab.core.values import OPEN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from checkers_ab.core.kit import AnyKit, Kit
    from checkers_ab.core.search import Listener, Result

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V", bound=Comparable)
T = TypeVar("T")

CUTOFFS: Mapping[str, Callable[[Any, Any], bool]] = {"ge": ge, "gt": gt, "never": never}
"""The cutoff tests, by their names in conventions."""


class Setting(Generic[S, M, V]):
    """All that a search depends on but the state. It never changes; `Setting(kit)` is the usual one of a game."""

    __slots__ = ("convention", "cutoff", "depth", "evaluate", "evaluation", "game", "kit")

    def __init__(
        self,
        kit: Kit[S, M, V],
        depth: int | None = None,
        convention: str | Convention = ASSIGNMENT,
        evaluation: str | Callable[[S], V] | None = None,
    ) -> None:
        """Raises OptionError for an unknown name, ConventionError for an unknown order, ValueError for no depth."""
        if depth is not None and depth < 1:
            raise ValueError(f"a search looks at least one ply ahead, found depth={depth}")
        if evaluation is None:
            evaluation = next(iter(kit.evaluations))
        self.kit = kit
        self.depth = kit.depth if depth is None else depth
        """The plies that are searched; None: to the end of the game."""
        self.convention = _named(kit.conventions, convention, "convention")
        self.evaluate = _named(kit.evaluations, evaluation, "evaluation")
        self.evaluation = next((name for name, known in kit.evaluations.items() if known is self.evaluate), "")
        """The name of the evaluation; empty if the game does not know it."""
        self.cutoff = CUTOFFS[self.convention.cut]
        self.game = _ordered(kit, self.convention.order)  # last: from now on nothing can be set
        """The rules, with the moves in the order of the convention. Its states may be wrapped (see `search`)."""

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "game"):
            raise AttributeError(f"a setting never changes: make a new one with another {name}")
        super().__setattr__(name, value)

    def search(self, state: S, observer: Listener[M, V] | None = None) -> Result[M, V]:
        """Return the value of a state and the best line; the move is None if the game is over."""
        game: Any = self.game
        evaluate: Callable[[Any], V] = self.evaluate
        wrapped: Any = state
        if game is not self.kit.game:
            wrapped = game.wrap(state)
            evaluate = _unwrapping(self.evaluate, game.unwrap)
        return minimax(game, wrapped, self.depth, evaluate=evaluate, window=OPEN, cutoff=self.cutoff, observer=observer)


AnySetting = Setting["Any", "Any", "Any"]
"""The setting of a search of any game."""


def _unwrapping(evaluate: Callable[[S], V], unwrap: Callable[[Any], S]) -> Callable[[Any], V]:
    return lambda wrapped: evaluate(unwrap(wrapped))


def _named(known: Mapping[str, T], choice: str | T, what: str) -> T:
    if not isinstance(choice, str):
        return choice
    if choice not in known:
        raise OptionError(f"unknown {what} {choice!r}; {nearest(choice, known)}")
    return known[choice]


def _ordered(kit: AnyKit, order: str) -> Any:
    if order == OWN_ORDER:
        return kit.game
    if order not in kit.move_orders:
        orders = " or ".join(map(repr, (OWN_ORDER, *kit.move_orders)))
        raise ConventionError(f"order must be {orders}, found {order!r}")
    return kit.move_orders[order]()
