"""A log: a way in which a search is written down, and how such a text is read again. The registry of logs.

A log is built in, from an installed package (entry points), or from a file named by its path.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, ClassVar, TextIO

from checkers_ab.core.errors import OptionError, nearest
from checkers_ab.core.mistake import Mistake, Model
from checkers_ab.core.plugins import call, load_file
from checkers_ab.core.search import Listener, Result
from checkers_ab.core.setting import AnySetting
from checkers_ab.core.steps import Hear, Step, tell_search
from checkers_ab.core.text import printable
from checkers_ab.logs.events import Event

Write = Callable[[str], object]


class Log:
    """A way of writing a search down. Override what differs."""

    name: ClassVar[str]
    """As in `--log`."""
    noun: ClassVar[str]
    """What sentences call such a text: "This is exactly the `noun` of a program that ..."."""
    shows: ClassVar[frozenset[str]]
    """What the log shows, of `moves`, `values`, `windows`, `cuts`, `backs` and `answer`."""
    follows: ClassVar[bool] = False
    """True if it names every move that is searched: it is judged in its own order of moves then. Another is compared
    with what each program would write, in the order of the convention."""
    kinds: ClassVar[Mapping[str, str]] = {"different-row": "a row that the program would not have written"}
    """The kinds of findings that not all logs have, each with a few words: here those of a log that is compared."""

    def writer(self, setting: AnySetting, write: Write, name: Callable[[Any], str] | None = None) -> Hear:
        """Return what hears the steps of one search and writes them. `name` writes a move, if not as the game does."""
        raise NotImplementedError

    def write_search(
        self, setting: AnySetting, state: Any, write: Write, observer: Listener[Any, Any] | None = None
    ) -> Result[Any, Any]:
        """Search a state and write the log, as far as it is known at each step. `observer` hears the search, too."""
        return tell_search(setting, state, self.writer(setting, write), observer)

    def read(self, stream: TextIO, setting: AnySetting) -> Iterator[Event]:
        """Yield the events of a text, of one case or of several under headings."""
        raise NotImplementedError

    def row(self, step: Step, key: Callable[[Any], Any]) -> tuple[Any, ...] | None:
        """Return what a step leaves in a log that is compared, as `Row.shown` has it; None for nothing."""
        raise NotImplementedError

    def programs(self, right: Iterable[Model[Any, Any]], setting: AnySetting) -> tuple[Model[Any, Any], ...]:
        """Return the right programs, as this log shows them."""
        lists, answers = ("rest" if "cuts" in self.shows else "none"), "answer" in self.shows
        return tuple(replace(model, lists=lists, prints_answer=answers) for model in right)

    def slips(self, setting: AnySetting) -> Sequence[Mistake]:
        """Return the mistakes of writing that only this log can have."""
        return ()


LOGS = ("trace", "table", "leaves")
"""The logs that are built in; the module of each has it under its name in capitals."""
SHOWN = ("moves", "values", "windows", "cuts", "backs", "answer")
"""The words of `Log.shows`."""
found_elsewhere: dict[str, None] = {}
"""The logs found so far that are not built in, by the names given."""
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
        built_in: Log = getattr(import_module(f"checkers_ab.logs.{log}"), log.upper())
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
        raise OptionError(f"{where}: expected a Log, found {'nothing' if found is None else type(found).__name__}")
    for method in ("writer", "read") if found.follows else ("writer", "read", "row"):
        if getattr(type(found), method) is getattr(Log, method):
            raise OptionError(f"{where}: expected a method {method}, found none")
    for word in found.shows:
        if word not in SHOWN:
            raise OptionError(f"{where}: shows: unknown word {word!r}; {nearest(word, SHOWN)}")
    found_elsewhere[log] = None
    return found


def _entry_points() -> Mapping[str, Any]:
    """Return the logs of installed packages; the first of equal names counts."""
    from importlib.metadata import entry_points

    points: dict[str, Any] = {}
    for point in entry_points(group=GROUP):
        points.setdefault(point.name, point)
    return points
