"""The seccomp filter of a box: system calls that reach out of it, or hold memory that nobody sees.

System V shared memory and files in memory belong to no process, and the kernel's keys belong to no box. Locks, watches
and leases on a file of the system would be seen in other boxes: a lock is answered with yes, and does nothing.
"""

from __future__ import annotations

import errno
import platform
import struct
from dataclasses import dataclass

# Refused by number: shmget, msgget, semget, memfd_create, memfd_secret, io_uring_setup, add_key, request_key, keyctl,
# ptrace, process_vm_writev, inotify_init1, fanotify_init, perf_event_open, bpf, userfaultfd, syslog, open_by_handle_at,
# kcmp, unshare, setns, mount, umount2, pivot_root, clone3 (programs then use clone), and on x86_64 inotify_init.
_REFUSED = {
    "x86_64": (
        *(29, 68, 64, 319, 447, 425, 248, 249, 250, 101, 311, 294, 300, 298, 321, 323, 103, 304, 312),
        *(272, 308, 165, 166, 155, 435, 253),
    ),
    "aarch64": (
        *(194, 186, 190, 279, 447, 425, 217, 218, 219, 117, 271, 26, 262, 241, 280, 282, 116, 265, 272),
        *(97, 268, 40, 39, 41, 435),
    ),
}


@dataclass(frozen=True, slots=True)
class _Architecture:
    """The number of an architecture in the kernel's audit.h, and those of calls whose arguments are looked at."""

    number: int
    socket: int
    flock: int
    fcntl: int
    mmap: int
    clone: int


_ARCHITECTURES = {
    "x86_64": _Architecture(0xC000003E, socket=41, flock=73, fcntl=72, mmap=9, clone=56),
    "aarch64": _Architecture(0xC00000B7, socket=198, flock=32, fcntl=25, mmap=222, clone=220),
}
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_NUMBER, _ARCHITECTURE, _FIRST, _SECOND, _FOURTH = 0, 4, 16, 24, 40
"""Places of the call, the architecture and the arguments in what a filter reads."""
_FOREIGN_CALLS = 0x40000000
"""From here on the numbers are those of the same calls for another ABI."""
_FAMILIES = (1, 2, 10, 16)
"""Sockets that are needed: local ones, IPv4, IPv6 and netlink. Others reach out, or into code that is seldom used."""
_SET_LOCK = (6, 7, 37, 38)
"""F_SETLK, F_SETLKW and the same for open files."""
_TELL = (5, 36, 1024, 1026)
"""F_GETLK, the same for open files, F_SETLEASE and F_NOTIFY: they tell what others do with a file."""
_SHARED, _ANONYMOUS = 0x01, 0x20
_NAMESPACES = 0x7E020000
"""Flags of clone that make namespaces."""

Step = tuple[int, str, str, int]
"""An instruction: where to go on if it matches and if not (the next one, or an end), and its value."""


def is_known() -> bool:
    """True if there is a filter for this machine's architecture."""
    return platform.machine() in _ARCHITECTURES


def seccomp_filter(*, shared_memory: bool = False) -> bytes:
    """The filter in the form that the kernel reads; empty for an architecture whose system calls are not known here.

    Memory without a file that processes share is refused unless the kernel counts it: `shared_memory`.
    """
    machine = platform.machine()
    known = _ARCHITECTURES.get(machine)
    if known is None:
        return b""
    steps: list[Step] = [
        (_LOAD, "", "", _ARCHITECTURE),
        (_EQUAL, "", "missing", known.number),
        (_LOAD, "", "", _NUMBER),
        (_AT_LEAST, "missing", "", _FOREIGN_CALLS),
        *((_EQUAL, "missing", "", call) for call in _REFUSED[machine]),
        (_EQUAL, "yes", "", known.flock),
        *_when(known.fcntl, _SECOND, [*_any(_SET_LOCK, "yes"), *_any(_TELL, "invalid")]),
        *_when(known.clone, _FIRST, [(_ANY_BIT, "denied", "", _NAMESPACES)]),
        *_when(known.socket, _FIRST, [*_any(_FAMILIES, "allow"), (_AT_LEAST, "family", "family", 0)]),
    ]
    if not shared_memory:
        both = _SHARED | _ANONYMOUS
        steps += _when(known.mmap, _FOURTH, [(_AND, "", "", both), (_EQUAL, "denied", "", both)])
    ends = {
        "allow": _ALLOW,
        "missing": _ERROR | errno.ENOSYS,
        "yes": _ERROR,
        "invalid": _ERROR | errno.EINVAL,
        "family": _ERROR | errno.EAFNOSUPPORT,
        "denied": _ERROR | errno.EPERM,
    }
    places = {name: len(steps) + place for place, name in enumerate(ends)}
    steps += [(_RETURN, "", "", value) for value in ends.values()]
    return b"".join(_packed(step, place, places) for place, step in enumerate(steps))


def _packed(step: Step, place: int, places: dict[str, int]) -> bytes:
    """An instruction as the kernel reads it: a number instead of an end is a relative one."""
    code, match, other, value = step
    jumps = (int(to) if to.isdigit() else places[to] - place - 1 if to else 0 for to in (match, other))
    return struct.pack("=HBBI", code, *jumps, value)


def _any(values: tuple[int, ...], end: str) -> list[Step]:
    return [(_EQUAL, end, "", value) for value in values]


def _when(call: int, argument: int, inner: list[Step]) -> list[Step]:
    """Steps for one call: they look at an argument, and the call's number is there again after them."""
    skip = str(len(inner) + 2)
    return [(_EQUAL, "", skip, call), (_LOAD, "", "", argument), *inner, (_LOAD, "", "", _NUMBER)]
