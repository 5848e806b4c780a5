"""The resources that a running program uses: counted by its control group where there is one, else seen in samples."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Self

from checkers_ab.sandbox.cgroup import Group
from checkers_ab.sandbox.folders import Folder
from checkers_ab.sandbox.limits import MEGABYTE, Limits
from checkers_ab.sandbox.processes import count_in, pids_of_tree, read_whole, stat_of
from checkers_ab.sandbox.seccomp import number_of

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
INODE = 1024
"""Bytes of memory that a file takes besides its contents."""
PIPE = 65_536
"""Bytes that a pipe can hold. Any descriptor may be the only end of one."""
ANONYMOUS, TABLES, SWAPPED, SHARE = b"RssAnon:", b"VmPTE:", b"VmSwap:", b"Pss:"
"""Lines about the memory of a process: its own, its page tables, which may be larger, what it has moved out to swap;
and its own with its part of what it shares with other processes."""


class Usage:
    """The use of processors, memory, processes and files by the program that `pid` will be; a context manager."""

    def __init__(self, pid: int, group: Group | None, folders: Sequence[Folder], *, spare: int) -> None:
        self.pid, self.group, self.folders, self.spare = pid, group, folders, spare
        self.memory_is_limited = group is not None and group.has_limits
        self.tree = ProcessTree(pid)
        self.counter = None if group else _time_counter(pid)
        self.waited = self._last_look = 0.0
        self.files = self.inodes = 0
        self.files, self.inodes = self._in_folders()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self.counter:
            self.counter.close()

    @property
    def seconds(self) -> float:
        """Processor time of all processes so far."""
        exact = self.group or self.counter
        return max(self.tree.seconds, exact.seconds if exact else 0.0)

    def over(self, limits: Limits, seconds: float) -> str:
        """Looks at all processes: the limit that is broken after so many seconds by the clock; empty if none is."""
        self.tree.sample(times=not (self.group or self.counter))
        # Before that it can't be too late, and most programs end before.
        if seconds > limits.time and self.tree.is_ready:
            self.waited += seconds - self._last_look
        self._last_look = seconds
        if self.seconds > limits.time or seconds - self.waited > limits.patience or seconds > limits.longest:
            return "time limit"
        size, inodes = self._in_folders()
        if inodes > limits.inodes:
            return "disk limit"
        if self.memory_is_limited:
            return ""
        left = limits.memory * MEGABYTE - size - INODE * inodes - self._in_sockets() - PIPE * self.tree.descriptors
        if self.tree.memory > left and self.tree.shared_memory > left:
            return "memory limit"
        return "process limit" if self.tree.tasks > limits.processes + self.spare else ""

    def _in_folders(self) -> tuple[int, int]:
        """Bytes and inodes that the program has added to its folders in memory."""
        found = [os.statvfs(folder) for folder in self.folders]
        size = sum((one.f_blocks - one.f_bfree) * one.f_frsize for one in found)
        return size - self.files, sum(one.f_files - one.f_ffree for one in found) - self.inodes

    def _in_sockets(self) -> int:
        """Bytes that the sockets in the network of the box can hold for their readers. No process shows them."""
        if not self.folders:
            return 0  # there is no box, and the network is that of the machine
        with suppress(OSError, ValueError):
            return _socket() * count_in(f"/proc/{self.pid}/net/sockstat", b"used")
        return 0


class ProcessTree:
    """A process and its descendants: what they hold now, and what they have used so far."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.memory = 0
        """Bytes of memory that they hold now. What processes share counts for each of them."""
        self.tasks = 0
        """Processes and threads."""
        self.descriptors = 0
        """Descriptors that they have; 0 if the kernel is too old to say so."""
        self._ticks: dict[tuple[int, bytes], int] = {}
        self._most = 0
        self._places: list[str] = []
        self._threads: list[str] = []

    @property
    def is_ready(self) -> bool:
        """True if one of their threads runs, or waits for a processor."""
        return any(map(_is_ready, self._threads))

    @property
    def seconds(self) -> float:
        """Processor time of all of them, dead ones included.

        There are two sums, and each may miss something: that of every process that was sampled, and that of the living
        ones with the children that they have waited for. The larger one counts.
        """
        return max(self._most, sum(self._ticks.values())) / TICKS

    @property
    def shared_memory(self) -> int:
        """Bytes of memory that they hold now. What processes share counts once: to find that takes long."""
        return sum(map(_shared_memory, self._places))

    def sample(self, *, times: bool = True) -> None:
        """Looks at all processes that are alive now; at their times only if nobody else counts them."""
        self.memory = self.tasks = self.descriptors = 0
        self._places, self._threads = [], []
        living = 0
        for member in pids_of_tree(self.pid):
            try:
                threads = [f"/proc/{member}/task/{thread}" for thread in os.listdir(f"/proc/{member}/task")]
                self.tasks += len(threads)
                self._threads += threads
                self.descriptors += os.stat(f"/proc/{member}/fd").st_size
                self._look_at_memory(threads)
                if not times:
                    continue
                words = stat_of(f"/proc/{member}")
                self._ticks[member, words[19]] = int(words[11]) + int(words[12])
                living += sum(map(int, words[11:15]))
            except (OSError, IndexError):
                continue  # it has just ended
        self._most = max(self._most, living)

    def _look_at_memory(self, threads: Sequence[str]) -> None:
        """Adds the memory of a process. Its first thread may have ended, and shows none; others may end at any time."""
        for place in threads:
            with suppress(OSError):
                if held := _memory(place, ANONYMOUS, TABLES, SWAPPED):
                    self._places.append(place)
                    self.memory += held
                    return


class TimeCounter:
    """A counter of the kernel for the processor time of a process and all its descendants, dead ones included.

    Counts from now on. OSError if the kernel refuses it to this user.
    """

    SOFTWARE, TASK_CLOCK, CLOSE_ON_EXEC = 1, 1, 8
    INHERIT, NO_KERNEL, NO_HYPERVISOR = 1 << 1, 1 << 5, 1 << 6
    SIZE = 64
    """Bytes of the first version of the kernel's description of a counter."""

    def __init__(self, pid: int) -> None:
        settings = self.INHERIT | self.NO_KERNEL | self.NO_HYPERVISOR
        described = struct.pack("=IIQQQQQ", self.SOFTWARE, self.SIZE, self.TASK_CLOCK, 0, 0, 0, settings)
        libc, call = ctypes.CDLL(None, use_errno=True), number_of("perf_event_open")
        self._descriptor = libc.syscall(call, described.ljust(self.SIZE, b"\0"), pid, -1, -1, self.CLOSE_ON_EXEC)
        if self._descriptor < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))

    @property
    def seconds(self) -> float:
        return int.from_bytes(os.read(self._descriptor, 8), "little") / 1e9

    def close(self) -> None:
        os.close(self._descriptor)


@cache
def can_count_time() -> bool:
    """True if the kernel lets this user have such a counter."""
    try:
        TimeCounter(0).close()
    except OSError:
        return False
    return True


def _time_counter(pid: int) -> TimeCounter | None:
    """A counter for a process that has no children yet; None if the kernel refuses it.

    Without one the process is kept on one processor, so that hidden children can't use more time than the clock shows.
    """
    try:
        return TimeCounter(pid)
    except OSError:
        cores = sorted(os.sched_getaffinity(pid))
        os.sched_setaffinity(pid, {cores[pid % len(cores)]})
        return None


def _is_ready(thread: str) -> bool:
    try:
        return stat_of(thread)[0] == b"R"
    except (OSError, IndexError):
        return False  # it has just ended


def _shared_memory(place: str) -> int:
    """Bytes that a process holds, with its part of what it shares; where the kernel does not tell that, all of it."""
    try:
        with suppress(OSError, ValueError):
            return 1024 * count_in(f"{place}/smaps_rollup", SHARE) + _memory(place, TABLES, SWAPPED)
        return _memory(place, ANONYMOUS, TABLES, SWAPPED)
    except OSError:
        return 0  # it has just ended


def _memory(place: str, *lines: bytes) -> int:
    """The sum of some lines about the memory of a process."""
    # The first line is the name, which may hold anything.
    words = read_whole(f"{place}/status").partition(b"\n")[2].split()
    return sum(1024 * int(words[words.index(line) + 1]) for line in lines if line in words)


@cache
def _socket() -> int:
    """Bytes that a socket can hold."""
    with suppress(OSError, ValueError):
        return int(read_whole("/proc/sys/net/core/wmem_default"))
    return 212_992
