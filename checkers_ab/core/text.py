"""Text from elsewhere, made safe to show."""

from __future__ import annotations


def printable(text: str) -> str:
    """A name on one line, with nothing that a terminal would obey or a file can't hold."""
    escaped = text.replace("\\", "\\\\").encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape", "surrogatepass").decode()
        for character in escaped
    )
