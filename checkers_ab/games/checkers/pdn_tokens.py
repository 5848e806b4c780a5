"""The tokens of a PDN file: tags, moves, results; the rest is skipped."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from checkers_ab.core.errors import show

RESULTS = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*")
"""The points of the side that moves first, Black, come first; some variants count two for a win."""

OWN_TAGS = ("Result", "GameType", "SetUp", "FEN")
"""Tags with a meaning, which are written from the fields of a game. Some programs write them in other letter cases."""
_TAG_NAMES = {name.lower(): name for name in OWN_TAGS}

_TOKENS = re.compile(
    r"""
      (?P<tag>      \[ \s* (?P<name> \w+ ) \s* " (?P<value> (?: [^"\\\n] | \\. )* ) " \s* \] )
    | (?P<star>     (?<=[0-9!?]) \* (?= \s* (?: \{ [^}]* \} \s* )* (?! 1\. ) [0-9]+ (?: \. | [-xX:/] [0-9] ) ) )
    | (?P<result>   (?: 1/2-1/2 | [01][ ]?-[ ]?[01] | 2-0 | 0-2 | \* ) (?! [0-9xX:-] ) )
    | (?P<move>     [0-9]+ (?: [ ]?[-xX:][ ]?[0-9]+ )+
                    (?P<glued> [!?]* (?: [xX:-] (?! [0-9] ) | [^\s!?$*.;{}()\[\]:xX/-] ) [^\s;{}()\[\]]*
                               (?: [ ]+ [^\W\d] [^\s;{}()\[\]]* )* )? )  # and the words after it
    | (?P<open>     \( (?! [!?]+ \) ) )
    | (?P<close>    \) )
    | (?P<skipped>  \s+
                  | \{ [^}\n]* (?: \n (?! [ \t]* \[ \w+ \s+ " ) [^}\n]* )* \}  # a comment; no tag begins a line of it
                  | ; [^\n]*                    # another, to the end of the line
                  | ^ % [^\n]*                  # an escaped line
                  | [0-9]* \.+                  # a move number
                  | \$ [0-9]+                   # a numeric annotation glyph
                  | [!?]+ | \( [!?]+ \) )       # the strength of a move
    """,
    re.VERBOSE | re.MULTILINE,
)

_AFTER = {"{": re.compile(r"^[ \t]*\[\w+\s+\"", re.MULTILINE), "[": re.compile("\n")}
_AFTER_WORD = re.compile(r"[\s{}()\[\]]")
"""Where reading goes on after text that can't be read: a comment without an end, a bad tag, anything else."""

LONGEST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class PdnToken:
    """A token: its kind (tag, result, move, open, close, bad, bad-tag), position and text.

    For a tag, `name` is its name and `text` its value; `column` is that of the text. For a move, `glued` is text that
    follows it without a blank, and further words. A bad token can't be read; `text` says why, and `hint` what to do.
    """

    kind: str
    line: int
    column: int
    text: str
    name: str = ""
    glued: str = ""
    hint: str = ""


def read_tokens(text: str) -> Iterator[PdnToken]:
    """Yields the tokens of a PDN text in order; what can't be read is a bad token up to the next blank."""
    ends = [match.end() for match in re.finditer("\n", text)]

    def where(place: int) -> tuple[int, int]:
        line = bisect_right(ends, place)
        return line + 1, place - (ends[line - 1] if line else 0) + 1

    place = 0
    while place < len(text):
        found = _TOKENS.match(text, place)
        if found is None:
            reason, hint = _explain_error(text[place : place + LONGEST_SHOWN])
            yield PdnToken("bad-tag" if text[place] == "[" else "bad", *where(place), reason, hint=hint)
            end = _AFTER.get(text[place], _AFTER_WORD).search(text, place + 1)
            place = end.start() if end else len(text)
            continue
        kind = found.lastgroup or ""
        if kind == "tag":
            value = re.sub(r"\\(.)", r"\1", found["value"])
            name = _TAG_NAMES.get(found["name"].lower(), found["name"])
            yield PdnToken(kind, *where(found.start("value")), value, name)
        elif kind not in ("skipped", "star"):  # a star glued to a move praises it
            glued = found["glued"] or ""
            yield PdnToken(kind, *where(place), found[0].removesuffix(glued), glued=glued)
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
