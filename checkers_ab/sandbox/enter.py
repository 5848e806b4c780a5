"""Run as a script in place of a program without a box: waits at the gate, gives up rights, and becomes the program."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from typing import Any

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 22, 24, 38
SECCOMP_FILTER = 2
NOT_FOUND = 127
MOST_CAPABILITIES = 64


class _Program(ctypes.Structure):
    """A filter as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def main(settings_fd: int, gate: int, status: int) -> None:
    """Becomes the program. If it can't be started, reports that, and says why on stderr."""
    settings = json.loads(_read(settings_fd))
    _read(gate)
    # Python ignores these, and so would the program.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    os.set_inheritable(status, False)
    try:
        os.chdir(settings["folder"])
        if settings["user"] is not None:
            _become(settings["user"], bytes.fromhex(settings["filter"]))
        os.execvpe(settings["command"][0], settings["command"], settings["environment"])
    except OSError as error:
        os.write(2, f"{settings['command'][0]}: {os.strerror(error.errno or 0)}\n".encode(errors="replace"))
        os.write(status, json.dumps({"start-error": error.errno}).encode())
    os._exit(NOT_FOUND)


def _read(descriptor: int) -> bytes:
    """All that can be read, to the end."""
    with open(descriptor, "rb") as stream:
        return stream.read()


def _become(user: int, seccomp: bytes) -> None:
    """Gives up all rights for those of a user."""
    libc: Any = ctypes.CDLL(None, use_errno=True)
    for capability in range(MOST_CAPABILITIES):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)  # there are fewer
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if seccomp:
        program = _Program(len(seccomp) // 8, seccomp)
        if libc.prctl(PR_SET_SECCOMP, SECCOMP_FILTER, ctypes.byref(program), 0, 0):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
