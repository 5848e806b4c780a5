"""The seccomp filter of a box: system calls by which a program could hold memory or leave data that nobody sees.

System V shared memory and files in memory belong to no process, and the kernel's keys belong to no box.
"""

from __future__ import annotations

import errno
import platform
import struct

# By architecture: its number in the kernel's audit.h, the call socket, and the calls shmget, msgget, semget,
# memfd_create, ptrace, add_key, request_key, keyctl, io_uring_setup and memfd_secret.
_ARCHITECTURES = {
    "x86_64": (0xC000003E, 41, (29, 68, 64, 319, 101, 248, 249, 250, 425, 447)),
    "aarch64": (0xC00000B7, 198, (194, 186, 190, 279, 117, 217, 218, 219, 425, 447)),
}
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.ENOSYS
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_FOREIGN_CALLS = 0x40000000
"""From here on the numbers are those of the same calls for another ABI."""
_VSOCK = 40
"""Sockets to the host of a virtual machine: a network namespace does not shut them in."""


def seccomp_filter() -> bytes:
    """The filter in the form that bubblewrap reads; empty for an architecture whose system calls are not known here."""
    known = _ARCHITECTURES.get(platform.machine())
    if known is None:
        return b""
    architecture, socket, calls = known
    # Each step names where to go on if it matches and if not: the next step, or one of the last two.
    steps: list[tuple[int, str, str, int]] = [
        (_LOAD, "", "", _ARCHITECTURE),
        (_EQUAL, "", "refuse", architecture),
        (_LOAD, "", "", _NUMBER),
        (_AT_LEAST, "refuse", "", _FOREIGN_CALLS),
        *((_EQUAL, "refuse", "", call) for call in calls),
        (_EQUAL, "", "allow", socket),
        (_LOAD, "", "", _FIRST_ARGUMENT),
        (_EQUAL, "refuse", "", _VSOCK),
        (_RETURN, "", "", _ALLOW),
        (_RETURN, "", "", _REFUSE),
    ]
    places = {"allow": len(steps) - 2, "refuse": len(steps) - 1}
    return b"".join(
        struct.pack("=HBBI", code, *(places[to] - place - 1 if to else 0 for to in (match, other)), value)
        for place, (code, match, other, value) in enumerate(steps)
    )
