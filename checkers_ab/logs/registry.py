"""The registry of logs: built in, from an installed package (entry points), or from a file named by its path."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from checkers_ab.core.errors import OptionError, nearest
from checkers_ab.core.plugins import call, load_file
from checkers_ab.core.text import printable
from checkers_ab.logs.base import Log

LOGS = {
    "trace": "checkers_ab.logs.trace:TRACE",
    "table": "checkers_ab.logs.table:TABLE",
    "leaves": "checkers_ab.logs.leaves:LEAVES",
}
GROUP = "checkers_ab.logs"
"""The entry point group for logs of installed packages; each names a Log, as `LOG` does in a file."""


def log_names() -> list[str]:
    """Return the names of all logs: those built in, then those of installed packages."""
    return [*LOGS, *sorted(set(_entry_points()) - {*LOGS})]


def find_log(log: str | Log) -> Log:
    """Return a log by its name or its file, loaded when first asked for; raise OptionError if there is none."""
    if isinstance(log, Log):
        return log
    if log in LOGS:
        module, _, name = LOGS[log].partition(":")
        built_in: Log = getattr(import_module(module), name)
        return built_in
    points = _entry_points()
    if "/" in log or os.sep in log or log.endswith(".py"):
        where, found = f"{printable(log)}: LOG", getattr(load_file(log), "LOG", None)
    elif log in points:
        where = f"{points[log].value} (entry point {log!r} of {GROUP})"
        found = call(where, points[log].load)
    else:
        raise OptionError(f"unknown log {log!r}; {nearest(log, log_names())}")
    if not isinstance(found, Log):
        raise OptionError(f"{where}: expected a Log, found {type(found).__name__}")
    return found


def _entry_points() -> Mapping[str, Any]:
    """Return the logs of installed packages; the first of equal names counts."""
    from importlib.metadata import entry_points

    points: dict[str, Any] = {}
    for point in entry_points(group=GROUP):
        points.setdefault(point.name, point)
    return points
