"""Run as a script: starts processes for the program at the other end of a socket, and waits for them.

A process is born in its control group. To move it there later takes a grace period of the kernel: milliseconds in which
nobody else can make, change or remove a group. This script is a small process with one thread, for which that is safe.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import signal
import socket
import struct
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

LONGEST = 1 << 17
"""Bytes of a request."""
MOST_DESCRIPTORS = 32
ALL_DESCRIPTORS = 1 << 20
"""More than a process can have."""
NOT_STARTED = 127
CLONE3, _INTO_GROUP = 435, 1 << 33
PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 22, 24, 38
SECCOMP_FILTER = 2
MOST_CAPABILITIES = 64

_libc: Any = ctypes.PyDLL(None, use_errno=True)
"""Its functions keep the interpreter's lock, so that both processes have it after a fork."""


class _Filter(ctypes.Structure):
    """A filter as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def main(number: int) -> None:
    """Answers requests until the other end is closed. What was started dies with this process, if it wants to."""
    with socket.socket(fileno=number) as channel:
        channel.set_inheritable(False)
        while True:
            data, descriptors, _, _ = socket.recv_fds(channel, LONGEST, MOST_DESCRIPTORS, socket.MSG_CMSG_CLOEXEC)
            if not data:
                return
            request = json.loads(data)
            try:
                answer = _wait(request["wait"]) if "wait" in request else _start(request, descriptors)
            except OSError as error:
                answer = -(error.errno or 1)
            for descriptor in descriptors:
                os.close(descriptor)
            channel.send(str(answer).encode())


def _wait(pid: int) -> int:
    """The exit code of a process, of a signal negative."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _start(request: dict[str, Any], descriptors: Sequence[int]) -> int:
    """Starts a process. Returns its number."""
    pid = _fork_into(request["group"]) if request["group"] else -1
    if pid >= 0:
        request["group"] = ""
    else:  # there is no group, or a container refuses clone3: then the new process moves itself
        pid = os.fork()
    if pid == 0:
        _become(request, descriptors)
    return pid


def _fork_into(group: str) -> int:
    """Forks a process that is born in a control group. -1 if that is impossible."""
    folder = os.open(group, os.O_RDONLY | os.O_DIRECTORY)
    try:
        arguments = struct.pack("=11Q", _INTO_GROUP, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, 0, 0, folder)
        pid: int = _libc.syscall(CLONE3, arguments, len(arguments))
        return pid
    finally:
        os.close(folder)


def _become(request: dict[str, Any], descriptors: Sequence[int]) -> None:
    """Turns this process into a program that has these descriptors under the numbers that it wants.

    A program without a box gets a filter, and waits at the gate. If it can't be started, that is reported there.
    """
    words: list[str] = request["words"]
    numbers: list[int] = request["numbers"]
    unboxed: dict[str, Any] = request["unboxed"]
    try:
        os.setsid()
        for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python
            signal.signal(ignored, signal.SIG_DFL)
        copies = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, max(numbers) + 1) for one in descriptors]
        for copy, number in zip(copies, numbers, strict=True):
            os.dup2(copy, number)
        for before, number in pairwise([*sorted(numbers), ALL_DESCRIPTORS]):
            os.closerange(before + 1, number)
        if request["group"]:
            with open(f"{request['group']}/cgroup.procs", "w") as stream:
                stream.write("0")
        if request["user"] is not None:
            _give_up_rights(request["user"], bytes.fromhex(unboxed.get("filter", "")))
        if unboxed:
            with open(unboxed["gate"], "rb") as gate:
                gate.read()
            os.set_inheritable(unboxed["status"], False)
            os.chdir(unboxed["folder"])
        os.execvpe(words[0], words, unboxed.get("environment", {}))
    except OSError as error:
        os.write(2, f"{words[0]}: {os.strerror(error.errno or 0)}\n".encode(errors="replace"))
        if unboxed:
            os.write(unboxed["status"], json.dumps({"start-error": error.errno}).encode())
    finally:
        os._exit(NOT_STARTED)


def _give_up_rights(user: int, steps: bytes) -> None:
    """Gives up all rights for those of a user; with a filter, for good."""
    if steps:
        for capability in range(MOST_CAPABILITIES):
            _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)  # there are fewer
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    if steps:
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if _libc.prctl(PR_SET_SECCOMP, SECCOMP_FILTER, ctypes.byref(_Filter(len(steps) // 8, steps)), 0, 0):
            raise OSError(ctypes.get_errno(), "")


if __name__ == "__main__":
    main(int(sys.argv[1]))
