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


def main(number: int) -> None:
    """Answers requests until the other end is closed. What was started dies with this process, if it wants to."""
    with socket.socket(fileno=number) as channel:
        channel.set_inheritable(False)
        while True:
            data, descriptors, _, _ = socket.recv_fds(channel, LONGEST, MOST_DESCRIPTORS, socket.MSG_CMSG_CLOEXEC)
            if not data:
                return
            request = json.loads(data)
            answer = _wait(request["wait"]) if "wait" in request else _start(request, descriptors)
            for descriptor in descriptors:
                os.close(descriptor)
            channel.send(str(answer).encode())


def _wait(pid: int) -> int:
    """The exit code of a process, of a signal negative."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _start(request: dict[str, Any], descriptors: Sequence[int]) -> int:
    """Starts a process. Returns its number, or that of an error below 0."""
    group: str = request["group"]
    pid = _fork_into(group) if group else -1
    if pid >= 0:
        group = ""
    else:  # there is no group, or an older kernel: then the new process moves itself
        try:
            pid = os.fork()
        except OSError as error:
            return -(error.errno or 1)
    if pid == 0:
        _become(request, descriptors, group)
    return pid


def _fork_into(group: str) -> int:
    """Forks a process that is born in a control group. -1 if the kernel can't do that."""
    try:
        folder = os.open(group, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return -1
    try:
        arguments = struct.pack("=11Q", _INTO_GROUP, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, 0, 0, folder)
        # This function keeps the interpreter's lock, so that both processes have it.
        pid: int = ctypes.PyDLL(None).syscall(CLONE3, arguments, len(arguments))
        return pid
    finally:
        os.close(folder)


def _become(request: dict[str, Any], descriptors: Sequence[int], group: str) -> None:
    """Turns this process into a program that has these descriptors under the numbers that it wants."""
    words: list[str] = request["words"]
    numbers: list[int] = request["numbers"]
    try:
        os.setsid()
        for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python
            signal.signal(ignored, signal.SIG_DFL)
        copies = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, max(numbers) + 1) for one in descriptors]
        for copy, number in zip(copies, numbers, strict=True):
            os.dup2(copy, number)
        for before, number in pairwise([*sorted(numbers), ALL_DESCRIPTORS]):
            os.closerange(before + 1, number)
        if group:
            with open(f"{group}/cgroup.procs", "w") as stream:
                stream.write("0")
        if request["user"] is not None:
            os.setgroups([])
            os.setresgid(*[request["user"]] * 3)
            os.setresuid(*[request["user"]] * 3)
        os.execve(words[0], words, {})
    except OSError as error:
        os.write(2, f"{words[0]}: {os.strerror(error.errno or 0)}\n".encode(errors="replace"))
    finally:
        os._exit(NOT_STARTED)


if __name__ == "__main__":
    main(int(sys.argv[1]))
