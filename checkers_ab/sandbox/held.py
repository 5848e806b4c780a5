"""The end of a program in a box as the system has it.

Its parent in the box, bubblewrap, says 137 both for exit code 137 and for a kill by signal 9. While that parent is
stopped, the program stays in the table of processes after its end, and the table tells one from the other.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep

from checkers_ab.sandbox.processes import children_of, has_ended, read_whole

START_TIME = 30.0
"""Seconds until the program must be there, and its parent stopped."""
DELAYED = ("/bin/sh", "-c", 'kill -STOP $$; exec "$@"', "sh")
"""Words before a command: the program, which may run for less than a millisecond, stops before it begins."""
EXIT_STATUS = 49
"""The place of the exit status in what /proc says about a process, after its name."""


class HeldProgram:
    """The program of a box that has just been let in, whose parent is stopped until `release`."""

    def __init__(self, parent: int) -> None:
        self._parent, self._pidfd = parent, -1
        _wait_until(lambda: bool(_stopped_children(parent)) or not os.path.exists(f"/proc/{parent}"))
        with suppress(OSError, IndexError):  # it has ended already
            self._program = _stopped_children(parent)[0]
            self._pidfd = os.pidfd_open(self._program)
            os.kill(parent, signal.SIGSTOP)
            _wait_until(lambda: _is_stopped(parent))  # until it gets a processor, it could reap the program
            os.kill(self._program, signal.SIGCONT)

    def has_ended(self, seconds: float) -> bool:
        """Waits for its end. False if it has not come."""
        return self._pidfd < 0 or has_ended(self._pidfd, seconds)

    def release(self) -> int | None:
        """The exit code, of a signal negative; None if that was not seen. Its parent goes on."""
        if self._pidfd < 0:
            return None
        try:
            words = _words_of(self._program)
            return os.waitstatus_to_exitcode(int(words[EXIT_STATUS])) if words[0] == b"Z" else None
        except IndexError:
            return None
        finally:
            os.close(self._pidfd)
            with suppress(OSError):
                os.kill(self._parent, signal.SIGCONT)


def _stopped_children(parent: int) -> list[int]:
    return [child for child in children_of(parent) if _is_stopped(child)]


def _is_stopped(pid: int) -> bool:
    return _words_of(pid)[:1] == [b"T"]


def _wait_until(happened: Callable[[], bool]) -> None:
    """Waits for something, but not for ever."""
    end = monotonic() + START_TIME
    while not happened() and monotonic() < end:
        sleep(0.001)


def _words_of(pid: int) -> list[bytes]:
    """What /proc says about a process after its name, which may hold anything; nothing if it is gone."""
    try:
        return read_whole(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    except OSError:
        return []
