"""Processes as the system tells of them in /proc: who belongs to whom, and what they hold."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
from contextlib import ExitStack, suppress
from time import monotonic, sleep

PAGE, TICKS = (os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")) if hasattr(os, "sysconf") else (4096, 100)
PR_SET_CHILD_SUBREAPER = 36
PATIENCE = 5.0
"""Seconds that killed processes may take to be gone."""
BURIAL = 0.2
"""Seconds that those may take to be buried who died with their box."""


class Family:
    """A process and all that it has started: what they hold, and what they have used so far."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.memory = 0
        """Bytes that they hold now."""
        self.tasks = 0
        """Processes and threads."""
        self.waited = 0.0
        """Seconds for which one of them wanted a processor and had none."""
        self._ticks: dict[tuple[int, bytes], int] = {}
        self._most = 0

    @property
    def seconds(self) -> float:
        """Processor time of all of them, those that have ended included.

        There are two accounts, and each may miss something: that of every process that was seen, and that of the
        living with the children that they have waited for.
        """
        return max(self._most, sum(self._ticks.values())) / TICKS

    def look(self) -> None:
        """Looks at all that live now."""
        self.memory = self.tasks = 0
        living = 0
        for member in family_of(self.pid):
            try:
                threads = os.listdir(f"/proc/{member}/task")
                self.tasks += len(threads)
                # The first thread may have ended, and then nothing is known of it.
                self.memory += _memory(f"/proc/{member}/task/{threads[-1]}")
                with open(f"/proc/{member}/stat", "rb") as stream:
                    words = stream.read().rpartition(b")")[2].split()  # the name before it may hold anything
                self._ticks[member, words[19]] = int(words[11]) + int(words[12])
                living += sum(map(int, words[11:15]))
                with open(f"/proc/{member}/schedstat", "rb") as stream:
                    self.waited = max(self.waited, int(stream.read().split()[1]) / 1e9)
            except (OSError, IndexError):
                continue  # it has just ended
        self._most = max(self._most, living)


def family_of(pid: int) -> list[int]:
    """A process and all that it has started, as far as they still belong to it."""
    family = [pid]
    for member in family:
        family += _children(member)
    return family


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb") as stream:
                found += map(int, stream.read().split())
    except OSError:
        pass  # it has just ended
    return found


def end_family(pid: int) -> None:
    """Kills a process and all that it has started, the youngest first, and waits until they are dead.

    Until then they count against the limits of their user, who may be about to run something else. Those whose parents
    have died with them are buried, if this process has adopted them; `pid` itself is left to who has started it.
    """
    family = family_of(pid)
    with ExitStack() as stack:
        dying = select.poll()
        count = 0
        for member in reversed(family):
            with suppress(ProcessLookupError, PermissionError):  # it is gone
                descriptor = os.pidfd_open(member)
                stack.callback(os.close, descriptor)
                os.kill(member, signal.SIGKILL)
                dying.register(descriptor, select.POLLIN)
                count += 1
        end = monotonic() + PATIENCE
        while count and monotonic() < end:
            for descriptor, _ in dying.poll(1000 * PATIENCE):
                dying.unregister(descriptor)
                count -= 1
    for member in family[1:]:
        with suppress(ChildProcessError):  # it is somebody else's
            os.waitpid(member, os.WNOHANG)


def end_children() -> None:
    """Kills all that this process has started."""
    for child in _children(os.getpid()):
        end_family(child)


def _memory(place: str) -> int:
    """Bytes that a process holds, with its share of what it shares with others."""
    try:
        with open(f"{place}/smaps_rollup", "rb") as stream:
            for line in stream:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    with open(f"{place}/statm", "rb") as stream:
        return int(stream.read().split()[1]) * PAGE


def adopt_orphans() -> None:
    """Lets processes whose parent has died become this one's children: nobody else may care for them for long."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def bury_children() -> None:
    """Takes note of all children that have died, so that they do not lie around as long as this process lives."""
    try:
        while hasattr(os, "WNOHANG") and os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def end_user(uid: int) -> None:
    """Kills all processes of a user, and waits until none is left.

    For the dead it waits until they are buried, but not long: the first process of a system takes its time with that.
    """
    start = monotonic()
    while left := [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if _is_of(pid, uid)]:
        states = [_state(pid) for pid in left]
        if all(dead for dead, _ in states):
            if monotonic() > start + BURIAL or all(parent == 1 for _, parent in states):
                return
        elif monotonic() > start + PATIENCE:
            raise TimeoutError(f"a process of user {uid} can't be ended")
        sleep(0.002)


def _is_of(pid: int, uid: int) -> bool:
    """Whether a process is this user's; it is killed, and buried if it was this one's child."""
    try:
        if os.stat(f"/proc/{pid}").st_uid != uid:
            return False
        os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
        return True
    except OSError:
        return False  # it is gone


def _state(pid: int) -> tuple[bool, int]:
    """Whether a process has died, and who its parent is, 1 also if it is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stream:
            state, parent = stream.read().rpartition(b")")[2].split()[:2]
    except OSError:
        return True, 1
    return state in b"ZX", int(parent)
