"""Reading somebody's trace: text to numbered events, tolerant in layout, strict in meaning.

Blanks, letter case, the spelling of infinity and the final period may vary (docs/homework.md, paragraphs 50-53).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TextIO

from checkers_ab.core.game import Side
from checkers_ab.core.kit import Kit
from checkers_ab.trace.events import Ended, Event, FirstMove, Heading, Key, Oddity, Pruned, Tried, Unreadable
from checkers_ab.trace.numbers import NUMBER, read_number

LONGEST_LINE = 10_000
UTF_16 = ("\udcff\udcfe", "\udcfe\udcff")
"""How such a text begins where UTF-8 was expected; some systems write what a program prints so."""
USUAL_LENGTH = 36
"""Characters behind a label; a longer line is no move with its value in most games, but a list of pruned moves."""
MOST_KNOWN = 50_000
"""Texts of moves that are kept, so that long lists of pruned moves are read quickly."""

# Blanks are taken possessively: else a long line of blanks that fits nothing would be tried in every possible way.
_H = re.compile(rf"\s*+h\s*+=\s*+({NUMBER})\s*+\.?\s*+", re.IGNORECASE)
_WINDOW = re.compile(rf"\s*+alpha\s*+=\s*+({NUMBER})\s*+,\s*+beta\s*+=\s*+({NUMBER})\s*+\.?\s*+", re.IGNORECASE)
_FIRST = re.compile(r"first\s+move\s*+:(.*)", re.IGNORECASE)
_HEADING = re.compile(r"case\s*+([0-9]{1,9})", re.IGNORECASE)
_BARS = re.compile(r"(?:\|\s*-\s*)*")


def read_trace(stream: TextIO, kit: Kit[Any, Any, Any]) -> Iterator[Event]:
    """The events of a text, one by one; blank lines are passed over."""
    return reader_of(kit).read(stream)


@lru_cache(maxsize=16)
def reader_of(kit: Kit[Any, Any, Any]) -> TraceReader:
    """The reader for a game, made once: it remembers what it has read."""
    return TraceReader(kit)


class TraceReader:
    """Reads traces in the notation of one game."""

    def __init__(self, kit: Kit[Any, Any, Any]) -> None:
        self.kit = kit
        self.side_of = {label: side for side, label in kit.labels.items()}
        labels = "|".join(sorted(map(re.escape, self.side_of), key=len, reverse=True))
        self._label_pattern = re.compile(rf"\s*+((?:\|\s*+-\s*+)*)({labels})\s*+([0-9]{{1,3}})\s*+")
        self._move_pattern = re.compile(kit.move_pattern)
        self._known: dict[str, Key] = {}
        # What stands on one line stands on many.
        self._label = lru_cache(maxsize=1024)(self._read_label)
        self._move_and_h = lru_cache(maxsize=8192)(self._read_move_and_h)
        self._h = lru_cache(maxsize=1024)(self._read_h)
        self._window = lru_cache(maxsize=1024)(self._read_window)

    def read(self, stream: TextIO) -> Iterator[Event]:
        """The events of a text."""
        number = 0
        readline, read_label, read_move_and_h = stream.readline, self._label, self._move_and_h
        while text := readline(LONGEST_LINE):
            number += 1
            if number == 1:
                text = text.removeprefix("\ufeff")
                if text.startswith(UTF_16):
                    yield Unreadable(1, None, text[:80], "the text is in UTF-16: save it as UTF-8", False)
                    return
            head, colon, body = text.partition(":")
            label = read_label(head) if colon else None
            if len(text) >= LONGEST_LINE and text[-1] != "\n":
                whole = _skip_line(stream)
                yield Unreadable(number, None, text[:80], f"it is longer than {LONGEST_LINE} characters", not whole)
            elif label is not None:
                bars, side, ply = label
                if bars != ply - 1:
                    name = f"{self.kit.labels[side]}{ply}"
                    expected = "|-" * min(ply - 1, 12) + name
                    yield Oddity(number, head, expected, f"expected {ply - 1} before {name}, found {bars}")
                    if (ply % 2 == 1) is not (side is Side.MAX):
                        ply = bars + 1  # the letter fits the bars, not the number
                move = read_move_and_h(body) if len(body) < USUAL_LENGTH else None
                if move is not None:
                    yield Tried(number, ply, side, move[0], move[1])
                else:
                    yield self._moveless(body, number, ply, side) or self._unreadable(text, number, ply, body)
            elif line := text.strip():
                yield self._unlabelled(line, number, text)

    def _moveless(self, body: str, number: int, ply: int, side: Side) -> Event | None:
        """What follows a label when it is not a short line with a move; None if that can't be read."""
        moves, semicolon, rest = body.partition(";")
        moves = moves.lstrip()
        if moves[:7].lower() == "pruning":
            keys, window = self._keys(moves[7:].strip()), self._window(rest)
            return Pruned(number, ply, side, keys, window[0], window[1]) if keys and window else None
        h = None if semicolon else self._h(moves)
        if h is not None:
            return Ended(number, ply, side, h)
        move = self._move_and_h(body)
        return Tried(number, ply, side, *move) if move is not None else None

    def _unreadable(self, text: str, number: int, ply: int, body: str) -> Unreadable:
        """A labelled line that can't be read, with what was expected of it."""
        moves = body.strip().removesuffix(".").partition(";")[0]
        if moves[:7].lower() != "pruning":
            example = f"a move such as {example_of(self.kit)}"
            reason = example if self._key(moves) is None else "h= and a number after the move"
        elif not self._keys(moves[7:].strip()):
            reason = "the pruned moves, separated by commas"
        else:
            reason = "'; alpha=..., beta=...' after the pruned moves"
        return Unreadable(number, ply, text.strip(), f"expected {reason}", not text.endswith("\n"))

    def _unlabelled(self, line: str, number: int, text: str) -> Event:
        last = not text.endswith("\n")
        if found := _FIRST.fullmatch(line):
            answer = found[1].strip().removesuffix(".")
            if answer.strip().lower() == "none":
                return FirstMove(number, None)
            if (key := self._key(answer)) is not None:
                return FirstMove(number, key)
            return Unreadable(number, 0, line, "expected a move after 'first move:'", last)
        if heading := _HEADING.match(line):
            return Heading(number, line, int(heading[1]))
        if line.lower().startswith(("first", "best")):
            return Unreadable(number, 0, line, "expected 'first move: ' and a move", last)
        bars = _BARS.match(line)
        ply = bars[0].count("|") + 1 if bars and bars[0] else None
        return Unreadable(number, ply, line, f"expected a label such as |-{self.kit.labels[Side.MIN]}2:", last)

    # Parts of lines

    def _read_label(self, text: str) -> tuple[int, Side, int] | None:
        """Bars, side and ply."""
        found = self._label_pattern.fullmatch(text)
        if found is None or int(found[3]) < 1:
            return None
        return found[1].count("|"), self.side_of[found[2]], int(found[3])

    def _read_move_and_h(self, body: str) -> tuple[Key, Any] | None:
        """A move that was searched, perhaps with its value."""
        moves, semicolon, rest = body.strip().removesuffix(".").partition(";")
        key, h = self._key(moves), self._h(rest) if semicolon else None
        return None if key is None or (semicolon and h is None) else (key, h)

    def _key(self, text: str) -> Key | None:
        """The key of a move; None if the text is none."""
        text = text.strip()
        key = self._known.get(text)
        if key is None and self._move_pattern.fullmatch(text):
            key = self.kit.move_key(text)
            if len(self._known) < MOST_KNOWN:
                self._known[text] = key
        return key

    def _keys(self, text: str) -> tuple[Key, ...] | None:
        """Moves separated by commas or blanks; None if anything else stands there, or nothing at all."""
        usual = tuple(map(self._known.get, text.split(", ")))
        if None not in usual:
            return usual
        end, keys = 0, []
        for move in self._move_pattern.finditer(text):
            key = self._key(move[0])
            if key is None or text[end : move.start()].strip(", \t"):
                return None
            keys.append(key)
            end = move.end()
        return None if text[end:].strip(", \t") else tuple(keys) or None

    def _read_h(self, text: str) -> Any:
        found = _H.fullmatch(text)
        return read_number(self.kit, found[1]) if found else None

    def _read_window(self, text: str) -> tuple[Any, Any] | None:
        found = _WINDOW.fullmatch(text)
        ends = [read_number(self.kit, end) for end in found.groups()] if found else [None]
        return None if None in ends else (ends[0], ends[1])


def example_of(kit: Kit[Any, Any, Any]) -> str:
    """A move for messages."""
    return kit.move_example or kit.format_move(kit.game.moves(kit.game.start())[0])


def _skip_line(stream: TextIO) -> bool:
    """Passes over the rest of a line; True if it ended before the text did."""
    while more := stream.readline(LONGEST_LINE):
        if more.endswith("\n"):
            return True
    return False
