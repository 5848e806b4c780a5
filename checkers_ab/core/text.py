"""Text for messages: escaped, shortened, counted and listed; the reasons of OS errors. Text in TOML."""

from __future__ import annotations

from checkers_ab._typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def escape(text: str, *, keep: str = "", substitute: str = "") -> str:
    """Escapes unprintable characters as Python does, so that a terminal does not interpret them.

    A byte that is not UTF-8 becomes `\\xNN`. Characters in `keep` stay. A `substitute` replaces the others instead.
    """
    return "".join(c if c.isprintable() or c in keep else substitute or _escaped(c) for c in text)


def _escaped(character: str) -> str:
    byte = undecoded_byte(character)
    return character.encode("unicode_escape", "surrogatepass").decode() if byte is None else f"\\x{byte:02x}"


def undecoded_byte(character: str) -> int | None:
    """The byte behind a surrogate escape; None for any other character."""
    return ord(character) - 0xDC00 if "\udc80" <= character <= "\udcff" else None


def printable(name: str) -> str:
    """Escapes a name so that it fits on one line and different names look different."""
    return escape(name.replace("\\", "\\\\"))


def repr_unless_printable(text: str) -> str:
    """The text if it is printable and not empty, else its repr."""
    return text if text and text.isprintable() else repr(text)


def os_reason(error: Exception) -> str:
    """The operating system's message of an OSError, in lower case; for other errors, their message."""
    return (getattr(error, "strerror", None) or str(error)).lower()


def possessive(name: str) -> str:
    """A name as the owner of what follows: Alice's, the Archers'."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def plural(number: int, thing: str) -> str:
    """A number of things, such as `1 move` or `2,000 moves`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def shorten(text: str, most: int, sign: str = "...") -> str:
    """A text in at most so many characters, with a sign for what is left out."""
    return text if len(text) <= most else (text[: max(most - len(sign), 0)] + sign)[:most]


def join_clauses(clauses: Sequence[str]) -> str:
    """Clauses as one: `a, b and c`."""
    return " and ".join([", ".join(clauses[:-1]), clauses[-1]] if len(clauses) > 1 else clauses)


def list_some(items: Sequence[str], most: int = 12, rest: str = ", ...") -> str:
    """The first items of a list; `rest` stands for the others, with their number for `{}`."""
    return ", ".join(items[:most]) + (rest.format(len(items) - most) if len(items) > most else "")


def parse_toml(text: str) -> dict[str, Any]:
    """Parses TOML; raises ValueError with the reason."""
    import tomllib

    try:
        data = tomllib.loads(text)
        repr(data)  # what Python can't write in decimal digits has no place in a message
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"not TOML: {error}") from None
    except ValueError:  # Python bounds the digits of an int
        raise ValueError("not TOML: a number has more than 4,300 digits") from None
    return data
