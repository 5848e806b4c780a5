"""Limits on a program and on the folder or archive that it comes in."""

from __future__ import annotations

from dataclasses import dataclass

MEGABYTE = 1_000_000


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
    def patience(self) -> float:
        """Seconds by the clock after which a run is killed, without the time in which it waited for a processor."""
        return 2 * self.time + 1

    @property
    def longest(self) -> float:
        """Seconds by the clock after which a run is killed in any case."""
        return 10 * self.time + 10
