"""The resources that a running program uses: counted by its control group where there is one, else seen in samples."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Self

from checkers_ab.sandbox.counter import TimeCounter
from checkers_ab.sandbox.descriptors import Folder
from checkers_ab.sandbox.groups import Group
from checkers_ab.sandbox.limits import MEGABYTE, Limits
from checkers_ab.sandbox.processes import ProcessTree, read_whole

INODE = 1024
"""Bytes of memory that a file takes besides its contents."""
PIPE = 65_536
"""Bytes that a pipe can hold. Any descriptor may be the only end of one."""
SEGMENT = 2304
"""Bytes that a byte in the queues of a TCP connection may take, if it is alone in its segment."""
SETTINGS = "/proc/sys/net"


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
        unseen = INODE * inodes + self._in_sockets() + PIPE * self.tree.descriptors
        left = limits.memory * MEGABYTE - size - unseen
        if self.tree.memory > left and self.tree.exact_memory > left:
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
        network = f"/proc/{self.pid}/net"
        try:
            return _buffer() * _count(f"{network}/sockstat", b"used") + _in_connections(network)
        except (OSError, IndexError, ValueError):
            return 0


def _in_connections(network: str) -> int:
    """Bytes that TCP connections can hold by what waits in them: their buffers grow when they are needed."""
    held = 0
    for version in ("", "6"):
        with suppress(FileNotFoundError):  # there is no IPv6
            if _count(f"{network}/sockstat{version}", b"inuse"):
                for line in read_whole(f"{network}/tcp{version}").splitlines()[1:]:
                    sent, received = line.split()[4].split(b":")
                    held += min(_connection(), SEGMENT * (int(sent, 16) + int(received, 16)))
    return held


def _count(path: str, key: bytes) -> int:
    """The first count with a key in a file of the kernel."""
    words = read_whole(path).split()
    return int(words[words.index(key) + 1])


@cache
def _buffer() -> int:
    """Bytes that a socket other than TCP can hold."""
    return max(_setting("core/wmem_default", 212_992), _setting("core/rmem_default", 212_992))


@cache
def _connection() -> int:
    """Bytes that an end of a TCP connection can hold."""
    return _setting("ipv4/tcp_wmem", 4_194_304) + _setting("ipv4/tcp_rmem", 6_291_456)


def _setting(name: str, usual: int) -> int:
    """The last number of a setting of the kernel."""
    try:
        return int(read_whole(f"{SETTINGS}/{name}").split()[-1])
    except (OSError, IndexError, ValueError):
        return usual


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
