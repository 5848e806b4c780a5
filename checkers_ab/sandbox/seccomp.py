"""The seccomp filter of a box: system calls that reach out of it, or hold memory that nobody sees.

System V shared memory and files in memory belong to no process, and the kernel's keys belong to no box. Locks, watches
and leases on a file of the system would be seen in other boxes: a lock is answered with yes, and does nothing. So is
a new time for a file, which may be a device that all boxes share, a wish for other processors, for a program may be
kept on one, and one for larger buffers of sockets.

libseccomp makes the filter: it knows the numbers of the calls.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Iterator, Sequence
from functools import cache

LIBRARY, PACKAGE = "libseccomp.so.2", "libseccomp2"
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""Those with a filter, with their numbers in the kernel's audit.h."""

_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_YES, _MISSING, _INVALID = _ERROR, _ERROR | errno.ENOSYS, _ERROR | errno.EINVAL
_DENIED, _FAMILY = _ERROR | errno.EPERM, _ERROR | errno.EAFNOSUPPORT
_REFUSED = (
    *("shmget", "msgget", "semget", "memfd_create", "memfd_secret", "io_uring_setup", "io_setup", "add_key"),
    *("request_key", "keyctl", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "inotify_init"),
    *("inotify_init1", "fanotify_init", "perf_event_open", "bpf", "userfaultfd", "syslog", "open_by_handle_at", "kcmp"),
    *("unshare", "setns", "mount", "umount2", "pivot_root", "vmsplice", "clone3", "mq_open", "landlock_create_ruleset"),
    *("preadv2", "openat2", "setxattr", "lsetxattr", "fsetxattr"),
)
"""Calls that seem to be missing. Without clone3, whose arguments no filter sees, programs use clone. preadv2 and
openat2 tell which files others have read, or looked for. The last three make lists of who may use a file: 64 kB each,
which no control group counts."""
_CACHESTAT, _NEWER_CALLS = 451, 463
"""A call that tells which files others have read, newer than the library; and from here on the calls are newer than
this list, or those of another ABI. These numbers are the same on every architecture."""
_MOVE_PAGES = ("splice", "tee", "sendfile")
"""A pipe or a socket keeps the whole page, up to 32 kB, of which a byte was moved to it. Programs copy instead."""
_SET_TIMES = ("utimensat", "utime", "utimes", "futimesat")
_SET_LOCK = (6, 7, 37, 38)
"""F_SETLK, F_SETLKW and the same for open files."""
_TELL = (5, 36, 1024, 1026, 1036, 1038)
"""F_GETLK, the same for open files, F_SETLEASE and F_NOTIFY: they tell what others do with a file. F_SET_RW_HINT and
F_SET_FILE_RW_HINT: older kernels keep a hint with a file of anybody's."""
_PIPE_SIZE = 1031
"""F_SETPIPE_SZ: nobody sees the memory in a pipe."""
_SOCKET_LEVEL, _BUFFERS = 1, (7, 8, 32, 33)
"""SO_SNDBUF, SO_RCVBUF and the same by force: nobody sees the memory in a socket."""
_LOCAL = 1
"""AF_UNIX, the family of sockets that programs in one box need. Others reach out, or hold memory that nobody sees."""
_SHARED_ANONYMOUS, _HUGE_PAGES = 0x21, 0x40000
_THP_DISABLE = 41
"""PR_SET_THP_DISABLE: a box is started without huge pages, of which it could keep a small part of each."""
_CORE = 4
"""The limit on dumps of crashed programs, which stays as it is: with another, a program of the system may get them."""
_NAMESPACES = 0x7E020000
"""Flags of clone that make namespaces."""
_WORD = 0xFFFFFFFF
_NOT, _MASKED = 1, 7
"""Comparisons of the library: another value, and a value of some bits."""
_BAD_ARCHITECTURE = 2
"""The attribute of a filter that says what happens to the calls of another architecture."""


class _Comparison(ctypes.Structure):
    """A comparison of an argument, as the library takes it."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    )


Rule = tuple[str, int, Sequence[_Comparison]]
"""A call, its answer, and the arguments for which it gets that: one comparison for each."""


@cache
def library() -> ctypes.CDLL:
    """libseccomp. OSError if it is not installed."""
    found = ctypes.CDLL(LIBRARY)
    found.seccomp_init.restype = ctypes.c_void_p
    return found


def why_no_filter() -> str:
    """The reason why this machine can make no filter; empty if it can."""
    if platform.machine() not in ARCHITECTURES:
        known = " or ".join(ARCHITECTURES)
        return f"there is no filter of system calls for {platform.machine()}: grade on {known}"
    try:
        library()
    except OSError:
        return f"libseccomp is not installed: install it, for example with `apt-get install {PACKAGE}`"
    return ""


def number_of(call: str) -> int:
    """The number of a system call on this machine; negative if it has none. OSError without the library."""
    return int(library().seccomp_syscall_resolve_name(call.encode()))


@cache
def seccomp_filter(
    *, shared_memory: bool = False, file_times: bool = False, machine: str = platform.machine()
) -> bytes:
    """The filter in the form that the kernel reads. OSError without the library.

    Memory without a file that processes share is refused unless the kernel counts it: `shared_memory`. The times of
    files can be set with `file_times` alone: a build may need that.
    """
    rules = [*_rules()]
    if not file_times:
        rules += [(name, _YES, ()) for name in _SET_TIMES]
    if not shared_memory:
        rules.append(("mmap", _DENIED, [_bits(3, _SHARED_ANONYMOUS)]))
    return _FIRST_STEPS + _exported(rules, machine)


_FIRST_STEPS = b"".join(
    struct.pack("=HBBI", *step)
    for step in (
        (0x20, 0, 0, 0),  # load the number of the call
        (0x15, 1, 0, _CACHESTAT),
        (0x35, 0, 1, _NEWER_CALLS),  # if it is at least this
        (0x06, 0, 0, _MISSING),
    )
)
"""Steps before those of the library, which knows no ranges of calls."""


def _rules() -> Iterator[Rule]:
    """The rules of every filter. Integers are compared in their 32 bits: the kernel sees no others."""
    yield from ((name, _MISSING, ()) for name in _REFUSED)
    yield from ((name, _INVALID, ()) for name in _MOVE_PAGES)
    yield from ((name, _YES, ()) for name in ("flock", "sched_setaffinity"))
    yield from (("fcntl", _YES, [_is(1, command)]) for command in _SET_LOCK)
    yield from (("fcntl", _INVALID, [_is(1, command)]) for command in _TELL)
    yield "fcntl", _DENIED, [_is(1, _PIPE_SIZE)]
    yield from (("setsockopt", _YES, [_is(1, _SOCKET_LEVEL), _is(2, option)]) for option in _BUFFERS)
    for call in ("socket", "socketpair"):
        yield call, _FAMILY, [_bits(0, _LOCAL, 0)]
        yield from ((call, _FAMILY, [_bits(0, bit)]) for bit in _each_bit(_WORD & ~_LOCAL))
    yield from (("clone", _DENIED, [_bits(0, flag)]) for flag in _each_bit(_NAMESPACES))
    yield "mmap", _DENIED, [_bits(3, _HUGE_PAGES)]
    yield "prctl", _YES, [_is(0, _THP_DISABLE)]
    yield "setrlimit", _YES, [_is(0, _CORE)]
    yield "prlimit64", _YES, [_is(1, _CORE), _Comparison(2, _NOT, 0)]


def _is(argument: int, value: int) -> _Comparison:
    return _bits(argument, _WORD, value)


def _bits(argument: int, mask: int, value: int | None = None) -> _Comparison:
    """True if these bits of an argument have a value; without one, if all of them are set."""
    return _Comparison(argument, _MASKED, mask, mask if value is None else value)


def _each_bit(mask: int) -> list[int]:
    return [1 << place for place in range(32) if mask >> place & 1]


def _exported(rules: Sequence[Rule], machine: str) -> bytes:
    """The filter that the library makes of these rules."""
    lib = library()
    made = ctypes.c_void_p(lib.seccomp_init(_ALLOW))
    with open(os.memfd_create("filter", os.MFD_CLOEXEC), "w+b") as file:
        try:
            if machine != platform.machine():
                _expect(lib.seccomp_arch_remove(made, 0))
                _expect(lib.seccomp_arch_add(made, ARCHITECTURES[machine]))
            _expect(lib.seccomp_attr_set(made, _BAD_ARCHITECTURE, _MISSING))
            for call, answer, compared in rules:
                array = (_Comparison * len(compared))(*compared)
                _expect(lib.seccomp_rule_add_array(made, answer, number_of(call), len(array), array))
            _expect(lib.seccomp_export_bpf(made, file.fileno()))
        finally:
            lib.seccomp_release(made)
        file.seek(0)
        return file.read()


def _expect(code: int) -> None:
    """Raises OSError for the answer of the library if it is an error."""
    if code:
        raise OSError(-code, os.strerror(-code))
