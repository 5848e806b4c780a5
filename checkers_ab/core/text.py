"""Text for messages: text from elsewhere made safe to show, and the system's reasons."""

from __future__ import annotations


def escape(text: str, *, keep: str = "", substitute: str = "") -> str:
    """Text with nothing that a terminal would obey: what does not print is escaped as in Python.

    A byte that is not UTF-8 becomes `\\xNN`. Characters in `keep` stay. A `substitute` stands for each of the others.
    """
    return "".join(c if c.isprintable() or c in keep else substitute or _escaped(c) for c in text)


def _escaped(character: str) -> str:
    byte = undecoded_byte(character)
    return character.encode("unicode_escape", "surrogatepass").decode() if byte is None else f"\\x{byte:02x}"


def undecoded_byte(character: str) -> int | None:
    """The byte that a character stands for in text with bytes that are not UTF-8; None for all other characters."""
    return ord(character) - 0xDC00 if "\udc80" <= character <= "\udcff" else None


def printable(name: str) -> str:
    """A name on one line, escaped so that no two names look alike."""
    return escape(name.replace("\\", "\\\\"))


def repr_unless_printable(text: str) -> str:
    """The text itself if all of it prints, else its repr; so is the empty text."""
    return text if text and text.isprintable() else repr(text)


def os_reason(error: Exception) -> str:
    """The system's reason for an OSError, in lower case; the message of any other error."""
    return (getattr(error, "strerror", None) or str(error)).lower()
