"""A terminal for the tests: the program with its stdout on a pty of a given width."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

from tests.support import PROGRAM, ROOT


def on_a_terminal(*args: str, columns: int = 80, env: dict[str, str] | None = None, stderr_too: bool = False) -> str:
    """What the program writes to a terminal, with line feeds for its line ends."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR", "COLORTERM")}
    environment = {**inherited, "TERM": "xterm-256color", **(env or {})}
    with subprocess.Popen(
        [PROGRAM, *args], cwd=ROOT, env=environment, stdin=slave, stdout=slave, stderr=slave if stderr_too else None
    ) as process:
        os.close(slave)
        written = b""
        try:
            while block := os.read(master, 65536):
                written += block
        except OSError:  # Linux says so when the other end is closed
            pass
        os.close(master)
        assert process.wait(timeout=60) == 0
    return written.decode().replace("\r\n", "\n")


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
