"""A note for people at a terminal when the engine is not compiled."""

from __future__ import annotations

from checkers_ab.cli.io import say_on_terminal
from checkers_ab.engine import how_built

_said: list[str] = []


def note_plain_engine() -> None:
    """Says once, on a terminal, that the engine runs as plain Python, and what to do."""
    if not _said and how_built() != "compiled":
        _said.append(how_built())
        say_on_terminal(
            "note: the engine is not compiled, and some 80 times slower for it\n"
            "  hint: with a C compiler, pip install . compiles it (not an editable install, nor CHECKERS_AB_PURE=1)"
        )
