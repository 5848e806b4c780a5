"""The tokens of a PDN file: tags, moves, results; the rest is skipped."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from checkers_ab.core.errors import StateError, show

RESULTS = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*")
"""White's points first; some variants count two for a win."""

_TOKENS = re.compile(
    r"""
      (?P<tag>      \[ \s* (?P<name> \w+ ) \s* " (?P<value> (?: [^"\\\n] | \\. )* ) " \s* \] )
    | (?P<result>   (?: 1/2-1/2 | [01]-[01] | 2-0 | 0-2 | \* ) (?! [0-9xX:-] ) )
    | (?P<move>     [0-9]+ (?: [-xX:] [0-9]+ )+ )
    | (?P<open>     \( (?! [!?]+ \) ) )
    | (?P<close>    \) )
    | (?P<skipped>  \s+
                  | \{ [^}]* \}                 # a comment
                  | ; [^\n]*                    # another, to the end of the line
                  | ^ % [^\n]*                  # an escaped line
                  | [0-9]* \.+                  # a move number
                  | \$ [0-9]+                   # a numeric annotation glyph
                  | [!?]+ | \( [!?]+ \) )       # the strength of a move
    """,
    re.VERBOSE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class PdnToken:
    """A token: its kind (tag, result, move, open, close), position and text.

    For a tag, `name` is its name and `text` its value; `column` is that of the text.
    """

    kind: str
    line: int
    column: int
    text: str
    name: str = ""


def read_tokens(text: str) -> Iterator[PdnToken]:
    """Yields the tokens of a PDN text in order; raises StateError."""
    ends = [match.end() for match in re.finditer("\n", text)]

    def where(place: int) -> tuple[int, int]:
        line = bisect_right(ends, place)
        return line + 1, place - (ends[line - 1] if line else 0) + 1

    place = 0
    while place < len(text):
        found = _TOKENS.match(text, place)
        if found is None:
            reason, hint = _explain_error(text[place:])
            raise StateError(*where(place), reason, hint)
        kind = found.lastgroup or ""
        if kind == "tag":
            value = re.sub(r"\\(.)", r"\1", found["value"])
            yield PdnToken(kind, *where(found.start("value")), value, found["name"])
        elif kind != "skipped":
            yield PdnToken(kind, *where(place), found[0])
        place = found.end()


def _explain_error(rest: str) -> tuple[str, str]:
    """The reason and a hint for a text that is not a token."""
    if rest[0] == "{":
        return "this comment has no end", "a comment ends with '}'"
    if rest[0] == "[":
        line = rest.partition("\n")[0]
        return f"expected a tag, found {show(line)}", 'a tag is a name and a text, as in [White "Alice"]'
    if rest[0] == "/":
        return "a position in the middle of a game is not read", 'a game begins at the one that a tag [FEN "..."] has'
    found = re.split(r"[\s{}()\[\]]", rest, maxsplit=1)[0] or rest[0]
    return f"expected a move such as 11-15 or 15x24, found {show(found)}", ""
