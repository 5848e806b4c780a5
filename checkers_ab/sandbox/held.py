"""The end of a program in a box as the system has it.

Its parent in the box, bubblewrap, says 137 both for exit code 137 and for a kill by signal 9. While that parent is
stopped, the program stays in the table of processes after its end, and the table tells one from the other.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from time import monotonic, sleep

from checkers_ab.sandbox.processes import children_of, has_ended, read_whole

START_TIME = 5.0
"""Seconds until the program must be there."""
DELAYED = ("/bin/sh", "-c", 'sleep 0.1; exec "$@"', "sh")
"""Words before a command: the program, which may run for less than a millisecond, is held before it begins."""
EXIT_STATUS = 49
"""The place of the exit status in what /proc says about a process, after its name."""


class HeldProgram:
    """The program of a box that has just been let in, whose parent is stopped until `release`."""

    def __init__(self, parent: int) -> None:
        self._parent, self._pidfd = parent, -1
        end = monotonic() + START_TIME
        while not (children := children_of(parent)) and os.path.exists(f"/proc/{parent}") and monotonic() < end:
            sleep(0.001)
        with suppress(OSError, IndexError):  # it has ended already
            self._program = children[0]
            self._pidfd = os.pidfd_open(self._program)
            os.kill(parent, signal.SIGSTOP)

    def has_ended(self, seconds: float) -> bool:
        """Waits for its end. False if it has not come."""
        return self._pidfd < 0 or has_ended(self._pidfd, seconds)

    def release(self) -> int | None:
        """The exit code, of a signal negative; None if that was not seen. Its parent goes on."""
        if self._pidfd < 0:
            return None
        try:
            words = read_whole(f"/proc/{self._program}/stat").rpartition(b")")[2].split()
            return os.waitstatus_to_exitcode(int(words[EXIT_STATUS])) if words[0] == b"Z" else None
        except (OSError, IndexError):
            return None
        finally:
            os.close(self._pidfd)
            with suppress(OSError):
                os.kill(self._parent, signal.SIGCONT)
