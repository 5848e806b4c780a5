"""Reading somebody's trace: text to numbered events, tolerant in layout, strict in meaning.

Blanks, letter case, the spelling of infinity and the final period may vary (docs/homework.md, paragraphs 50-53).
What can't be read so may be a near miss (see `lines_near`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, TextIO

from checkers_ab.core.game import Side
from checkers_ab.core.kit import AnyKit
from checkers_ab.core.law_checks import Sample
from checkers_ab.logs.events import LONGEST_LINE, Event, FirstMove, Key, Pruned, Tried, Unreadable
from checkers_ab.logs.lines_near import NearText
from checkers_ab.logs.text import NUMBER, Misses, decode_latin_1, decoded, headings, read_number

USUAL_LENGTH = 64
"""Characters of a line; a longer one is no move with its value in most games, but a list of pruned moves."""
MOST_KNOWN = 50_000
"""Texts of moves that are kept, so that long lists of pruned moves are read quickly."""

# Blanks are taken possessively: else a long line of blanks that fits nothing would be tried in every possible way.
_PERIOD = r"\s*+(?:(?<!\.)\.)?\s*+"
_H = re.compile(rf"\s*+h\s*+=\s*+({NUMBER}){_PERIOD}", re.IGNORECASE)
_WINDOW = re.compile(rf"\s*+alpha\s*+=\s*+({NUMBER})\s*+,\s*+beta\s*+=\s*+({NUMBER}){_PERIOD}", re.IGNORECASE)
_FIRST = re.compile(r"first\s+move\s*+:(.*)", re.IGNORECASE)
_NO_MOVE = re.compile(rf"pruning\b|h\s*+=\s*+{NUMBER}\Z|[^\udc80-\udcff]*+[\udc80-\udcff]", re.IGNORECASE)
"""Texts that no game writes as a move, though its pattern may fit; nor one that is no UTF-8."""
_BARS = re.compile(r"((?:\|\s*+-\s*+)++)[\w(]")
_ANSWER = re.compile(r"(?:first|best|next)\s++move\s++(.*)", re.IGNORECASE)


@lru_cache(maxsize=16)
def reader_of(kit: AnyKit) -> TraceReader:
    """The reader for a game, made once: it remembers what it has read."""
    return TraceReader(kit)


class TraceReader:
    """Reads traces in the notation of one game."""

    def __init__(self, kit: AnyKit) -> None:
        self.kit = kit
        self.side_of = {label: side for side, label in kit.labels.items()}
        labels = "|".join(sorted(map(re.escape, self.side_of), key=len, reverse=True))
        self._label_pattern = re.compile(rf"\s*+((?:\|\s*+-\s*+)*)({labels})\s*+([0-9]{{1,3}})\s*+")
        self.move_pattern = re.compile(kit.move_pattern)
        lower = {label.lower(): side for label, side in self.side_of.items()}
        self.near_sides = lower if len(lower) == len(self.side_of) else {}
        """The sides by their labels in lower case; none where only the letter case tells them apart."""
        self.near_label = re.compile(
            rf"([\s.]*+)((?:\|\s*+-\s*+)*+)({labels})\s*+([0-9]{{1,3}})\s*+([:=])", re.IGNORECASE
        )
        self._cut_label = re.compile(
            rf"[\s.]*+(?:\|\s*+-\s*+)*+\|?\s*+(?:(?:{labels})\s*+[0-9]{{0,3}})?\s*+", re.IGNORECASE
        )
        """A line that ends within its bars or its label."""
        self.near_moves = re.compile(kit.near_move_pattern) if kit.near_move_pattern else None
        self.lone_moves = re.compile(kit.lone_move_pattern) if kit.lone_move_pattern else None
        self._near_move = lru_cache(maxsize=8192)(kit.near_move)
        self._known: dict[str, Key] = {}
        # What stands on one line stands on many.
        self._label = lru_cache(maxsize=1024)(self._read_label)
        self._move_line = lru_cache(maxsize=16_384)(self._read_move_line)
        self._h = lru_cache(maxsize=1024)(self._read_h)
        self._window = lru_cache(maxsize=1024)(self._read_window)

    @cached_property
    def first_side(self) -> Side:
        """The side that moves first in this game."""
        return self.kit.game.to_move(self.kit.game.start())

    @cached_property
    def sides_alternate(self) -> bool:
        """False if a side moves twice in a row in random games."""
        return Sample(self.kit).sides_alternate

    def read(self, stream: TextIO) -> Iterator[Event]:
        """Yield the events of a text, one by one; blank lines are passed over."""
        text, stream, misses = decoded(stream, LONGEST_LINE)
        yield from misses
        number = 0
        near = NearText(self, stream)
        readline, read_move = near.readline, self._move_line
        make = tuple.__new__  # for most lines; quicker than by the name of the type
        while text:
            number += 1
            if len(text) < USUAL_LENGTH and (move := read_move(text)) is not None:
                near.exact_ply = move[0]
                yield make(Tried, (number, *move))
                text = readline(LONGEST_LINE)
                continue
            head, colon, body = text.partition(":")
            label = self._label(head) if colon else None
            if len(text) >= LONGEST_LINE and text[-1] != "\n":
                yield _too_long(text, number, readline)
            elif label is not None:
                bars, side, ply = label
                if bars != ply - 1:
                    ply, odd = near.place(number, head, bars, side, ply)
                    yield odd
                if pruned := self._read_pruned(body):
                    yield make(Pruned, (number, ply, side, *pruned))
                elif tried := self._read_move_and_h(body):
                    near.exact_ply = ply
                    yield make(Tried, (number, ply, side, *tried))
                else:
                    yield from near.body(body, number, ply, side) or [self.unreadable(text, number, ply, body)]
            elif line := text.strip():
                yield from self._unlabelled(line, number, text, near)
            readline = near.readline
            text = readline(LONGEST_LINE)

    def unreadable(self, text: str, number: int, ply: int, body: str) -> Unreadable:
        """A labelled line that can't be read, with what was expected of it."""
        moves = body.strip().removesuffix(".").partition(";")[0]
        if moves[:7].lower() != "pruning":
            example = f"a move such as {example_of(self.kit)}"
            reason = example if self.key(moves) is None else "h= and a number after the move"
        elif not self.keys(moves[7:].strip()):
            reason = "the pruned moves, separated by commas"
        else:
            reason = "'; alpha=..., beta=...' after the pruned moves"
        return Unreadable(number, ply, text.strip(), f"expected {reason}", not text.endswith("\n"))

    def _unlabelled(self, line: str, number: int, text: str, near: NearText) -> Sequence[Event]:
        """The events of a line without an exact label."""
        if (answer := _FIRST.fullmatch(line)) and (event := self._answer(answer[1], number)):
            return [event]
        return headings(line, number) or near.line(text, number) or [self._remark(line, number, text.endswith("\n"))]

    def _answer(self, text: str, number: int) -> FirstMove | None:
        """The answer; None if it can't be read."""
        text = text.strip().removesuffix(".").strip()
        key = None if text.lower() == "none" else self.key(text)
        return FirstMove(number, key) if key is not None or text.lower() == "none" else None

    def _remark(self, line: str, number: int, whole: bool) -> Unreadable:
        """A line that is no part of a trace, unless it seems to be meant as one."""
        if _FIRST.fullmatch(line):
            return Unreadable(number, 0, line, "expected a move after 'first move:'", not whole)
        line = decode_latin_1(line)
        meant = _ANSWER.fullmatch(line)
        answer = meant[1].removesuffix(".").strip() if meant else ""
        if self.key(answer) is not None and ("(" in answer or len(answer.split()) == 1):
            return Unreadable(number, 0, line, "expected 'first move: ' and a move", not whole)
        if bars := _BARS.match(line):
            label = f"expected a label such as |-{self.kit.labels[Side.MIN]}2:"
            return Unreadable(number, bars[1].count("|") + 1, line, label, not whole)
        begun = ("first move", "best move", "next move", *self.near_sides)
        cut = self._cut_label.fullmatch(line) or any(words.startswith(line.lower()) for words in begun)
        return Unreadable(number, None, line, "", bool(cut) and not whole)

    # Parts of lines

    def _read_label(self, text: str) -> tuple[int, Side, int] | None:
        """Bars, side and ply."""
        found = self._label_pattern.fullmatch(text)
        return (found[1].count("|"), self.side_of[found[2]], int(found[3])) if found else None

    def _read_move_line(self, text: str) -> tuple[int, Side, Key, Any] | None:
        """Ply, side, move and value of a line with a move that was searched."""
        head, colon, body = text.partition(":")
        label = self._label(head) if colon else None
        move = self._read_move_and_h(body) if label and label[0] == label[2] - 1 else None
        return (label[2], label[1], *move) if label and move else None

    def _read_pruned(self, body: str) -> tuple[tuple[Key, ...], Any, Any] | None:
        """The moves and the window of a pruning line."""
        moves, _, rest = body.lstrip().partition(";")
        if moves[:7].lower() != "pruning" or moves[7:].lstrip().startswith(":"):
            return None
        keys, window = self.keys(moves[7:].strip()), self._window(rest)
        return (keys, *window) if keys and window else None

    def _read_move_and_h(self, body: str) -> tuple[Key, Any] | None:
        """A move that was searched, perhaps with its value."""
        moves, semicolon, rest = body.partition(";")
        key = self.key(moves if semicolon else moves.strip().removesuffix("."))
        h = self._h(rest) if semicolon else None
        return None if key is None or (semicolon and h is None) else (key, h)

    def key(self, text: str) -> Key | None:
        """The key of a move; None if the text is none."""
        text = text.strip()
        key = self._known.get(text)
        if key is None and self.move_pattern.fullmatch(text) and not _NO_MOVE.match(text):
            key = self.kit.move_key(text)
            if len(self._known) < MOST_KNOWN:
                self._known[text] = key
        return key

    def any_key(self, misses: Misses, text: str) -> Key | None:
        """Return the key of a move, also in a near spelling; None if the text is none."""
        key = self.key(text)
        if key is None and self.near_moves and self.near_moves.fullmatch(text.strip()):
            return self.near_key(misses, text.strip())
        return key

    def near_key(self, misses: Misses, text: str) -> Key:
        """The key of a move that fits a pattern for misspellings."""
        key, slips = self._near_move(text)
        for slip in slips:
            misses.add(*slip)
        return key

    def keys(self, text: str) -> tuple[Key, ...] | None:
        """Moves separated by commas; None if anything else stands there, or nothing at all."""
        usual = tuple(map(self._known.get, text.split(", ")))
        if None not in usual:
            return usual
        end, keys = 0, list[Key]()
        for move in self.move_pattern.finditer(text):
            key = self.key(move[0])
            if key is None or text[end : move.start()].strip() != ("," if keys else ""):
                return None
            keys.append(key)
            end = move.end()
        return None if text[end:].strip() else tuple(keys) or None

    def _read_h(self, text: str) -> Any:
        found = _H.fullmatch(text)
        return read_number(self.kit, found[1]) if found else None

    def _read_window(self, text: str) -> tuple[Any, Any] | None:
        found = _WINDOW.fullmatch(text)
        ends = [read_number(self.kit, end) for end in found.groups()] if found else [None]
        return None if None in ends else (ends[0], ends[1])


def example_of(kit: AnyKit) -> str:
    """A move for messages."""
    return kit.move_example or kit.format_move(kit.game.moves(kit.game.start())[0])


def _too_long(text: str, number: int, readline: Callable[[int], str]) -> Unreadable:
    """Pass over the rest of a line that is too long."""
    while more := readline(LONGEST_LINE):
        if more.endswith("\n"):
            break
    return Unreadable(number, None, text[:80], f"it is longer than {LONGEST_LINE} characters", not more)
