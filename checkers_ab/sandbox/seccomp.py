"""System calls that a boxed program is refused: those by which it could hold memory or leave words that nobody sees.

Shared memory of the System V kind and files in memory belong to no process, and the keys of the kernel to no box.
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
"""Calls from here on are the same ones under other numbers."""
_VSOCK = 40
"""Sockets to the host of a virtual machine: no network of a box keeps them in."""


def refusals() -> bytes:
    """The filter as bubblewrap takes it; empty for an architecture whose calls are not known here."""
    known = _ARCHITECTURES.get(platform.machine())
    if known is None:
        return b""
    architecture, socket, calls = known
    # Each step with where it goes on if it matches and if not: at the next one, or at one of the last two.
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
