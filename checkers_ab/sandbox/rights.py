"""Acting with the rights of another user."""

from __future__ import annotations

import ctypes
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

CALLS = {
    "x86_64": {"setgroups": 116, "setresuid": 117, "setresgid": 119},
    "aarch64": {"setgroups": 159, "setresuid": 147, "setresgid": 149},
}
"""Numbers of system calls by architecture."""


@contextmanager
def acting_as(user: int | None) -> Iterator[None]:
    """Makes files and starts processes with the rights of another user, in this thread only; None for this user.

    The first process of a new program keeps nothing of root: what is saved here for the way back ends with its start.
    """
    if user is None:
        yield
        return
    groups = os.getgroups()
    _call("setgroups", 0, None)
    _call("setresgid", user, user, 0)
    _call("setresuid", user, user, 0)
    try:
        yield
    finally:
        _call("setresuid", 0, 0, 0)
        _call("setresgid", 0, 0, 0)
        _call("setgroups", len(groups), (ctypes.c_uint32 * len(groups))(*groups))


def _call(name: str, *arguments: object) -> None:
    """Calls the system. The functions of the C library would change all threads; with no number known, they do."""
    libc = _libc()
    number = CALLS.get(platform.machine(), {}).get(name)
    failed = libc.syscall(number, *arguments) if number else getattr(libc, name)(*arguments)
    if failed:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
