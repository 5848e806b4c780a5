"""Running a user's own program, without a box: with a limit of time and of output, and nothing left behind."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import IO, Any

from checkers_ab.sandbox.limits import MEGABYTE
from checkers_ab.sandbox.processes import adopt_orphans, kill_children, living_children, reap_children

TIME_LIMIT, OUTPUT_LIMIT = "time limit", "output limit"
MOST_OUTPUT = 20 * MEGABYTE
"""Bytes of output that are read; a program that writes more is stopped."""
LONGEST_STDERR = 4000
"""Bytes of standard error that are kept."""
BLOCK = 65_536
INTERVAL = 0.1
"""Seconds between two looks at the size of the output file."""
GRACE = 5.0
"""Seconds that killed processes may take to close their output."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ProgramRun:
    """The end of a run, and what the program wrote."""

    status: str
    """Empty if the exit code is 0, else `time limit`, `output limit`, `exit code N` or `crashed with signal N`."""
    seconds: float
    stdout: bytes
    stderr: bytes
    """The end of its standard error."""
    left_behind: bool = False
    """True if processes that it had started were still running when it ended. They were killed."""


@contextmanager
def keeping_orphans() -> Iterator[None]:
    """Processes that lose their parent in the block become children of this one, so that they can be killed.

    Only Linux can do that. Elsewhere a process that leaves its group is not found.
    """
    before = adopt_orphans()
    try:
        yield
    finally:
        adopt_orphans(before)


def run_program(words: Sequence[str], *, stdin: Path, output: Path, seconds: float) -> ProgramRun:
    """Runs a command to its end, or kills it at a limit. None of its processes is left then, nor after Ctrl-C.

    `output` is a file that it may write. OSError or ValueError if it can't be started.
    """
    with open(stdin, "rb") as source:
        start = monotonic()
        process = subprocess.Popen(
            words,
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # its processes are killed as one group, and Ctrl-C is left to this process
        )
    with process:
        try:
            run = _Supervision(process, output)
            broken = run.wait(start + seconds)
            took = monotonic() - start
            left = not broken and _is_any_left(process)
        finally:
            kill_all(process)
        run.finish()
    over = max(len(run.stdout), _size(output)) > MOST_OUTPUT
    return ProgramRun(
        status=broken or (OUTPUT_LIMIT if over else _status_of(process.returncode)),
        seconds=took,
        stdout=bytes(run.stdout[:MOST_OUTPUT]),
        stderr=bytes(run.stderr),
        left_behind=left,
    )


class _Supervision:
    """Threads that read what a process writes and wait for its end: that works on every system, without delay."""

    def __init__(self, process: subprocess.Popen[bytes], output: Path) -> None:
        self.process = process
        self.output = output
        self.stdout = bytearray()
        self.stderr = bytearray()
        self.ends: queue.SimpleQueue[str] = queue.SimpleQueue()
        assert process.stdout is not None
        assert process.stderr is not None
        self.waiter = threading.Thread(target=self._await_end, daemon=True)
        self.readers = [
            threading.Thread(target=self._read_output, args=(process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(process.stderr,), daemon=True),
        ]
        for thread in (self.waiter, *self.readers):
            thread.start()

    def wait(self, end: float) -> str:
        """Waits for the end of the program. Returns the limit that it broke, if any."""
        while (left := end - monotonic()) > 0:
            with suppress(queue.Empty):
                return self.ends.get(timeout=min(left, INTERVAL))
            if _size(self.output) > MOST_OUTPUT:
                return OUTPUT_LIMIT
        return TIME_LIMIT

    def finish(self) -> None:
        """Waits until everything that was written has been read; all processes have been killed before."""
        self.waiter.join()
        for thread in self.readers:
            thread.join(GRACE)
        reap_children()

    def _await_end(self) -> None:
        self.process.wait()
        self.ends.put("")

    def _read_output(self, stream: IO[bytes]) -> None:
        descriptor = stream.fileno()
        while len(self.stdout) <= MOST_OUTPUT and (block := os.read(descriptor, BLOCK)):
            self.stdout += block
        if len(self.stdout) > MOST_OUTPUT:
            self.ends.put(OUTPUT_LIMIT)

    def _read_errors(self, stream: IO[bytes]) -> None:
        while block := os.read(stream.fileno(), BLOCK):
            self.stderr = (self.stderr + block)[-LONGEST_STDERR:]


def _is_any_left(process: subprocess.Popen[bytes]) -> bool:
    """True if processes of a program run on after its end."""
    if sys.platform.startswith("linux"):
        return any(pid != process.pid for pid in living_children())
    return _signal_group(process.pid, 0)


def kill_all(process: subprocess.Popen[bytes]) -> None:
    """Kills a program with its group, and on Linux all other processes that it has started."""
    kill_group(process)
    if sys.platform.startswith("linux"):
        end = monotonic() + GRACE
        while living_children() and monotonic() < end:
            kill_children()


def kill_group(process: subprocess.Popen[Any]) -> None:
    """Kills a program that has a session of its own, with its child processes."""
    if hasattr(os, "killpg"):
        _signal_group(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False)


def _signal_group(pid: int, number: int) -> bool:
    """Sends a signal to a process group; False if there is none."""
    if not hasattr(os, "killpg"):
        return False
    try:
        os.killpg(pid, number)
    except OSError:  # all of them have ended
        return False
    return True


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _status_of(code: int) -> str:
    if code == 0:
        return ""
    number = -code if code < 0 else code - 128
    return f"crashed with signal {number}" if 0 < number < 65 else f"exit code {code}"
