"""The seccomp filter of a box: system calls that reach out of it, or hold memory that nobody sees.

System V shared memory and files in memory belong to no process, and the kernel's keys belong to no box. Locks, watches
and leases on a file of the system would be seen in other boxes: a lock is answered with yes, and does nothing. So is
a new time for a file, which may be a device that all boxes share, a wish for other processors, for a program may be
kept on one, and one for larger buffers of sockets.
"""

from __future__ import annotations

import errno
import platform
import struct
from functools import cache

_NAMES = (
    *("shmget", "msgget", "semget", "memfd_create", "memfd_secret", "io_uring_setup", "io_setup", "add_key"),
    *("request_key", "keyctl", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "inotify_init1"),
    *("fanotify_init", "perf_event_open", "bpf", "userfaultfd", "syslog", "open_by_handle_at", "kcmp", "unshare"),
    *("setns", "mount", "umount2", "pivot_root", "vmsplice", "clone3", "mq_open", "landlock_create_ruleset", "preadv2"),
    *("cachestat", "openat2", "setxattr", "lsetxattr", "fsetxattr"),
)
"""Calls that are refused. Without clone3, whose arguments no filter sees, programs use clone. preadv2, cachestat and
openat2 tell which files others have read, or looked for. The last three make lists of who may use a file: 64 kB each,
which no control group counts."""
_MOVE_PAGES = ("splice", "tee", "sendfile")
"""A pipe or a socket keeps the whole page, up to 32 kB, of which a byte was moved to it. Programs copy instead."""
_LOOKED_AT = (
    *("flock", "sched_setaffinity", "socket", "fcntl", "mmap", "clone", "setrlimit", "prlimit64", "setsockopt"),
    *("utimensat", *_MOVE_PAGES),
)
"""Calls that are answered with yes or as invalid, or whose arguments decide."""
_NUMBERS = {
    "x86_64": (
        *(29, 68, 64, 319, 447, 425, 206, 248, 249, 250, 101, 310, 311, 438, 294, 300, 298, 321, 323, 103, 304, 312),
        *(272, 308, 165, 166, 155, 278, 435, 240, 444, 327, 451, 437, 188, 189, 190),
        *(73, 203, 41, 72, 9, 56, 160, 302, 54, 280, 275, 276, 40),
    ),
    "aarch64": (
        *(194, 186, 190, 279, 447, 425, 0, 217, 218, 219, 117, 270, 271, 438, 26, 262, 241, 280, 282, 116, 265, 272),
        *(97, 268, 40, 39, 41, 75, 435, 180, 444, 286, 451, 437, 5, 6, 7),
        *(32, 122, 198, 25, 222, 220, 164, 261, 208, 88, 76, 77, 71),
    ),
}
CALLS = {machine: dict(zip((*_NAMES, *_LOOKED_AT), numbers, strict=True)) for machine, numbers in _NUMBERS.items()}
"""Numbers of the calls, by architecture. Old ones are known to x86_64 alone."""
CALLS["x86_64"] |= {"inotify_init": 253, "utime": 132, "utimes": 235, "futimesat": 261}
_SET_TIMES = ("utimensat", "utime", "utimes", "futimesat")
_AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""Numbers of the architectures in the kernel's audit.h."""
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_NUMBER, _ARCHITECTURE, _FIRST, _SECOND, _THIRD, _FOURTH = 0, 4, 16, 24, 32, 40
"""Places of the call, the architecture and the arguments in what a filter reads."""
_NEWER_CALLS = 463
"""From here on the calls are newer than this list, or those of another ABI."""
_LOCAL, _INTERNET, _NETLINK = 1, (2, 10), 16
_USUAL, _TCP, _UDP, _ROUTE = 0, 6, 17, 0
"""Sockets that are needed: local ones, TCP and UDP, and of netlink those that list network devices. Others reach out,
or into code that is seldom used."""
_FAMILY = [
    (_EQUAL, "allow", "", _LOCAL),
    (_EQUAL, "4", "", _INTERNET[0]),
    (_EQUAL, "3", "", _INTERNET[1]),
    (_EQUAL, "", "family", _NETLINK),
    (_LOAD, "", "", _THIRD),
    (_EQUAL, "allow", "family", _ROUTE),
    (_LOAD, "", "", _THIRD),
    (_EQUAL, "allow", "", _USUAL),
    (_EQUAL, "allow", "", _TCP),
    (_EQUAL, "allow", "family", _UDP),
]
"""Steps for a call that makes a socket."""
_SOCKET_LEVEL, _BUFFERS = 1, (7, 8, 32, 33)
"""SO_SNDBUF, SO_RCVBUF and the same by force: nobody sees the memory in a socket."""
_SET_LOCK = (6, 7, 37, 38)
"""F_SETLK, F_SETLKW and the same for open files."""
_TELL = (5, 36, 1024, 1026, 1036, 1038)
"""F_GETLK, the same for open files, F_SETLEASE and F_NOTIFY: they tell what others do with a file. F_SET_RW_HINT and
F_SET_FILE_RW_HINT: older kernels keep a hint with a file of anybody's."""
_PIPE_SIZE = (1031,)
"""F_SETPIPE_SZ: nobody sees the memory in a pipe."""
_SHARED, _ANONYMOUS, _HUGE_PAGES = 0x01, 0x20, 0x40000
_CORE = 4
"""The limit on dumps of crashed programs, which stays as it is: with another, a program of the system may get them."""
_NEW_CORE_LIMIT = [
    (_EQUAL, "", "4", _CORE),
    (_LOAD, "", "", _THIRD),
    (_EQUAL, "", "yes", 0),
    (_LOAD, "", "", _THIRD + 4),
    (_EQUAL, "", "yes", 0),
]
"""Steps for a call that sets this limit if its third argument, of two words, is not 0."""
_NAMESPACES = 0x7E020000
"""Flags of clone that make namespaces."""

Step = tuple[int, str, str, int]
"""An instruction: where to go on if it matches and if not (the next one, or an end), and its value."""


def is_known() -> bool:
    """True if there is a filter for this machine's architecture."""
    return platform.machine() in CALLS


@cache
def seccomp_filter(*, shared_memory: bool = False, file_times: bool = False, machine: str | None = None) -> bytes:
    """The filter in the form that the kernel reads; empty for an architecture whose system calls are not known here.

    Memory without a file that processes share is refused unless the kernel counts it: `shared_memory`. The times of
    files can be set with `file_times` alone: a build may need that.
    """
    machine = platform.machine() if machine is None else machine
    if machine not in CALLS:
        return b""
    calls = CALLS[machine]
    shared = (
        [] if shared_memory else [(_AND, "", "", _SHARED | _ANONYMOUS), (_EQUAL, "denied", "", _SHARED | _ANONYMOUS)]
    )
    steps: list[Step] = [
        (_LOAD, "", "", _ARCHITECTURE),
        (_EQUAL, "", "missing", _AUDIT[machine]),
        (_LOAD, "", "", _NUMBER),
        (_AT_LEAST, "missing", "", _NEWER_CALLS),
        *((_EQUAL, "missing", "", number) for name, number in calls.items() if name not in (*_LOOKED_AT, *_SET_TIMES)),
        *((_EQUAL, "yes", "", calls[name]) for name in ("flock", "sched_setaffinity")),
        *((_EQUAL, "invalid", "", calls[name]) for name in _MOVE_PAGES),
        *((_EQUAL, "yes", "", calls[name]) for name in _SET_TIMES if name in calls and not file_times),
        *_when(
            calls["fcntl"], _SECOND, [*_any(_SET_LOCK, "yes"), *_any(_TELL, "invalid"), *_any(_PIPE_SIZE, "denied")]
        ),
        *_when(calls["clone"], _FIRST, [(_ANY_BIT, "denied", "", _NAMESPACES)]),
        *_when(calls["setrlimit"], _FIRST, [(_EQUAL, "yes", "", _CORE)]),
        *_when(calls["prlimit64"], _SECOND, _NEW_CORE_LIMIT),
        *_when(calls["socket"], _FIRST, _FAMILY),
        *_when(
            calls["setsockopt"],
            _SECOND,
            [(_EQUAL, "", "5", _SOCKET_LEVEL), (_LOAD, "", "", _THIRD), *_any(_BUFFERS, "yes")],
        ),
        *_when(calls["mmap"], _FOURTH, [(_ANY_BIT, "denied", "", _HUGE_PAGES), *shared]),
    ]
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
