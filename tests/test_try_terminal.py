"""`checkers-ab try` in a terminal: --watch, and Ctrl-C."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from checkers_ab.cli.try_.session import snapshot
from tests.support import PROGRAM, ROOT, need_program, wait_until
from tests.test_try import CUT, KINGS, PYTHON, hw4, running_with

LONGEST = 60.0
"""Seconds that anything may take on a busy machine."""


class Terminal:
    """A program in a terminal of 80 columns, which Ctrl-C reaches as it does for everybody."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process = process
        self.master = master
        self.shown = ""

    def read_until(self, text: str) -> str:
        """What is shown from here on up to a text."""
        end = monotonic() + LONGEST
        while text not in self.shown:
            assert select.select([self.master], [], [], max(0.0, end - monotonic()))[0], self.shown
            self.shown += os.read(self.master, 65536).decode().replace("\r\n", "\n")
        before, _, self.shown = self.shown.partition(text)
        return before

    def ctrl_c(self) -> int:
        os.write(self.master, b"\x03")
        return self.process.wait(LONGEST)


@contextmanager
def terminal(*args: str | Path, cwd: Path, env: dict[str, str] | None = None) -> Iterator[Terminal]:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    inherited = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with subprocess.Popen(
        [need_program("setsid"), "--ctty", PROGRAM, "try", *args],
        cwd=cwd,
        env={**inherited, **(env or {})},
        stdin=slave,
        stdout=slave,
        stderr=slave,
    ) as process:
        os.close(slave)
        try:
            yield Terminal(process, master)
        finally:
            process.kill()
            os.close(master)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder with three boards."""
    (tmp_path / "mine").mkdir()
    for name in ("man-takes-king", "tie-is-a-bound", "win-at-ply-1"):
        (tmp_path / f"mine/{name}.txt").write_text((ROOT / f"inputs/{name}.txt").read_text())
    return tmp_path


def test_watch_runs_again_after_a_change_and_says_what_got_better_and_worse(mine: Path) -> None:
    command = hw4(mine, CUT)
    with terminal("--watch", "--boards", "mine", *command, cwd=mine) as screen:
        assert "\n1 of 3 right\n" in screen.read_until("Next: Cut as soon as alpha >= beta (rule 26).\n")
        screen.read_until("Watching 1 file; Ctrl-C ends it.\n")
        hw4(mine)
        assert "hw4.py has changed.\n" in screen.read_until("\n3 of 3 right\n")
        screen.read_until("\nBetter: man-takes-king, tie-is-a-bound.\n")
        screen.read_until("Ctrl-C ends it.\n")
        hw4(mine, KINGS)
        assert "\n1 of 3 right\n" in screen.read_until("Next: Count each king twice in h (rule 22).\n")
        screen.read_until("Worse: man-takes-king, tie-is-a-bound.\n")
        screen.read_until("Ctrl-C ends it.\n")
        (mine / "hw4.py").unlink()
        (mine / "beside.py").write_text("nothing\n")
        screen.read_until("hw4.py: no such file\n")
        screen.read_until("Ctrl-C ends it.\n")
        hw4(mine, KINGS)
        screen.read_until("No board got better or worse.\n")
        screen.read_until("Ctrl-C ends it.\n")
        hw4(mine, KINGS, CUT)
        screen.read_until("More findings than before: man-takes-king, tie-is-a-bound.\n")
        screen.read_until("Ctrl-C ends it.\n")
        hw4(mine, CUT)
        screen.read_until("Fewer findings than before: man-takes-king, tie-is-a-bound.\n")
        screen.read_until("Ctrl-C ends it.\n")
        assert screen.ctrl_c() == 130
        assert "Traceback" not in screen.shown


def test_ctrl_c_ends_all_that_the_program_has_started(tmp_path: Path) -> None:
    mark = f"CHECKERS_AB_STARTED={tmp_path}"
    script = f"export {mark}; setsid sleep 1000 & (sleep 1000; true) & touch started; sleep 1000"
    folder = tmp_path / "tmp"
    folder.mkdir()
    with terminal("--time", "900", "sh", "-c", script, cwd=tmp_path, env={"TMPDIR": str(folder)}) as screen:
        wait_until((tmp_path / "started").exists, "the program has started")
        wait_until(lambda: len(running_with(mark)) == 3, "all that it starts is running")
        assert screen.ctrl_c() == 130
        wait_until(lambda: not running_with(mark), "all of them have ended")
    assert list(folder.iterdir()) == []


def test_the_files_of_a_command_are_those_that_are_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("hw4", "hw4.cpp", "Main.java", "Main.class", "out.txt", "build/x.class", "lib/y.py", "lib/z.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "lib/run").write_text("#!/bin/sh\n")

    def watched(*words: str) -> set[str]:
        return set(snapshot(words))

    assert watched("./hw4", "{input}") == {"hw4"}
    assert watched("java", "Main") == {"Main.class"}
    assert watched("java", "Main.java") == {"Main.java", "Main.class"}
    assert watched("java", "-cp", "build", "X") == {"build/x.class"}
    assert watched("python3", "lib/y.py") == watched(*PYTHON[:1], "lib/y.py") == {"lib/y.py", "lib/z.py"}
    assert watched("python3", "lib") == {"lib/y.py", "lib/z.py"}
    assert watched("lib/run") == {"lib/run", "lib/y.py", "lib/z.py"}
    assert watched("true") == set()
