"""Reading somebody's trace: text to numbered events, tolerant in layout, strict in meaning.

Blanks, letter case, the spelling of infinity and the final period may vary (docs/homework.md, paragraphs 50-53).
Coordinates are kept as they are written; whether they name squares is for the verifier to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TextIO

from checkers_ab.core.game import Side
from checkers_ab.games.checkers.board import MOVES
from checkers_ab.games.checkers.notation import format_move
from checkers_ab.games.checkers.rules import INF, Value

LONGEST_LINE = 10_000
UTF_16 = ("\udcff\udcfe", "\udcfe\udcff")
"""How such a text begins where UTF-8 was expected; some systems write what a program prints so."""
SENTINEL = 99
"""A number this far from zero stands for infinity."""

Path = tuple[tuple[int, int], ...]
"""The coordinates of a move as written, two or more."""


class Tried(NamedTuple):
    """A move that was searched."""

    line: int
    ply: int
    side: Side
    path: Path
    h: Value | None


class Cut(NamedTuple):
    """Moves that were pruned."""

    line: int
    ply: int
    side: Side
    paths: tuple[Path, ...]
    alpha: Value
    beta: Value


class Ended(NamedTuple):
    """A line with a label and h, but no move: a game that ended with the move above."""

    line: int
    ply: int
    side: Side
    h: Value


class First(NamedTuple):
    """The answer; no path for `none`."""

    line: int
    path: Path | None


class Heading(NamedTuple):
    """The label of a case, and its number."""

    line: int
    text: str
    number: int


class Unreadable(NamedTuple):
    """A line that can't be read: `ply` where its bars tell, 0 for the answer; `last` if the text ends within it."""

    line: int
    ply: int | None
    text: str
    reason: str
    last: bool


class Oddity(NamedTuple):
    """Something wrong with a line that can be read all the same; its event follows."""

    line: int
    text: str
    expected: str
    reason: str


Event = Tried | Cut | Ended | First | Heading | Unreadable | Oddity


def read_trace(stream: TextIO) -> Iterator[Event]:
    """The events of a text, one by one; blank lines are passed over."""
    number = 0
    while text := stream.readline(LONGEST_LINE):
        number += 1
        if number == 1:
            text = text.removeprefix("\ufeff")
            if text.startswith(UTF_16):
                yield Unreadable(1, None, text[:80], "the text is in UTF-16: save it as UTF-8", False)
                return
        head, colon, body = text.partition(":")
        label = _label(head) if colon else None
        if len(text) >= LONGEST_LINE and text[-1] != "\n":
            whole = _skip_line(stream)
            yield Unreadable(number, None, text[:80], f"it is longer than {LONGEST_LINE} characters", not whole)
        elif label is not None:
            bars, side, ply = label
            if bars != ply - 1:
                name = f"{side_letter(side)}{ply}"
                expected = "|-" * min(ply - 1, 12) + name
                yield Oddity(number, head, expected, f"expected {ply - 1} before {name}, found {bars}")
                if (ply % 2 == 1) is not (side is Side.MAX):
                    ply = bars + 1  # the letter fits the bars, not the number
            move = _move_and_h(body) if len(body) < 36 else None  # a long list of pruned moves is none
            if move is not None:
                path, h = move
                yield Tried(number, ply, side, path, h)
            else:
                yield _parse_moveless(body, number, ply, side) or _unreadable(text, number, ply, body)
        elif line := text.strip():
            yield _parse_unlabelled(line, number, text)


def _skip_line(stream: TextIO) -> bool:
    """Passes over the rest of a line; whether it ended before the text did."""
    while more := stream.readline(LONGEST_LINE):
        if more.endswith("\n"):
            return True
    return False


def _parse_moveless(body: str, number: int, ply: int, side: Side) -> Event | None:
    """What follows a label when it is not a short line with a move; None if that can't be read."""
    moves, semicolon, rest = body.partition(";")
    moves = moves.lstrip()
    if moves[:7].lower() == "pruning":
        paths, window = _paths(moves[7:].strip()), _window(rest)
        return Cut(number, ply, side, paths, window[0], window[1]) if paths and window else None
    h = None if semicolon else _h(moves)
    if h is not None:
        return Ended(number, ply, side, h)
    move = _move_and_h(body)
    return Tried(number, ply, side, *move) if move is not None else None


@lru_cache(maxsize=8192)
def _move_and_h(body: str) -> tuple[Path, Value | None] | None:
    """A move that was searched, perhaps with its value."""
    moves, semicolon, rest = body.strip().removesuffix(".").partition(";")
    path, h = _path(moves), _h(rest) if semicolon else None
    return None if path is None or (semicolon and h is None) else (path, h)


def _unreadable(text: str, number: int, ply: int, body: str) -> Unreadable:
    """A labelled line that can't be read, with what was expected of it."""
    moves = body.strip().removesuffix(".").partition(";")[0]
    if moves[:7].lower() != "pruning":
        reason = "a move such as (5,2)=>(3,0)" if _path(moves) is None else "h= and a number after the move"
    elif not _paths(moves[7:].strip()):
        reason = "the pruned moves, separated by commas"
    else:
        reason = "'; alpha=..., beta=...' after the pruned moves"
    return Unreadable(number, ply, text.strip(), f"expected {reason}", not text.endswith("\n"))


def _parse_unlabelled(line: str, number: int, text: str) -> Event:
    last = not text.endswith("\n")
    if found := _FIRST.fullmatch(line):
        answer = found[1].strip().removesuffix(".")
        if answer.strip().lower() == "none":
            return First(number, None)
        if (path := _path(answer)) is not None:
            return First(number, path)
        return Unreadable(number, 0, line, "expected a move after 'first move:'", last)
    if heading := _HEADING.match(line):
        return Heading(number, line, int(heading[1]))
    if line.lower().startswith(("first", "best")):
        return Unreadable(number, 0, line, "expected 'first move: ' and a move", last)
    bars = re.match(r"(?:\|\s*-\s*)*", line)
    ply = bars[0].count("|") + 1 if bars and bars[0] else None
    return Unreadable(number, ply, line, "expected a label such as |-B2:", last)


# Blanks are taken possessively: else a long line of blanks that fits nothing would be tried in every possible way.
_NUMBER = r"[+-]?\s*+(?:[0-9]{1,400}(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,4})?|inf|infinity|\u221e)"
_SQUARE = r"\(\s*+-?[0-9]{1,4}\s*+,\s*+-?[0-9]{1,4}\s*+\)"
_MOVE = re.compile(rf"{_SQUARE}(?:\s*+=>\s*+{_SQUARE})+")
_COORDINATES = re.compile(r"\(\s*+(-?[0-9]+)\s*+,\s*+(-?[0-9]+)\s*+\)")
_LABEL = re.compile(r"\s*+((?:\|\s*+-\s*+)*)([AB])\s*+([0-9]{1,3})\s*+")
_H = re.compile(rf"\s*+h\s*+=\s*+({_NUMBER})\s*+\.?\s*+", re.IGNORECASE)
_WINDOW = re.compile(rf"\s*+alpha\s*+=\s*+({_NUMBER})\s*+,\s*+beta\s*+=\s*+({_NUMBER})\s*+\.?\s*+", re.IGNORECASE)
_FIRST = re.compile(r"first\s+move\s*+:(.*)", re.IGNORECASE)
_HEADING = re.compile(r"case\s*+([0-9]{1,9})", re.IGNORECASE)


def side_letter(side: Side) -> str:
    return "A" if side is Side.MAX else "B"


@lru_cache(maxsize=1024)
def _label(text: str) -> tuple[int, Side, int] | None:
    """Bars, side and ply."""
    found = _LABEL.fullmatch(text)
    if found is None or int(found[3]) < 1:
        return None
    return found[1].count("|"), Side.MAX if found[2] == "A" else Side.MIN, int(found[3])


@lru_cache(maxsize=4096)
def _path(text: str) -> Path | None:
    if not _MOVE.fullmatch(text.strip()):
        return None
    return tuple((int(row), int(column)) for row, column in _COORDINATES.findall(text))


def _paths(text: str) -> tuple[Path, ...] | None:
    """Moves separated by commas or blanks; None if anything else stands there, or nothing at all."""
    usual = tuple(map(_USUAL_PATHS.get, text.split(", ")))
    if None not in usual:
        return usual  # type: ignore[return-value]
    end, paths = 0, []
    for move in _MOVE.finditer(text):
        path = _path(move[0])
        if path is None or text[end : move.start()].strip(", \t"):
            return None
        paths.append(path)
        end = move.end()
    return None if text[end:].strip(", \t") else tuple(paths) or None


@lru_cache(maxsize=1024)
def _h(text: str) -> Value | None:
    found = _H.fullmatch(text)
    return _value(found[1]) if found else None


@lru_cache(maxsize=1024)
def _window(text: str) -> tuple[Value, Value] | None:
    found = _WINDOW.fullmatch(text)
    return (_value(found[1]), _value(found[2])) if found else None


@lru_cache(maxsize=1024)
def _value(text: str) -> Value:
    """A number; an infinity for its names and for what is as big as a sentinel."""
    value = float("".join(text.split()).lower().replace("\u221e", "inf"))
    if abs(value) >= SENTINEL:
        return INF if value > 0 else -INF
    return int(value) if value.is_integer() else value


_USUAL_PATHS = {
    format_move(move): _path(format_move(move)) for by_origin in MOVES.values() for move in by_origin.values()
}
"""How most traces write a move, so that long lists of pruned moves are read quickly."""
