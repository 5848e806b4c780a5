"""What a submission may use."""

from __future__ import annotations

from dataclasses import dataclass

MEGABYTE = 1_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Seconds, megabytes and counts; every run and every build is held to them."""

    time: float = 10.0
    """Seconds of processor time that all processes of a run may use together."""
    memory: float = 512.0
    """Megabytes that all processes of a run may hold together."""
    output: float = 4.0
    """Megabytes of a trace, and of any other file."""
    processes: int = 64
    """Processes and threads at the same time."""
    disk: float = 64.0
    """Megabytes of files that a run or a build may leave in its folder."""
    build_time: float = 60.0
    """The same for the build."""
    build_memory: float = 2048.0
    """Megabytes that the build may hold."""
    submission: float = 64.0
    """Megabytes of a submission, unpacked."""
    files: int = 2000
    """Files and folders of a submission."""

    @property
    def patience(self) -> float:
        """Seconds by the clock, less those in which it waited for a processor, after which a run is ended."""
        return 2 * self.time + 1

    @property
    def longest(self) -> float:
        """Seconds by the clock after which it is ended in any case."""
        return 10 * self.time + 10


MOST: dict[str, float] = {
    "time": 86_400,
    "memory": 1_000_000,
    "output": 10_000,
    "processes": 10_000,
    "disk": 100_000,
    "build_time": 86_400,
    "build_memory": 1_000_000,
    "submission": 10_000,
    "files": 2_500,
}
"""What a plan may allow at the most."""
