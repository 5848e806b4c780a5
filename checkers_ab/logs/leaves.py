"""The leaves that a search visits, in order, each as the move that leads to it. A log that is compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, TextIO

from checkers_ab.core.kit import AnyKit
from checkers_ab.core.setting import AnySetting
from checkers_ab.core.steps import Hear, Step
from checkers_ab.logs.base import Log, Write
from checkers_ab.logs.events import Event, Row, Unreadable
from checkers_ab.logs.lines_reader import example_of, reader_of
from checkers_ab.logs.text import Misses, decoded, headings


class Leaves(Log):
    """All leaves on one line; one a line where moves hold a blank."""

    name = "leaves"
    noun = "list of leaves"
    shows = frozenset(("moves",))

    def writer(self, setting: AnySetting, write: Write, name: Callable[[Any], str] | None = None) -> Hear:
        named = name or setting.kit.format_move
        texts: list[str] = []

        def hear(step: Step) -> None:
            if step.kind == "leaf" and step.path:
                texts.append(named(step.path[-1]))
            elif step.kind == "answer":
                apart = "\n" if _hold_blanks(setting.kit, texts) else " "
                write(f"{apart.join(texts)}\n")

        return hear

    def read(self, stream: TextIO, setting: AnySetting) -> Iterator[Event]:
        moves = reader_of(setting.kit)
        whole = _hold_blanks(setting.kit, ())
        first, rest, odd = decoded(stream)
        yield from odd
        for number, text in enumerate(chain([first], rest), 1):
            line = text.strip()
            if heading := headings(line, number):
                yield from heading
                continue
            misses = Misses(number)
            items = [line] if whole and line else misses.repair(line).split()
            rows = [Row(number, (moves.any_key(misses, item.strip(",;")),), item) for item in items]
            if items and all(row.shown == (None,) for row in rows):
                yield Unreadable(number, None, line, "", False)
                continue
            for sign in ",;":
                if times := sum(item.endswith(sign) for item in items):
                    misses.add("signs", sign, "nothing", times)
            yield from misses.by_name.values()
            for row in rows:
                if row.shown == (None,):
                    reason = f"expected a move such as {example_of(setting.kit)}"
                    yield Unreadable(number, 1, row.text, reason, False)
                else:
                    yield row

    def row(self, step: Step, key: Callable[[Any], Any]) -> tuple[Any, ...] | None:
        return (key(step.path[-1]),) if step.kind == "leaf" and step.path else None


def _hold_blanks(kit: AnyKit, texts: list[str] | tuple[()]) -> bool:
    """True if moves of a game hold blanks: those at its start, or some that were visited."""
    at_start = map(kit.format_move, kit.game.moves(kit.game.start()))
    return any(" " in text for text in (*texts, *at_start))


LEAVES = Leaves()
