"""The filter of system calls: its numbers are the kernel's, and it decides as it should, on both architectures."""

from __future__ import annotations

import errno
import re
import struct
from pathlib import Path

import pytest

from checkers_ab.sandbox import counter, rights, spawner
from checkers_ab.sandbox.seccomp import CALLS, seccomp_filter
from tests.support import missing

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),  # the table that this architecture uses
}
AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
ALLOW, ERROR = 0x7FFF0000, 0x00050000
READ = {"x86_64": 0, "aarch64": 63}


def numbers_of(machine: str) -> dict[str, int]:
    """The numbers of all calls in the headers of the kernel."""
    if not HEADERS[machine].exists():
        missing(f"{HEADERS[machine]} (Debian's linux-libc-dev)")
    found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)\b", HEADERS[machine].read_text())
    return {name: int(number) for name, number in found}


@pytest.mark.parametrize("machine", HEADERS)
def test_the_numbers_are_those_of_the_kernel(machine: str) -> None:
    kernel = numbers_of(machine)
    used = CALLS[machine] | rights.CALLS[machine] | {"perf_event_open": counter.CALLS[machine]}
    assert used | {"clone3": spawner.CLONE3} == {name: kernel.get(name, used[name]) for name in used | {"clone3": 0}}
    assert set(used) - set(kernel) <= {"cachestat"}, "newer than the headers may be"


def decide(program: bytes, machine: str, call: int, *arguments: int, architecture: int | None = None) -> int:
    """The decision of the kernel: it runs the instructions of the filter over the number and arguments of a call."""
    data = struct.pack("=iIQ6Q", call, architecture or AUDIT[machine], 0, *arguments, *[0] * (6 - len(arguments)))
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
        else:
            holds = {0x15: value == number, 0x35: value >= number, 0x45: bool(value & number)}[code]
            place += match if holds else other


@pytest.mark.parametrize("machine", HEADERS)
@pytest.mark.parametrize("counted", [False, True])
def test_every_call_gets_its_answer(machine: str, counted: bool) -> None:
    program = seccomp_filter(shared_memory=counted, machine=machine)
    calls = CALLS[machine]

    def answer(name: str, *arguments: int) -> int:
        return decide(program, machine, calls[name], *arguments)

    looked_at = ("flock", "sched_setaffinity", "socket", "fcntl", "mmap", "clone", "setrlimit", "prlimit64")
    yes = {name for name in calls if name.startswith(("utime", "futimes"))}
    moves = {"splice", "tee", "sendfile"}
    others = set(calls) - set(looked_at) - yes - moves - {"setsockopt"}
    assert {answer(name) for name in others} == {ERROR | errno.ENOSYS}
    assert {answer(name) for name in moves} == {ERROR | errno.EINVAL}, "so that programs copy instead"
    assert {answer(name) for name in yes} == {ERROR}, "times of files"
    building = seccomp_filter(shared_memory=counted, file_times=True, machine=machine)
    assert {decide(building, machine, calls[name]) for name in yes} == {ALLOW}
    assert decide(program, machine, READ[machine]) == ALLOW
    assert decide(program, machine, READ[machine], architecture=0x40000003) == ERROR | errno.ENOSYS, "32 bits"
    assert decide(program, machine, 0x40000000 + READ[machine]) == ERROR | errno.ENOSYS, "another ABI"
    assert decide(program, machine, 462) == ALLOW
    assert decide(program, machine, 463) == ERROR | errno.ENOSYS, "newer than the filter"
    assert answer("flock", 3, 2) == answer("fcntl", 3, 6) == answer("fcntl", 3, 38) == ERROR, "yes"
    assert answer("sched_setaffinity", 0, 8) == ERROR
    assert answer("fcntl", 3, 1024) == answer("fcntl", 3, 5) == ERROR | errno.EINVAL
    assert answer("fcntl", 3, 1036) == answer("fcntl", 3, 1038) == ERROR | errno.EINVAL, "hints on a file"
    assert answer("fcntl", 3, 1031, 1 << 20) == ERROR | errno.EPERM, "the size of a pipe"
    assert answer("fcntl", 3, 1) == ALLOW
    assert answer("clone", 0x11) == ALLOW
    assert answer("clone", 0x10000000 | 0x11) == ERROR | errno.EPERM, "a user namespace"
    assert [answer("socket", family) for family in (1, 2, 10, 16)] == [ALLOW] * 4
    assert [answer("socket", family, 1, protocol) for family in (2, 10) for protocol in (6, 17)] == [ALLOW] * 4
    assert {answer("socket", 2, 1, protocol) for protocol in (1, 132, 262)} == {ERROR | errno.EAFNOSUPPORT}
    assert {answer("setsockopt", 3, 1, option) for option in (7, 8, 32, 33)} == {ERROR}, "buffers"
    assert answer("setsockopt", 3, 1, 2) == answer("setsockopt", 3, 6, 7) == ALLOW
    assert answer("socket", 17) == answer("socket", 16, 3, 9) == ERROR | errno.EAFNOSUPPORT
    assert (
        answer("setrlimit", 4, 1 << 40) == answer("prlimit64", 0, 4, 1 << 40) == answer("prlimit64", 0, 4, 8) == ERROR
    )
    assert answer("setrlimit", 7, 8) == answer("prlimit64", 0, 7, 8) == answer("prlimit64", 0, 4, 0, 8) == ALLOW
    assert answer("mmap", 0, 4096, 3, 0x22) == ALLOW
    assert answer("mmap", 0, 4096, 3, 0x40022) == ERROR | errno.EPERM, "huge pages"
    assert answer("mmap", 0, 4096, 3, 0x01) == ALLOW, "a file"
    for shared in (0x21, 0x23):
        assert answer("mmap", 0, 4096, 3, shared) == (ALLOW if counted else ERROR | errno.EPERM)


def test_another_architecture_has_no_filter() -> None:
    assert seccomp_filter(machine="riscv64") == b""
