"""What stdout can show, and things drawn for it: in colour on a terminal, as plain text elsewhere."""

from __future__ import annotations

import os
import shutil
import sys
from io import StringIO
from textwrap import wrap
from typing import TYPE_CHECKING

from checkers_ab.cli.io import Failure

if TYPE_CHECKING:
    from rich.console import RenderableType


class Screen:
    """Standard output: how wide it is, whether it takes colours, can be written anew, and takes more than ASCII.

    Without a terminal it is as wide as COLUMNS says, or 80. NO_COLOR holds.
    """

    def __init__(self) -> None:
        if sys.stdout is None:
            raise Failure("can't write the output: standard output is closed")
        sys.stdout.reconfigure(errors="replace", newline="\n")  # type: ignore[union-attr]
        self.width = shutil.get_terminal_size().columns
        plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        self.coloured = sys.stdout.isatty() and not plain
        self.refreshable = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self.encoding = sys.stdout.encoding.lower()
        self.ascii_only = not self.encoding.startswith("utf")

    def show(self, drawing: RenderableType) -> None:
        """Writes something that rich can draw; what is wider than the screen is cropped."""
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
        """Writes a sentence, on several lines if it is longer than one."""
        self.write("\n".join(wrap(sentence, self.width)) + "\n")

    def write(self, text: str) -> None:
        sys.stdout.write(text)

    def flush(self) -> None:
        sys.stdout.flush()


class _Encoded(StringIO):
    """A text in memory that tells rich which characters it may use."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding
