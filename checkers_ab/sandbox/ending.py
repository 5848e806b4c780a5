"""The status of a run, from what the system says about its end. What a program has printed does not count."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass

from checkers_ab.sandbox.descriptors import Folder, walk_folder
from checkers_ab.sandbox.files import RefusedError
from checkers_ab.sandbox.groups import Group
from checkers_ab.sandbox.limits import MEGABYTE, Limits

NOT_STARTED, KILLED = "could not be started", "killed"
"""`killed` is a kill that neither the supervisor nor a limit explains."""
EXIT_137 = 137
"""The exit code of a program that was not killed itself; one that was has a negative one."""
LAST_BLOCKS = 4
"""Blocks that may be left in a folder that is full."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ending:
    """The facts about the end of a run."""

    broken: str
    """The limit for which the supervisor has killed it; empty if it did not."""
    code: int | None
    """The exit code, of a signal negative, or 128 more as shells have it; None if the whole box was killed."""
    started: bool
    """False if the program could not be started."""
    seconds: float
    """Processor time."""
    clock: float = 0.0
    """Seconds by the clock. A program whose time nobody counts has a single processor, and used no more of it."""
    group: Group | None
    sizes: Sequence[int]
    """Bytes of its standard output and error."""
    folders: Sequence[Folder]
    """Descriptors of the folders in memory that it could write."""


def status_of(end: Ending, limits: Limits) -> str:
    """Empty if the exit code is 0, else `time limit`, `memory limit`, `output limit`, `process limit`, `disk limit`,
    `could not be started`, `killed`, `crashed with signal N` or `exit code N`.
    """
    number = 0 if end.code is None else -end.code if end.code < 0 else end.code - 128
    most = int(limits.output * MEGABYTE)
    if end.broken:
        return end.broken
    if end.group and end.group.out_of_memory:
        return "memory limit"
    if end.code == 0 and max(end.sizes) < most:
        return ""
    if not end.started:
        return NOT_STARTED
    if number in (signal.SIGXCPU, signal.SIGKILL) and end.seconds >= limits.time:
        return "time limit"
    if number == signal.SIGXCPU and end.clock >= limits.time:
        return "time limit"
    if number == signal.SIGXFSZ or max(end.sizes) >= most or _has_full_file(end.folders, most):
        return "output limit"
    if any(_is_full(folder) for folder in end.folders):
        return "disk limit"
    if end.group and end.group.out_of_processes:
        return "process limit"
    if end.code is None or end.code == -signal.SIGKILL:
        return KILLED
    return f"crashed with signal {number}" if 0 < number < 65 and end.code != EXIT_137 else f"exit code {end.code}"


def _is_full(folder: Folder) -> bool:
    found = os.statvfs(folder)
    return found.f_bfree < LAST_BLOCKS or found.f_ffree == 0


def _has_full_file(folders: Sequence[Folder], size: int) -> bool:
    """True if a file has become as large as a file may be."""
    try:
        return any(entry.is_file and entry.info.st_size >= size for folder in folders for entry in walk_folder(folder))
    except (OSError, RefusedError):
        return False
