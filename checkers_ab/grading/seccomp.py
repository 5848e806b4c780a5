"""System calls that a boxed program is refused: those by which it could hold memory or leave words that nobody sees.

Shared memory of the System V kind and files in memory belong to no process, and the keys of the kernel to no box.
"""

from __future__ import annotations

import errno
import platform
import struct

# By architecture: its number in the kernel's audit.h, and the calls shmget, msgget, semget, memfd_create, ptrace,
# add_key, request_key, keyctl, io_uring_setup and memfd_secret.
_ARCHITECTURES = {
    "x86_64": (0xC000003E, (29, 68, 64, 319, 101, 248, 249, 250, 425, 447)),
    "aarch64": (0xC00000B7, (194, 186, 190, 279, 117, 217, 218, 219, 425, 447)),
}
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.ENOSYS
_NUMBER, _ARCHITECTURE = 0, 4
_FOREIGN_CALLS = 0x40000000
"""Calls from here on are the same ones under other numbers."""


def refusals() -> bytes:
    """The filter as bubblewrap takes it; empty for an architecture whose calls are not known here."""
    known = _ARCHITECTURES.get(platform.machine())
    if known is None:
        return b""
    architecture, calls = known
    steps = [(_LOAD, 0, 0, _ARCHITECTURE), (_EQUAL, 0, len(calls) + 3, architecture), (_LOAD, 0, 0, _NUMBER)]
    steps.append((_AT_LEAST, len(calls) + 1, 0, _FOREIGN_CALLS))
    # Whoever matches jumps over the rest of the calls and the permission behind them, as do foreign ones.
    steps += [(_EQUAL, len(calls) - place, 0, call) for place, call in enumerate(calls)]
    steps += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
