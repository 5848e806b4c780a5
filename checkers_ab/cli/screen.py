"""Drawing on stdout: in colour on a terminal, as plain text elsewhere."""

from __future__ import annotations

import os
import shutil
import sys
from io import StringIO
from textwrap import wrap
from typing import TYPE_CHECKING

from checkers_ab.cli.io import configure
from checkers_ab.core.errors import InputError

if TYPE_CHECKING:
    from rich.console import RenderableType


class Screen:
    """Standard output, with its width, colours, encoding, and whether lines can be redrawn.

    Without a terminal the width is COLUMNS, or 80. NO_COLOR is respected.
    """

    def __init__(self) -> None:
        if sys.stdout is None:
            raise InputError("can't write the output: standard output is closed")
        configure(sys.stdout, errors="replace", newline="\n")
        self.width = shutil.get_terminal_size().columns
        plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        self.coloured = sys.stdout.isatty() and not plain
        self.refreshable = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self.encoding = (sys.stdout.encoding or "utf-8").lower()
        self.ascii_only = not self.encoding.startswith("utf")

    def show(self, drawing: RenderableType) -> None:
        """Writes a rich renderable, cropped to the width of the screen."""
        from rich.console import Console

        drawn = _Encoded(self.encoding)
        console = Console(
            file=drawn,
            width=self.width,
            color_system="auto" if self.coloured else None,
            force_terminal=self.coloured,
            highlight=False,
        )
        console.print(drawing)
        self.write(drawn.getvalue())

    def say(self, sentence: str) -> None:
        """Writes a sentence, wrapped to the width of the screen."""
        self.write("\n".join(wrap(sentence, self.width)) + "\n")

    def write(self, text: str) -> None:
        sys.stdout.write(text)

    def flush(self) -> None:
        sys.stdout.flush()


class _Encoded(StringIO):
    """A text buffer whose encoding limits the characters that rich uses."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding
