"""Process trees as /proc shows them, and how they are killed."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
from contextlib import ExitStack, suppress
from time import monotonic, sleep

PR_SET_CHILD_SUBREAPER, PR_GET_CHILD_SUBREAPER = 36, 37
KILL_TIME = 30.0
"""Seconds that killed processes may take to die: on a busy machine they wait for a processor even for that."""
REAP_TIME = 0.2
"""Seconds that dead processes of a user may take to be reaped by their parents."""


def usable_cores() -> list[int]:
    """The numbers of the cores that this process may use."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [*range(os.cpu_count() or 1)]


def read_whole(path: str) -> bytes:
    """The contents of a file of the kernel."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return b"".join(iter(lambda: os.read(descriptor, 1 << 16), b""))
    finally:
        os.close(descriptor)


def count_in(path: str, key: bytes) -> int:
    """The first count with a key in a file of the kernel; OSError or ValueError if there is none."""
    words = read_whole(path).split()
    return int(words[words.index(key) + 1])


def stat_of(place: str) -> list[bytes]:
    """The words about a process or a thread after its name, which may hold anything."""
    return read_whole(f"{place}/stat").rpartition(b")")[2].split()


def pids_of_tree(pid: int) -> list[int]:
    """A process and its descendants, parents first. A process that was adopted by another is not among them."""
    pids = [pid]
    for member in pids:
        pids += children_of(member)
    return pids


def children_of(pid: int) -> list[int]:
    """The processes that a process has started or adopted, and not yet reaped."""
    found: list[int] = []
    with suppress(OSError):  # it has just ended
        for task in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                found += map(int, read_whole(f"/proc/{pid}/task/{task}/children").split())
    return found


def available_memory() -> int:
    """Bytes of memory that programs can still get; OSError or ValueError where the system does not say."""
    return 1024 * count_in("/proc/meminfo", b"MemAvailable:")


def has_ended(pidfd: int, seconds: float) -> bool:
    """Waits for the end of a process. False if it has not come."""
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    return bool(poll.poll(1000 * seconds))


def kill_tree(pid: int) -> None:
    """Kills a process and its descendants, children first, and waits until they are dead.

    Until then they count against the limits of their user, who may be about to run another program. Descendants that
    this process has adopted are reaped; `pid` itself is left to the process that started it.
    """
    pids = pids_of_tree(pid)
    with ExitStack() as stack:
        dying = []
        for member in reversed(pids):
            with suppress(ProcessLookupError, PermissionError):  # it is gone
                descriptor = os.pidfd_open(member)
                stack.callback(os.close, descriptor)
                os.kill(member, signal.SIGKILL)
                dying.append(descriptor)
        end = monotonic() + KILL_TIME
        for descriptor in dying:
            has_ended(descriptor, max(0.0, end - monotonic()))
    for member in pids[1:]:
        with suppress(ChildProcessError):  # it has another parent
            os.waitpid(member, os.WNOHANG)


def living_children() -> list[int]:
    """The children of this process, adopted ones included, without those that have ended.

    One that ends between the two looks at it leaves its own children here: only a list without news is trusted.
    """
    ended: set[int] = set()
    while True:
        children = children_of(os.getpid())
        if living := [child for child in children if not _state(child)[0]]:
            return living
        if ended.issuperset(children):
            return []
        ended.update(children)


def kill_children() -> None:
    """Kills all processes that this one has started."""
    for child in children_of(os.getpid()):
        kill_tree(child)


def adopt_orphans(adopt: bool = True) -> bool:
    """Makes this process the parent of descendants whose own parent dies, so that it can kill and reap them.

    False ends that. Returns whether it was so before.
    """
    if not sys.platform.startswith("linux"):
        return False
    libc, before = ctypes.CDLL(None), ctypes.c_int()
    libc.prctl(PR_GET_CHILD_SUBREAPER, ctypes.byref(before), 0, 0, 0)
    libc.prctl(PR_SET_CHILD_SUBREAPER, int(adopt), 0, 0, 0)
    return bool(before.value)


def reap_children() -> None:
    """Reaps all children that have died, so that no zombies are left while this process lives."""
    try:
        while hasattr(os, "WNOHANG") and os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def kill_user(uid: int) -> None:
    """Kills all processes of a user, and waits until none is left. TimeoutError if one can't be killed.

    Zombies are waited for only briefly: the first process of a system may take its time to reap them.
    """
    start = monotonic()
    while left := [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if _kill_if_of(pid, uid)]:
        states = [_state(pid) for pid in left]
        if all(dead for dead, _ in states):
            if monotonic() > start + REAP_TIME or all(parent == 1 for _, parent in states):
                return
        elif monotonic() > start + KILL_TIME:
            raise TimeoutError(f"a process of user {uid} can't be killed")
        sleep(0.002)


def _kill_if_of(pid: int, uid: int) -> bool:
    """Kills a process of this user, and reaps it if it was a child of this process. False if it is another user's."""
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
    """True if a process is dead, and its parent. A process that is gone has the parent 1."""
    try:
        state, parent = stat_of(f"/proc/{pid}")[:2]
    except OSError:
        return True, 1
    return state in b"ZX", int(parent)
