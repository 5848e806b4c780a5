"""Limits on a program and on the folder or archive that it comes in."""

from __future__ import annotations

import math
import sys
from contextlib import suppress
from dataclasses import dataclass

if sys.platform != "win32":
    import resource

MEGABYTE = 1_000_000
SPARE_ADDRESSES = 4000
"""Megabytes of address space beside the memory: some languages reserve much and use little."""
OPEN_FILES = 256
SIGNALS = 4096
"""Signals that wait, and timers: nobody sees their memory."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Seconds, megabytes and counts. Every run and every build has to keep them."""

    time: float = 10.0
    """Seconds of processor time for all processes of a run together."""
    memory: float = 512.0
    """Megabytes of memory for all processes of a run together."""
    output: float = 4.0
    """Megabytes of the output, and of any other file."""
    processes: int = 64
    """Processes and threads at the same time."""
    disk: float = 64.0
    """Megabytes of files that a run or a build may leave in its folder."""
    build_time: float = 60.0
    """Seconds of processor time for the build."""
    build_memory: float = 2048.0
    """Megabytes of memory for the build."""
    unpacked: float = 64.0
    """Megabytes of a folder, or of an archive once it is unpacked."""
    files: int = 2000
    """Files and folders in a folder or an archive."""

    @property
    def longest_file(self) -> int:
        """Bytes that a file may have."""
        return int(self.output * MEGABYTE)

    @property
    def patience(self) -> float:
        """Seconds by the clock after which a run is killed, without the time in which it waited for a processor."""
        return 2 * self.time + 1

    @property
    def longest(self) -> float:
        """Seconds by the clock after which a run is killed in any case."""
        return 10 * self.time + 10

    @property
    def inodes(self) -> int:
        """Files and folders that a run or a build may make."""
        return 10 * self.files


def set_system_limits(pid: int, limits: Limits, *, counted: bool, count_processes: bool) -> None:
    """Sets the limits that the system itself enforces on each process, and on those that it will start.

    `counted` is True if the kernel counts the memory of the whole run. Processes have more than their limit, for
    supervision kills what exceeds the limit itself, and has to see it.
    """
    seconds = math.ceil(limits.time) + 1
    # At the first limit of time the program gets a signal that names the reason, at the second it is killed.
    values = {
        resource.RLIMIT_CPU: (seconds, seconds + 1),
        resource.RLIMIT_FSIZE: (limits.longest_file, limits.longest_file),
        resource.RLIMIT_NOFILE: (OPEN_FILES, OPEN_FILES),
        resource.RLIMIT_SIGPENDING: (SIGNALS, SIGNALS),
        # What is locked stays in memory, and what is sent without a copy counts for nobody.
        resource.RLIMIT_MEMLOCK: (0, 0),
        # A dump goes neither to a file, which would be longer, nor to a program: for that 1 is the kernel's sign.
        resource.RLIMIT_CORE: (1, 1),
    }
    if not counted:
        addresses = int((limits.memory + SPARE_ADDRESSES) * MEGABYTE)
        values[resource.RLIMIT_AS] = (addresses, addresses)
    if count_processes:
        processes = 4 * limits.processes + 32
        values[resource.RLIMIT_NPROC] = (processes, processes)
    for kind, wanted in values.items():
        most = resource.getrlimit(kind)[1]
        soft, hard = (value if most == resource.RLIM_INFINITY else min(value, most) for value in wanted)
        resource.prlimit(pid, kind, (soft, hard))


def prefer_for_killing(pid: int) -> None:
    """If the machine runs short of memory, the kernel kills this process and its children before others.

    Where root says so, the process can't take it back.
    """
    with suppress(OSError), open(f"/proc/{pid}/oom_score_adj", "w") as stream:
        stream.write("1000")
