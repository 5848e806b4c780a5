"""The resources that a running program uses: counted by its control group where there is one, else seen in samples."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Self

from checkers_ab.sandbox.counter import TimeCounter
from checkers_ab.sandbox.descriptors import Folder
from checkers_ab.sandbox.groups import Group
from checkers_ab.sandbox.limits import MEGABYTE, Limits
from checkers_ab.sandbox.processes import ProcessTree, read_whole

INODE = 1024
"""Bytes of memory that a file takes besides its contents."""
SOCKET_BUFFER = 212_992
"""Bytes that a socket can hold for its reader. No process shows them."""
PIPE_END = 32_768
"""Half of the bytes that a pipe can hold. Any descriptor may be an end of one."""


class Usage:
    """The use of processors, memory, processes and files by the program that `pid` will be; a context manager."""

    def __init__(self, pid: int, group: Group | None, folders: Sequence[Folder], *, spare: int) -> None:
        self.pid, self.group, self.folders, self.spare = pid, group, folders, spare
        self.memory_is_limited = group is not None and group.has_limits
        self.tree = ProcessTree(pid)
        self.counter = None if group else _time_counter(pid)
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
        self.tree.sample(times=not (self.group or self.counter) or seconds > limits.patience)
        if self.seconds > limits.time or seconds - self.tree.waited > limits.patience or seconds > limits.longest:
            return "time limit"
        size, inodes = self._in_folders()
        if inodes > limits.inodes:
            return "disk limit"
        if self.memory_is_limited:
            return ""
        unseen = INODE * inodes + SOCKET_BUFFER * self._sockets() + PIPE_END * self.tree.descriptors
        left = limits.memory * MEGABYTE - size - unseen
        if self.tree.memory > left and self.tree.exact_memory > left:
            return "memory limit"
        return "process limit" if self.tree.tasks > limits.processes + self.spare else ""

    def _in_folders(self) -> tuple[int, int]:
        """Bytes and inodes that the program has added to its folders in memory."""
        found = [os.statvfs(folder) for folder in self.folders]
        size = sum((one.f_blocks - one.f_bfree) * one.f_frsize for one in found)
        return size - self.files, sum(one.f_files - one.f_ffree for one in found) - self.inodes

    def _sockets(self) -> int:
        """Sockets in the network of the box, whoever holds them."""
        if not self.folders:
            return 0  # there is no box, and the network is that of the machine
        try:
            return int(read_whole(f"/proc/{self.pid}/net/sockstat").split()[2])
        except (OSError, IndexError, ValueError):
            return 0


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
