"""Control groups (cgroup v2): the kernel counts and limits what all processes of a run use together.

A run has a group of its own. With the controllers `memory` and `pids` the kernel enforces the limits. Without them a
group still counts the processor time of every process that ever ran in it, and kills all of them at once.
"""

from __future__ import annotations

import atexit
import os
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import monotonic, sleep

from checkers_ab.core.text import os_reason
from checkers_ab.sandbox.limits import MEGABYTE, Limits
from checkers_ab.sandbox.processes import KILL_TIME, count_in

CONTROLLERS = ("memory", "pids")
PREFIX = "checkers-ab-"
_numbers = count(1)


class Group:
    """The group of one run. `has_limits` is True if the kernel limits its memory and its processes."""

    def __init__(self, path: str, *, has_limits: bool) -> None:
        self.path, self.has_limits = path, has_limits
        self._before = 0

    def start(self) -> None:
        """The time of the processor so far was that of the box. From now on it is that of the program."""
        self._before = self._count("cpu.stat", b"usage_usec")

    @property
    def seconds(self) -> float:
        """Processor time since the start of all processes that were ever in the group."""
        return (self._count("cpu.stat", b"usage_usec") - self._before) / 1e6

    @property
    def out_of_memory(self) -> bool:
        """True if the kernel has killed a process because the group had no memory left."""
        return self.has_limits and self._count("memory.events", b"oom_kill") > 0

    @property
    def out_of_processes(self) -> bool:
        """True if the kernel has refused a new process or thread."""
        return self.has_limits and self._count("pids.events", b"max") > 0

    def _count(self, file: str, key: bytes) -> int:
        """A count in a file of lines `key count`; 0 if the kernel has no such file or count."""
        with suppress(OSError, ValueError):
            return count_in(f"{self.path}/{file}", key)
        return 0

    def kill(self) -> None:
        """Kills all processes in the group, and waits until none is left."""
        end = monotonic() + KILL_TIME
        while self._count("cgroup.events", b"populated") and monotonic() < end:
            Path(self.path, "cgroup.kill").write_text("1")
            sleep(0.0005)

    def remove(self) -> None:
        """Kills what is left in the group, and removes it."""
        self.kill()
        with suppress(OSError):  # a process that can't be killed keeps it
            os.rmdir(self.path)


@dataclass(frozen=True, slots=True)
class Groups:
    """A place where groups can be made."""

    folder: str
    has_limits: bool
    """True if the kernel limits memory and processes there; False if it only counts time."""

    def new(self, limits: Limits, spare: int) -> Group:
        """A new group. `spare` are processes of the box."""
        path = Path(self.folder, f"run-{os.getpid()}-{next(_numbers)}")
        path.mkdir()
        if self.has_limits:
            (path / "memory.max").write_text(str(int(limits.memory * MEGABYTE)))
            (path / "pids.max").write_text(str(limits.processes + spare))
            for file, value in (("memory.swap.max", "0"), ("memory.oom.group", "1")):
                with suppress(OSError):  # a kernel without swap has no limit on it
                    (path / file).write_text(value)
        return Group(str(path), has_limits=self.has_limits)


def find_groups(mounts: str = "/proc/self/mounts", own: str = "/proc/self/cgroup") -> tuple[Groups | None, str]:
    """The place for groups that this process can use, or None, with the reason why it is none or has no limits."""
    root = _mounted(mounts)
    if root is None:
        return None, "this system has no cgroup v2"
    try:
        place = _delegated(root, own) or _make(root)
    except OSError as error:
        return None, f"{root} can't be used: {os_reason(error)}"
    if not (place / "cgroup.kill").exists():
        return None, "cgroup v2 can't kill a group here: that came with Linux 5.14"
    there = (place / "cgroup.controllers").read_text().split()
    missing = [name for name in CONTROLLERS if name not in there]
    reason = f"cgroup v2 has no controller {' and no '.join(missing)} here" if missing else ""
    return Groups(str(place), not missing), reason


def _mounted(mounts: str) -> Path | None:
    """The folder where cgroup v2 is mounted."""
    with suppress(OSError):
        for line in Path(mounts).read_text().splitlines():
            words = line.split()
            if words[2:3] == ["cgroup2"]:
                return Path(words[1])
    return None


def _delegated(root: Path, own: str) -> Path | None:
    """A folder for groups in the group of this process, if that was handed over to it; else None.

    A group with limited children has no processes of its own, so this process moves to a child first.
    """
    name = next((line[3:] for line in Path(own).read_text().splitlines() if line.startswith("0::")), "/")
    here = root / name.strip("/")
    if here.name == "grader":  # moved there before
        here = here.parent
    if here == root or not _is_ours(here):
        return None
    inner = here / "grader"
    inner.mkdir(exist_ok=True)
    (inner / "cgroup.procs").write_text(str(os.getpid()))
    return _make(here)


def _is_ours(group: Path) -> bool:
    """True if a group was handed over to this user: systemd notes that, and gives the group to a user."""
    if os.geteuid():
        return os.access(group, os.W_OK)
    return any(name in os.listxattr(group) for name in ("trusted.delegate", "user.delegate"))


def _make(parent: Path) -> Path:
    """A folder for groups with the controllers that can be had, as root below the root of all groups.

    It is removed when this process ends.
    """
    place = parent / f"{PREFIX}{os.getpid()}"
    for old in parent.glob(f"{PREFIX}*"):
        if not os.path.exists(f"/proc/{old.name.removeprefix(PREFIX)}"):
            _remove(old)
    place.mkdir(exist_ok=True)
    atexit.register(_remove, place)
    for group in (parent, place):
        for name in CONTROLLERS:
            with suppress(OSError):  # one by one: it may lack the other
                (group / "cgroup.subtree_control").write_text(f"+{name}")
    return place


def _remove(place: Path) -> None:
    """Removes a folder for groups with the empty groups in it."""
    for path in (*place.glob("run-*"), place):
        with suppress(OSError):
            path.rmdir()
