"""Near misses: what the exact grammar can't read of a text, read for what it means (docs/layout.md)."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO

from checkers_ab.core.game import Side
from checkers_ab.logs.events import LONGEST_LINE, Ended, Event, FirstMove, Key, NearMiss, Oddity, Pruned, Tried
from checkers_ab.logs.text import NUMBER, Misses, read_number

if TYPE_CHECKING:
    from checkers_ab.logs.lines_reader import TraceReader

AHEAD = 500
"""Lines that are looked at for a move that is written in another way."""

# Blanks are taken possessively, and what is searched for begins with a separator: no line is tried in many ways.
_H = re.compile(rf"(?:([;,])|\A)\s*+(h|utility|value|eval|v)\s*+([=:])\s*+({NUMBER})\Z", re.IGNORECASE)
_PRUNING = re.compile(r"\s*+(pruning|pruned?|cut)(?:\s*+(:)|(?=[\s(]))", re.IGNORECASE)
_END = rf"\s*+[=:]\s*+{NUMBER}"
_WINDOW = re.compile(rf"([;,])\s*+(?:alpha{_END}(?:\s*+,\s*+beta{_END})?|beta{_END})\Z", re.IGNORECASE)
_ENDS = re.compile(rf"(alpha|beta)\s*+([=:])\s*+({NUMBER})", re.IGNORECASE)
_WINDOW_WORD = re.compile(r"\b(?:alpha|beta)\s*+[=:]", re.IGNORECASE)
_ANSWER = re.compile(r"((first|best|next)\s++move)\s*+([:=-])(.*)", re.IGNORECASE)


class NearText:
    """Reads the lines of one text that the exact grammar can't read."""

    def __init__(self, reader: TraceReader, stream: TextIO) -> None:
        self.reader = reader
        self.kit = reader.kit
        self.stream = stream
        self.readline: Callable[[int], str] = stream.readline
        """The next line of the text, also after this has looked ahead."""
        self.exact_ply = 0
        """The ply of the last move that was read exactly; 0 if there is none."""
        self.near_ply = 0
        """The ply of the last line that was read here."""
        self.seen: set[str] = set()
        """The kinds of near misses so far."""
        self.barless = False
        """True if the trace has something else for bars: the number of a label says the ply."""
        self.numbered = True
        """True if the number of a label says the ply where its bars say another."""
        self.alone: bool | None = None
        """False if a move, read here or ahead, is written with all its signs; None until that is asked."""

    def line(self, text: str, number: int) -> list[Event]:
        """The events of a line without an exact label; none if it is a remark."""
        misses = Misses(number)
        repaired = misses.repair(text)
        if answer := _ANSWER.fullmatch(repaired.strip()):
            return self._taken(misses, self._answer(misses, *answer.groups()))
        if self.reader.near_sides and (label := self.reader.near_label.match(repaired)):
            return self._labelled(misses, repaired, label)
        return []

    def _labelled(self, misses: Misses, text: str, found: re.Match[str]) -> list[Event]:
        """A line that has almost a label. If it can't be read, it is a remark unless the trace has such labels."""
        lead, bars, label, digits, sign = found.groups()
        side, ply, odd = self.reader.near_sides[label.lower()], int(digits), list[Event]()
        if "." in lead and bars:
            return []
        name = f"{self.kit.labels[side]}{ply}"
        if label != self.kit.labels[side]:
            misses.add("label", f"{label}{ply}", name)
        if sign == "=":
            misses.add("equals", f"{name}=", f"{name}:")
        if bars.count("|") != ply - 1 or "." in lead:
            ply, near = self.place(misses.line, lead, bars.count("|"), side, ply)
            if isinstance(near, NearMiss):
                misses.by_name[near.name] = near
            else:
                odd = [near]
        known, body = misses.by_name.keys() <= self.seen, text[found.end() :]
        if events := self._taken(misses, self._body(misses, body, ply, side), ply):
            return [*odd, *events]
        return [*odd, self.reader.unreadable(text, misses.line, ply, body)] if known else []

    def body(self, text: str, number: int, ply: int, side: Side) -> list[Event]:
        """The events of what stands behind an exact label; none if it can't be read."""
        misses = Misses(number)
        return self._taken(misses, self._body(misses, misses.repair(text), ply, side), ply)

    def place(self, number: int, head: str, bars: int, side: Side, ply: int) -> tuple[int, NearMiss | Oddity]:
        """The ply of a line whose bars do not fit its label, and what is wrong with it. `head` begins with the bars."""
        name = f"{self.kit.labels[side]}{ply}"
        above = self.exact_ply or self.near_ply
        if not bars and (self.barless or above == 1 or "." in head):
            self.barless = True
            lead = head[: len(head) - len(head.lstrip(". \t"))]
            found = "dots" if "." in lead else "tabs" if "\t" in lead else "blanks" if lead else "nothing"
            return ply, NearMiss(number, "bars", found, "|- for each ply above")
        found, expected = ("|-" * min(count, 12) + name for count in (bars, ply - 1))
        if self.reader.sides_alternate:
            first = self.reader.first_side
            self.numbered = side is (first if ply % 2 else first.opponent)  # the letter fits the number, or the bars
        elif not (1 <= ply <= above + 1 and bars <= above):  # only one of them makes a tree
            self.numbered = bars > above
        return ply if self.numbered else bars + 1, Oddity(
            number, found, expected, f"expected {ply - 1} before {name}, found {bars}"
        )

    def _taken(self, misses: Misses, event: Event | None, ply: int = 0) -> list[Event]:
        """The near misses of a line and its event; none if it has no event."""
        if event is None:
            return []
        if misses.by_name or not isinstance(event, Ended):
            self.near_ply = ply or self.near_ply
        self.seen.update(misses.by_name)
        return [*misses.by_name.values(), event]

    # Parts of lines

    def _answer(self, misses: Misses, words: str, word: str, sign: str, text: str) -> Event | None:
        text = misses.without_period(text)
        if word.lower() != "first" or sign == "-":
            misses.add("answer", f"{' '.join(words.split())}{' -' if sign == '-' else ':'}", "first move:")
        if sign == "=":
            misses.add("equals", "first move=", "first move:")
        none = text.strip().lower() == "none"
        key = None if none else self._key(misses, text)
        return FirstMove(misses.line, key) if none or key is not None else None

    def _body(self, misses: Misses, body: str, ply: int, side: Side) -> Event | None:
        """The event behind a label."""
        text = misses.without_period(body)
        h = None
        if tail := _H.search(text):
            sign, name, equals, digits = tail.groups()
            h = read_number(self.kit, digits)
            if sign == ",":
                misses.add("comma", ", h=", "; h=")
            if name.lower() != "h":
                misses.add(name.lower(), f"{name.lower()}=", "h=")
            if equals == ":":
                misses.add("colon", "h:", "h=")
            if h is None or not sign:
                return None if h is None else Ended(misses.line, ply, side, h)
            text = text[: tail.start()]
        elif word := _PRUNING.match(text):
            if word[1].lower() != "pruning" or word[2]:
                spelled = f"{word[1].lower()}{word[2] or ''}"
                misses.add(spelled, spelled, "pruning")
            return self._pruned(misses, text[word.end() :], ply, side, whole=body.endswith("\n"))
        key = self._key(misses, text)
        return None if key is None else Tried(misses.line, ply, side, key, h)

    def _pruned(self, misses: Misses, text: str, ply: int, side: Side, *, whole: bool) -> Event | None:
        """Pruned moves with their window, of which an end may be left out; not where the text ends within the line."""
        window: dict[str, Any] = {}
        if tail := _WINDOW.search(text):
            ends = {name.lower(): (sign, digits) for name, sign, digits in _ENDS.findall(tail[0])}
            for name in ("alpha", "beta"):
                sign, digits = ends.get(name, ("", ""))
                if not sign:
                    misses.add(f"no {name}", "one end of the window", f"{name}=")
                    continue
                if sign == ":":
                    misses.add("colon", f"{name}:", f"{name}=")
                window[name] = read_number(self.kit, digits)
            if tail[1] == ",":
                misses.add("comma", f", {min(ends)}=", f"; {min(ends)}=")
            text = text[: tail.start()]
        if _WINDOW_WORD.search(text) or (len(window) < 2 and not whole) or None in window.values():
            return None
        moves = text.strip().rstrip(";, \t")
        if extra := text.strip()[len(moves) :].strip():
            misses.add("signs", f"{extra};", ";")
        keys = self._keys(misses, moves)
        return Pruned(misses.line, ply, side, keys, window.get("alpha"), window.get("beta")) if keys else None

    # Moves

    def _key(self, misses: Misses, text: str) -> Key | None:
        """The key of a move, in whatever spelling; None if the text is none."""
        text = text.strip()
        key = self.reader.key(text)
        if key is not None:
            self.alone = False
            return key
        spelling = next((spelling for spelling in self._spellings() if spelling.fullmatch(text)), None)
        return None if spelling is None else self._near_key(misses, spelling, text)

    def _keys(self, misses: Misses, text: str) -> tuple[Key, ...] | None:
        """Return the keys of listed moves, in whatever spelling; None if anything else stands there."""
        keys = self.reader.keys(text)
        if keys is not None:
            return keys
        for spelling in (self.reader.move_pattern, *self._spellings()):
            between = spelling.sub("\n", text).split("\n")
            if len(between) > 1 and not "".join(between).strip(", \t"):
                first, *commas, last = map(str.strip, between)
                for found in filter(None, (first, last)):
                    misses.add("commas", found, "nothing")
                for found in commas:
                    if found != ",":
                        misses.add("commas", found or "a blank", ",")
                return tuple(self._near_key(misses, spelling, move[0]) for move in spelling.finditer(text))
        return None

    def _spellings(self) -> list[re.Pattern[str]]:
        """The patterns of the moves that the text may have, the likeliest first."""
        moves, lone = self.reader.near_moves, self.reader.lone_moves
        return [*filter(None, (moves, lone if lone and self._is_alone() else None))]

    def _near_key(self, misses: Misses, spelling: re.Pattern[str], text: str) -> Key:
        if spelling is self.reader.near_moves:
            self.alone = False
        return self.reader.near_key(misses, text)

    def _is_alone(self) -> bool:
        """True if no move of the text is written with all its signs, so far and in the lines ahead."""
        if self.exact_ply:
            return False
        if self.alone is None:
            spelled, ahead = self.reader.near_moves or self.reader.move_pattern, deque[str]()
            self.readline = lambda size: ahead.popleft() if ahead else self.stream.readline(size)
            self.alone = True
            while self.alone and len(ahead) < AHEAD and (line := self.stream.readline(LONGEST_LINE)):
                ahead.append(line)
                self.alone = not spelled.search(line)
        return self.alone
