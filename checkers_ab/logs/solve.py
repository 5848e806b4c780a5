"""Searching a state as a convention has it, and writing the trace."""

from __future__ import annotations

from operator import ge, gt

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.core.convention import ASSIGNMENT, OWN_ORDER, ConventionError
from checkers_ab.core.search import minimax
from checkers_ab.core.values import OPEN
from checkers_ab.logs.lines import TraceWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from checkers_ab.core.case import Case
    from checkers_ab.core.convention import Convention
    from checkers_ab.core.kit import Kit
    from checkers_ab.core.search import Listener, Result

    AnyKit = Kit[Any, Any, Any]
    Evaluation = Callable[[Any], Any]
    Write = Callable[[str], object]


def solve(
    kit: AnyKit,
    state: Any,
    *,
    depth: int | None = None,
    convention: Convention = ASSIGNMENT,
    evaluate: Evaluation | None = None,
    observer: Listener[Any, Any] | None = None,
) -> Result[Any, Any]:
    """The value of a state and the best line; the move is None if the game is over.

    Without a depth or an evaluation those that are usual for the game are meant.
    """
    plies = kit.depth if depth is None else depth
    if plies is not None and plies < 1:
        raise ValueError(f"a search looks at least one ply ahead, found depth={plies}")
    cutoff = ge if convention.cut == "ge" else gt
    valued = evaluate or next(iter(kit.evaluations.values()))
    if convention.order == OWN_ORDER:
        return minimax(kit.game, state, plies, evaluate=valued, window=OPEN, cutoff=cutoff, observer=observer)
    if convention.order not in kit.move_orders:
        orders = " or ".join(map(repr, (OWN_ORDER, *kit.move_orders)))
        raise ConventionError(f"order must be {orders}, found {convention.order!r}")
    game = kit.move_orders[convention.order]()
    return minimax(
        game,
        game.wrap(state),
        plies,
        evaluate=lambda wrapped: valued(game.unwrap(wrapped)),
        window=OPEN,
        cutoff=cutoff,
        observer=observer,
    )


def write_trace(
    kit: AnyKit,
    state: Any,
    write: Write,
    *,
    depth: int | None = None,
    convention: Convention = ASSIGNMENT,
    evaluate: Evaluation | None = None,
) -> Result[Any, Any]:
    """Solves a state and hands its trace to `write` as the search goes, a line with its end at each call."""
    writer = TraceWriter(write, kit, convention)
    result = solve(kit, state, depth=depth, convention=convention, evaluate=evaluate, observer=writer)
    writer.first_move(result.move)
    return result


def format_trace(
    kit: AnyKit,
    state: Any,
    *,
    depth: int | None = None,
    convention: Convention = ASSIGNMENT,
    evaluate: Evaluation | None = None,
) -> str:
    """The whole trace of a state as one text."""
    lines: list[str] = []
    write_trace(kit, state, lines.append, depth=depth, convention=convention, evaluate=evaluate)
    return "".join(lines)


def write_traces(
    cases: Sequence[Case[Any]],
    write: Write,
    trace_one: Callable[[Case[Any], Write], object],
    *,
    labelled: bool | None = None,
) -> None:
    """The traces of some states one below the other, each under its label unless it is a lone state without one."""
    if labelled is None:
        labelled = has_labels(cases)
    for place, case in enumerate(cases):
        if labelled:
            write(f"\n{case.label}\n" if place else f"{case.label}\n")
        trace_one(case, write)


def has_labels(cases: Sequence[Case[Any]]) -> bool:
    """True if the traces of a whole file stand under labels."""
    return len(cases) > 1 or cases[0].headed


def why_unfit(kit: AnyKit, cases: Sequence[Case[Any]]) -> str:
    """The first of some states that is none for a trace, and why; empty if all are."""
    for case in cases:
        if reason := kit.why_unfit(case.state):
            return f"{case.label}: {reason}"
    return ""
