"""A table with a row for each node as it is reached, and another each time that one of its moves has come back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar, TextIO

from checkers_ab.core.convention import COLUMNS
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.mistake import Mistake, Model
from checkers_ab.core.setting import AnySetting
from checkers_ab.core.steps import Hear, Step
from checkers_ab.core.values import INF, OPEN
from checkers_ab.logs.base import Log, Write
from checkers_ab.logs.events import Back, Entered, Event, Key, Unreadable
from checkers_ab.logs.lines import Texts
from checkers_ab.logs.lines_reader import example_of, reader_of
from checkers_ab.logs.text import Misses, decoded, headings, read_number
from checkers_ab.logs.trace import TRACE

AnyModel = Model[Any, Any]
ROOT = "root"
_DEPTHS = {str(depth): depth for depth in range(1000)}
SIGNS = {";": "semicolons", "\t": "tabs"}
"""Signs that part cells in place of commas, and the near miss."""


WINDOW_SLIPS = ("alpha-beta-swapped", "alpha-twice", "window-at-entry")
"""The slips of the trace that a table can have, too."""
WINDOWS = 25
"""The rule about windows."""


def slip(name: str, clause: str, fix: str, change: Callable[[tuple[str, ...]], tuple[str, ...]]) -> Mistake:
    """A mistake in the windows of a table, by how it changes those of a model."""

    def variants(right: AnyModel) -> Iterable[AnyModel]:
        return (replace(right, window=change(right.window)),)

    return Mistake(name=name, part="writing", clause=clause, fix=fix, rule=WINDOWS, variants=variants)


class Table(Log):
    """`Node,Depth,Value,Alpha,Beta`: a node on the way down, a leaf, or a node again after one of its moves."""

    name = "table"
    noun = "table"
    shows = frozenset(("moves", "values", "windows", "backs"))
    follows = True
    kinds: ClassVar = {
        "wrong-value": "the value of a node or of a leaf",
        "missing-row": "a node that is not shown where it should be",
        "surplus-row": "a node that is shown once too often",
    }

    def writer(self, setting: AnySetting, write: Write, name: Callable[[Any], str] | None = None) -> Hear:
        kit, style = setting.kit, setting.convention.table
        named, before, narrow = name or kit.format_move, style.at_cut == "before", style.columns == 3
        cells = Texts(kit.format_value, style.infinity, before=",")

        def hear(step: Step) -> None:
            kind, path, _, value, alpha, beta, _, closed, opened = step
            if kind in ("cut", "answer"):
                return
            node = named(path[-1]) if path else ROOT
            if narrow:
                write(f"{node},{len(path)}{cells[value]}\n")
                return
            if closed and before:
                alpha, beta = opened
            write(f"{node},{len(path)}{cells[value]}{cells[alpha]}{cells[beta]}\n")

        if style.header:
            write(f"{style.header}\n")
        return hear

    def programs(self, right: Iterable[AnyModel], setting: AnySetting) -> tuple[AnyModel, ...]:
        shown = ("before",) if setting.convention.table.at_cut == "before" else ()
        return tuple(replace(model, window=(*model.window, *shown)) for model in super().programs(right, setting))

    def slips(self, setting: AnySetting) -> Sequence[Mistake]:
        own = [
            slip(
                "window-before-update",
                "shows the window as it was before the update",
                "Update alpha or beta first, then show both.",
                lambda window: (*window, "before-all"),
            ),
            slip(
                "value-is-the-bound",
                "has no value of its own in a node, and shows alpha or beta for it",
                "Begin each node with -inf or inf as its value, and keep it apart from alpha and beta.",
                lambda window: (*window, "bound"),
            ),
        ]
        if setting.convention.table.at_cut == "before":
            own += [
                slip(
                    "window-after-update",
                    "shows the window after the update that closed it",
                    "Where the value closes the window, return before you update alpha or beta.",
                    lambda window: tuple(name for name in window if name != "before"),
                )
            ]
        return [*(replace(one, rule=WINDOWS) for one in TRACE.slips(setting) if one.name in WINDOW_SLIPS), *own]

    def read(self, stream: TextIO, setting: AnySetting) -> Iterator[Event]:
        return _Reader(setting).read(stream)


class _ExactRows:
    """Reads rows that are written as they should be, and remembers them: what stands in one table stands in many."""

    def __init__(self, kit: AnyKit, columns: int, infinity: str) -> None:
        self._kit = kit
        self._columns = columns
        self._infinity = infinity
        self._key = reader_of(kit).key
        self.row = lru_cache(maxsize=16_384)(self._read_row)
        self.number = lru_cache(maxsize=1024)(self._read_number)

    def _read_row(self, text: str) -> tuple[Any, ...] | None:
        """Depth, move, value, window, and True for a leaf as far as is known; None for any other line."""
        name, *cells = text.rstrip("\r\n").rsplit(",", self._columns - 1)
        depth = _DEPTHS.get(cells[0]) if len(cells) == self._columns - 1 and name == name.strip() else None
        if depth is None or (name != ROOT and not depth):
            return None
        key = self._key(name) if depth else None
        numbers = [*map(self.number, cells[1:])]
        if None in numbers or (depth and key is None):
            return None
        return (depth, key, *numbers, *[None] * (5 - self._columns), True)

    def _read_number(self, text: str) -> Any:
        """A number without blanks around it, infinity as it should be spelled; None for any other text."""
        bare = text.removeprefix("-")
        if bare == self._infinity:
            return INF if bare == text else -INF
        value = None if text != text.strip() else read_number(self._kit, text)
        return None if value in OPEN else value


_exact_rows = lru_cache(maxsize=16)(_ExactRows)


class _Reader:
    """Reads the tables of one text."""

    def __init__(self, setting: AnySetting) -> None:
        self.kit = setting.kit
        self.style = setting.convention.table
        self.moves = reader_of(setting.kit)
        self.opening = True
        """True before the first row of a case."""
        self.headless = bool(self.style.header)
        """True until the header of a case is read, if there should be one."""
        self.narrow = False
        """True if rows have another number of cells than they should."""
        self.depth = 1
        """The depth of the last row below the root."""
        self.exact = _exact_rows(self.kit, self.style.columns, self.style.infinity)

    def read(self, stream: TextIO) -> Iterator[Event]:
        """Yield the events of a text. The next row tells whether a row is that of a leaf."""
        path: list[Key | None] = []  # the moves of the nodes that are open, by depth
        last: Entered | None = None  # the last row, if it may be that of a leaf
        waiting: list[Event] = []  # what follows it and is no row
        for event in self._rows(stream):
            if not isinstance(event, Entered):
                waiting.append(event)
                if last is None:
                    yield waiting.pop()
                continue
            line, depth, key, value, alpha, beta, _ = event
            if last is not None:
                if depth > last.ply:
                    path += [None] * (last.ply - len(path))
                    path.append(last.key)
                    last = last._replace(leaf=False)
                yield last
                yield from waiting
                last = None
                waiting.clear()
            if depth == 0 or (depth < len(path) and path[depth] == key):
                yield Back(line, depth + 1, key, value, alpha, beta, opening=self.opening and depth == 0)
                path[depth:] = [key]
            else:
                last = event
                self.depth = depth
                del path[depth:]
            self.opening = False
        yield from chain([last] if last else [], waiting)

    def _rows(self, stream: TextIO) -> Iterator[Event]:
        first, rest, odd = decoded(stream)
        yield from odd
        exact, make = self.exact.row, tuple.__new__
        for number, text in enumerate(chain([first], rest), 1):
            row = exact(text)
            if row is not None and not self.headless:
                yield make(Entered, (number, *row))
            elif self.moves.near_label.match(text):
                yield Unreadable(number, 0, text.strip(), "this is a trace: expected a table", False)
                return
            elif text.strip():
                yield from self._other(text, number)

    def _other(self, text: str, number: int) -> Iterator[Event]:
        """The events of a line that is not exactly a row."""
        if heading := headings(text.strip(), number):
            self.opening, self.headless = True, bool(self.style.header)
            yield from heading
            return
        misses = Misses(number)
        line = misses.repair(text.rstrip("\r\n"))
        for sign, name in SIGNS.items():
            if (times := line.count(sign)) >= len(COLUMNS[:3]) - 1:
                misses.add(name, sign, ",", times)
                line = line.replace(sign, ",")
        row = self._near_row(misses, line, whole=text.endswith("\n"))
        bare = re.sub(r"\s*,\s*", ",", line.strip())
        if bare != line:
            misses.add("blanks", "a blank around a cell", "none")
        if row is None and self._is_header(bare):
            if bare != self.style.header:
                misses.add("header", bare, self.style.header or "no header")
            self.opening, self.headless = True, False
        elif row is None:
            yield self._unreadable(text, bare, number)
            return
        elif self.headless:
            self.headless = False
            misses.add("header", bare, self.style.header)
        yield from misses.by_name.values()
        if row is not None:
            yield row

    def _near_row(self, misses: Misses, line: str, *, whole: bool) -> Entered | None:
        """The row that a line means; None for none. At the end of a text it may be cut short."""
        usual = self.style.columns
        for columns in (usual, 8 - usual):
            name, *cells = map(str.strip, line.rsplit(",", columns - 1))
            depth = _DEPTHS.get(cells[0]) if len(cells) == columns - 1 else None
            values = [self._near_number(cell) for cell in cells[1:]]
            key = self.moves.any_key(Misses(0), name) if depth else None
            if depth is None or None in values or (key is None if depth else "," in name):
                continue
            if columns != usual:
                if not (whole or self.narrow):
                    return None
                self.narrow = True
                misses.add("columns", f"{columns} cells", f"{usual} cells")
            for cell, value in zip(cells[1:], values, strict=True):
                if value in OPEN and self.exact.number(cell) is None:
                    misses.add("infinity", cell, f"{'-' * (value < 0)}{self.style.infinity}")
            if depth:
                self.moves.any_key(misses, name)
            elif name != ROOT:
                misses.add("root", name, ROOT)
            alpha, beta = values[1:] if columns == usual == 5 else (None, None)
            return Entered(misses.line, depth, key, values[0], alpha, beta, leaf=True)
        return None

    def _near_number(self, text: str) -> Any:
        value = self.exact.number(text)
        return read_number(self.kit, text) if value is None else value

    def _is_header(self, line: str) -> bool:
        """True for a line that names the columns."""
        cells = line.lower().split(",")
        if line.lower() == self.style.header.lower() or cells[:3] == [name.lower() for name in COLUMNS[:3]]:
            return True
        return self.opening and len(cells) in (3, 5) and all(map(str.isalpha, cells))

    def _unreadable(self, text: str, line: str, number: int) -> Unreadable:
        """A line that can't be read, with what was expected of it. A line without numbers is no row."""
        whole = text.endswith("\n")
        cells = line.rsplit(",", self.style.columns - 1)
        values = [*map(self._near_number, cells)]
        if len(cells) < 3 or not any(value is not None for value in values[1:]):
            return Unreadable(number, None, text.strip(), "", not whole and ("," in line or ROOT.startswith(line)))
        depth = _DEPTHS.get(cells[1]) if len(cells) == self.style.columns else None
        named = cells[0] == ROOT or self.moves.any_key(Misses(0), cells[0]) is not None
        if len(cells) < self.style.columns or (depth is None and not named):
            reason = f"the cells {','.join(COLUMNS[: self.style.columns])}"
        elif depth is None:
            reason = f"a depth, found {cells[1]!r}"
        elif None in values[2:]:
            wrong = values.index(None, 2)
            reason = f"a number for {COLUMNS[wrong]}, found {cells[wrong]!r}"
        else:
            reason = f"a move such as {example_of(self.kit)}"
        return Unreadable(
            number, max(1, self.depth if depth is None else depth), text.strip(), f"expected {reason}", not whole
        )


TABLE = Table()
