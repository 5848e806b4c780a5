"""Starting processes, each as a user of its own, and in a control group of its own if it has one.

Those with a group, and those without a box, are started by a small process: see `spawner.py`.
"""

from __future__ import annotations

import atexit
import ctypes
import errno
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from typing import NamedTuple

from checkers_ab.sandbox.seccomp import number_of

KILLED = -9
SCRIPT = os.path.join(os.path.dirname(__file__), "spawner.py")
LONGEST_ANSWER = 64
PR_SET_THP_DISABLE = 41


class Process(NamedTuple):
    """A process that was started."""

    pid: int
    wait: Callable[[], int]
    """Waits for its end, and returns the exit code, of a signal negative."""


def start_process(
    words: Sequence[str],
    streams: tuple[int, int, int],
    passed: Sequence[int],
    *,
    user: int | None,
    group: str,
    unboxed: Mapping[str, object],
) -> Process:
    """Starts a program with an empty environment and some descriptors. OSError if that is impossible.

    `unboxed` is empty, or the gate, status, folder, environment and filter of a program without a box.
    """
    # It inherits that it gets no huge pages: it could empty each but for a small page, and nobody would see the rest.
    # This process never gets them back, for another thread may be about to start a program.
    _libc().prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)
    if group or unboxed:
        request = {"words": list(words), "user": user, "group": group, "unboxed": unboxed}
        return _find_spawner().start(request, [*range(len(streams)), *passed], [*streams, *passed])
    with acting_as(user):
        stdin, stdout, stderr = streams
        process = subprocess.Popen(
            words, cwd="/", env={}, stdin=stdin, stdout=stdout, stderr=stderr, pass_fds=passed, start_new_session=True
        )
    return Process(process.pid, process.wait)


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
    """Calls the system. The functions of the C library would change all threads."""
    if _libc().syscall(number_of(name), *arguments):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


class Spawner:
    """The process that starts others."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._channel, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with there:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", SCRIPT, str(there.fileno())],
                cwd="/",
                env={name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[there.fileno()],
                start_new_session=True,
            )

    def start(self, request: Mapping[str, object], numbers: Sequence[int], descriptors: Sequence[int]) -> Process:
        """Starts a program that has these descriptors under these numbers.

        OSError if there can be no process; if it can't be its program, it says so on stderr.
        """
        pid = self._ask({**request, "numbers": numbers}, descriptors)
        if pid is None or pid <= 0:
            number = -(pid or -errno.EPIPE)
            raise OSError(number, os.strerror(number))
        return Process(pid, partial(self._wait, pid))

    def _wait(self, pid: int) -> int:
        code = self._ask({"wait": pid})
        return KILLED if code is None else code

    def _ask(self, request: object, descriptors: Sequence[int] = ()) -> int | None:
        """The answer to a request; None if the spawner has died. Then all that it started has been killed."""
        with self._lock:
            try:
                socket.send_fds(self._channel, [json.dumps(request).encode()], descriptors)
                answer = self._channel.recv(LONGEST_ANSWER)
                return int(answer) if answer else None
            except OSError:
                return None
            except BaseException:  # interrupted: a later request would get this answer
                self._channel.close()
                raise

    def close(self) -> None:
        """Ends the process."""
        self._channel.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)


_lock = threading.Lock()


def _find_spawner() -> Spawner:
    """The spawner of this process with the rights that it has now; a new one if that has died."""
    with _lock:
        found = _spawner(os.getpid(), os.geteuid())
        if found.process.poll() is not None:
            _spawner.cache_clear()
            found = _spawner(os.getpid(), os.geteuid())
        return found


@cache
def _spawner(_pid: int, _user: int) -> Spawner:
    new = Spawner()
    atexit.register(new.close)
    return new
