"""The words of a game file: tags, moves, results, and all that is read over."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from checkers_ab.core.errors import StateError, show

RESULTS = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*")
"""White's points first; other draughts count two for a win."""

_WORDS = re.compile(
    r"""
      (?P<tag>      \[ \s* (?P<name> \w+ ) \s* " (?P<value> (?: [^"\\\n] | \\. )* ) " \s* \] )
    | (?P<result>   (?: 1/2-1/2 | [01]-[01] | 2-0 | 0-2 | \* ) (?! [0-9xX:-] ) )
    | (?P<move>     [0-9]+ (?: [-xX:] [0-9]+ )+ )
    | (?P<open>     \( (?! [!?]+ \) ) )
    | (?P<close>    \) )
    | (?P<skipped>  \s+
                  | \{ [^}]* \}                 # a comment
                  | ; [^\n]*                    # another, to the end of the line
                  | ^ % [^\n]*                  # a line for other programs
                  | [0-9]* \.+                  # the number of a move
                  | \$ [0-9]+                   # a remark by its number
                  | [!?]+ | \( [!?]+ \) )       # what a move is worth
    """,
    re.VERBOSE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Word:
    """Something that counts: its kind (tag, result, move, open, close), where it stands, and what it says.

    `name` is that of a tag, and `text` its value; `column` is that of the text.
    """

    kind: str
    line: int
    column: int
    text: str
    name: str = ""


def read_words(text: str) -> Iterator[Word]:
    """The words of a game file in their order; StateError where something is none."""
    ends = [match.end() for match in re.finditer("\n", text)]

    def where(place: int) -> tuple[int, int]:
        line = bisect_right(ends, place)
        return line + 1, place - (ends[line - 1] if line else 0) + 1

    place = 0
    while place < len(text):
        found = _WORDS.match(text, place)
        if found is None:
            reason, hint = _complain(text[place:])
            raise StateError(*where(place), reason, hint)
        kind = found.lastgroup or ""
        if kind == "tag":
            value = re.sub(r"\\(.)", r"\1", found["value"])
            yield Word(kind, *where(found.start("value")), value, found["name"])
        elif kind != "skipped":
            yield Word(kind, *where(place), found[0])
        place = found.end()


def _complain(rest: str) -> tuple[str, str]:
    """Why no word begins here, and a hint."""
    if rest[0] == "{":
        return "this comment has no end", "a comment ends with '}'"
    if rest[0] == "[":
        line = rest.partition("\n")[0]
        return f"expected a tag, found {show(line)}", 'a tag is a name and a text, as in [White "Alice"]'
    if rest[0] == "/":
        return "a position in the middle of a game is not read", 'a game begins at the one that a tag [FEN "..."] has'
    found = re.split(r"[\s{}()\[\]]", rest, maxsplit=1)[0] or rest[0]
    return f"expected a move such as 11-15 or 15x24, found {show(found)}", ""
