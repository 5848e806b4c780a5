"""Writing the traces of states."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING
from checkers_ab.logs.lines import TraceWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from checkers_ab.core.case import Case
    from checkers_ab.core.kit import AnyKit
    from checkers_ab.core.search import Listener, Result
    from checkers_ab.core.setting import AnySetting

    Write = Callable[[str], object]


def write_trace(
    setting: AnySetting, state: Any, write: Write, observer: Listener[Any, Any] | None = None
) -> Result[Any, Any]:
    """Solve a state and write its trace as the search goes, a line with its end at each call of `write`.

    `observer` hears the search, too.
    """
    writer = TraceWriter(write, setting.kit, setting.convention)
    if observer is None:
        result = setting.search(state, writer)
    else:
        from checkers_ab.core.observe import Tee

        result = setting.search(state, Tee(writer, observer))
    writer.first_move(result.move)
    return result


def format_trace(setting: AnySetting, state: Any) -> str:
    """The whole trace of a state as one text."""
    lines: list[str] = []
    write_trace(setting, state, lines.append)
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
