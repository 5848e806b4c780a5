"""The filter of system calls decides as it should, on both architectures. An interpreter takes the kernel's part."""

from __future__ import annotations

import errno
import struct
from typing import Any

import pytest

from checkers_ab.sandbox import seccomp, spawner
from checkers_ab.sandbox.seccomp import ARCHITECTURES, library, number_of, seccomp_filter, why_no_filter

ALLOW, YES = 0x7FFF0000, 0x00050000
MISSING, DENIED, INVALID = YES | errno.ENOSYS, YES | errno.EPERM, YES | errno.EINVAL
FAMILY = YES | errno.EAFNOSUPPORT
HIGH = 0xDEAD << 32
"""Bits of an argument that the kernel does not read where it wants an integer."""
OLD = ("inotify_init", "utime", "utimes", "futimesat")
"""Calls that x86_64 alone has."""
REFUSED = (
    *("shmget", "msgget", "semget", "memfd_create", "memfd_secret", "io_uring_setup", "io_setup", "add_key"),
    *("request_key", "keyctl", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "inotify_init"),
    *("inotify_init1", "fanotify_init", "perf_event_open", "bpf", "userfaultfd", "syslog", "open_by_handle_at", "kcmp"),
    *("unshare", "setns", "mount", "umount2", "pivot_root", "vmsplice", "clone3", "mq_open", "landlock_create_ruleset"),
    *("preadv2", "openat2", "setxattr", "lsetxattr", "fsetxattr"),
)
ANSWERS: dict[int, list[tuple[Any, ...]]] = {
    MISSING: [(name,) for name in REFUSED] + [(451,), (463,), (600,), (0x40000000,), (0xFFFFFFFF,)],
    YES: [
        *[(name,) for name in ("flock", "sched_setaffinity", "utimensat", "utime", "utimes", "futimesat")],
        *[("fcntl", 3, command | HIGH) for command in (6, 7, 37, 38)],
        *[("setsockopt", 3, 1, option) for option in (7, 8, 32, 33)],
        *[("setrlimit", 4, 1 << 40), ("prlimit64", 0, 4 | HIGH, 1 << 40), ("prlimit64", 0, 4, 8)],
        *[("prctl", 41, 0), ("prctl", 41 | HIGH, 1)],
    ],
    INVALID: [
        *[(name,) for name in ("splice", "tee", "sendfile")],
        *[("fcntl", 3, command) for command in (5, 36, 1024, 1026, 1036, 1038)],
    ],
    DENIED: [
        ("fcntl", 3, 1031, 1 << 20),
        *[("clone", 0x11 | 1 << bit) for bit in (17, *range(25, 31))],
        *[("mmap", 0, 4096, 3, flags) for flags in (0x40022, 0x40001, 0x21, 0x23, 0x21 | HIGH)],
    ],
    FAMILY: [
        (call, family | high)
        for call in ("socket", "socketpair")
        for family in (0, 2, 3, 10, 16, 17, 40, 1 << 31)
        for high in (0, HIGH)
    ],
    ALLOW: [
        *[("read",), ("openat",), (450,), (452,), (462,)],
        *[("socket", 1), ("socket", 1 | HIGH, 2, 3), ("socketpair", 1, 1), ("fcntl", 3, 1), ("clone", 0x3D0F00)],
        *[("setsockopt", 3, 1, 2), ("setsockopt", 3, 6, 7), ("prctl", 15, 41), ("mmap", 0, 4096, 3, 0x22)],
        *[("mmap", 0, 4096, 3, 0x01), ("setrlimit", 7, 8), ("prlimit64", 0, 7, 8), ("prlimit64", 0, 4, 0, 8)],
    ],
}


def decide(program: bytes, architecture: int, call: int, *arguments: int) -> int:
    """The decision of the kernel: it runs the instructions of the filter over the number and arguments of a call."""
    data = struct.pack("=IIQ6Q", call, architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    steps = list(struct.iter_unpack("=HBBI", program))
    place, value = 0, 0
    while True:
        code, match, other, number = steps[place]
        place += 1
        if code == 0x20:
            (value,) = struct.unpack_from("=I", data, number)
        elif code == 0x54:
            value &= number
        elif code == 0x06:
            return int(number)
        elif code == 0x05:
            place += number
        else:
            holds = {0x15: value == number, 0x25: value > number, 0x35: value >= number, 0x45: bool(value & number)}
            place += match if holds[code] else other


def number_on(machine: str, call: str | int) -> int:
    """The number of a call on an architecture; one that it has not is below 0."""
    if isinstance(call, int):
        return call
    return int(library().seccomp_syscall_resolve_name_arch(ARCHITECTURES[machine], call.encode()))


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_every_call_gets_its_answer(machine: str) -> None:
    program = seccomp_filter(machine=machine)
    for answer, calls in ANSWERS.items():
        for name, *arguments in calls:
            number = number_on(machine, name)
            assert number >= 0 or (machine == "aarch64" and name in OLD), name
            found = decide(program, ARCHITECTURES[machine], number, *arguments) if number >= 0 else answer
            assert found == answer, (name, arguments, hex(found))


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_another_architecture_has_no_calls(machine: str) -> None:
    program = seccomp_filter(machine=machine)
    others = (0x40000003, 0x40000028, *(set(ARCHITECTURES.values()) - {ARCHITECTURES[machine]}))
    assert {decide(program, other, call, 1) for other in others for call in range(500)} == {MISSING}


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_builds_set_times_and_shared_memory_is_left_to_a_kernel_that_counts_it(machine: str) -> None:
    architecture, times, mmap = ARCHITECTURES[machine], number_on(machine, "utimensat"), number_on(machine, "mmap")
    for shared, building in ((False, False), (False, True), (True, False), (True, True)):
        program = seccomp_filter(shared_memory=shared, file_times=building, machine=machine)
        assert decide(program, architecture, times) == (ALLOW if building else YES)
        assert decide(program, architecture, mmap, 0, 4096, 3, 0x21) == (ALLOW if shared else DENIED)
        assert decide(program, architecture, mmap, 0, 4096, 3, 0x40022) == DENIED, "huge pages"


def test_the_filter_is_made_once() -> None:
    assert seccomp_filter() is seccomp_filter()


def test_the_number_of_a_call_that_is_written_down_is_the_library_s() -> None:
    assert number_of("clone3") == spawner.CLONE3


def test_why_there_is_no_filter_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert why_no_filter() == ""
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert why_no_filter() == "there is no filter of system calls for riscv64: grade on x86_64 or aarch64"
    monkeypatch.undo()
    monkeypatch.setattr(seccomp, "LIBRARY", "libnowhere.so")
    library.cache_clear()
    try:
        assert "apt-get install libseccomp2" in why_no_filter()
    finally:
        library.cache_clear()
