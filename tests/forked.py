"""The program in processes that are forked from one in which it is loaded, so that each starts in milliseconds.

Run as a script it is that process: it forks for each request on a socket, and answers with the exit code.
"""

from __future__ import annotations

import atexit
import io
import json
import os
import pkgutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from threading import Thread
from typing import Any

PROGRAM = os.path.join(os.path.dirname(sys.executable), "checkers-ab")
LONGEST_REQUEST = 1 << 20
PATIENCE = 120.0
"""Seconds that a call may take."""
LOOKED_AT_EARLY = ("PYTHON", "LC_", "LANG")
"""Beginnings of variables that Python looks at when it starts: a change of these needs a real start."""


class Server:
    """The process that forks."""

    def __init__(self) -> None:
        self._channel, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._channel.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LONGEST_REQUEST)
        with there:
            self._process = subprocess.Popen([sys.executable, __file__, str(there.fileno())], pass_fds=[there.fileno()])
        atexit.register(self._close)

    def _close(self) -> None:
        self._channel.close()
        self._process.wait()

    def run(self, words: list[str], stdin: bytes, cwd: str, env: dict[str, str]) -> tuple[int, list[bytes]]:
        """The exit code of a call, and what it wrote to standard output and standard error."""
        (source, feed), (out, stdout), (err, stderr) = (os.pipe() for _ in range(3))
        socket.send_fds(self._channel, [json.dumps([words, cwd, env]).encode()], [source, stdout, stderr])
        for descriptor in (source, stdout, stderr):
            os.close(descriptor)
        written = [bytearray(), bytearray()]
        threads = [Thread(target=_feed, args=(feed, stdin), daemon=True)]
        threads += [Thread(target=_read, args=pair, daemon=True) for pair in zip((out, err), written, strict=True)]
        for thread in threads:
            thread.start()
        self._channel.settimeout(PATIENCE)
        try:
            code = int(self._channel.recv(LONGEST_REQUEST))
        except TimeoutError:
            self._process.kill()
            _server.cache_clear()
            raise subprocess.TimeoutExpired(words, PATIENCE) from None
        for thread in threads:
            thread.join()
        return code, [*map(bytes, written)]


def _feed(descriptor: int, data: bytes) -> None:
    with suppress(BrokenPipeError), open(descriptor, "wb", 0) as stream:
        while data:
            data = data[stream.write(data) :]


def _read(descriptor: int, into: bytearray) -> None:
    with open(descriptor, "rb") as stream:
        into += stream.read()


@cache
def _server(_pid: int, _early: frozenset[tuple[str, str]]) -> Server:
    return Server()


def _early(env: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    """The variables on which the start of Python depends."""
    return frozenset(item for item in env.items() if item[0].startswith(LOOKED_AT_EARLY))


def run_forked(words: list[str], stdin: str, cwd: str, env: dict[str, str]) -> subprocess.CompletedProcess[str] | None:
    """A call of the program, as `subprocess.run` has it; None if it needs a process of its own."""
    if _early(env) != _early(os.environ):
        return None
    code, written = _server(os.getpid(), _early(env)).run(words, stdin.encode("utf-8", "surrogateescape"), cwd, env)
    stdout, stderr = (io.TextIOWrapper(io.BytesIO(text), "utf-8", "surrogateescape").read() for text in written)
    return subprocess.CompletedProcess([PROGRAM, *words], code, stdout, stderr)


def serve(number: int) -> None:
    """Forks for each request until the other end is closed."""
    if not sys.flags.safe_path:
        sys.path[0] = os.path.dirname(PROGRAM)  # as for the program itself
    load_everything()
    with socket.socket(fileno=number) as channel:
        channel.set_inheritable(False)
        while True:
            data, descriptors, _, _ = socket.recv_fds(channel, LONGEST_REQUEST, 3)
            if not data:
                return
            pid = os.fork()
            if not pid:
                channel.close()
                become_program(*json.loads(data), descriptors=descriptors)
            for descriptor in descriptors:
                os.close(descriptor)
            channel.send(str(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])).encode())


def load_everything() -> None:
    """Imports the whole package, so that no child needs to."""
    import checkers_ab

    for module in pkgutil.walk_packages(checkers_ab.__path__, "checkers_ab."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    tempfile.tempdir = None  # each child looks for its own


def become_program(words: list[str], cwd: str, env: dict[str, str], *, descriptors: list[int]) -> None:
    """Turns a forked process into the program: its own streams, folder and environment."""
    code: Any = 1
    try:
        atexit._clear()
        for number, descriptor in enumerate(descriptors):
            os.dup2(descriptor, number)
            os.close(descriptor)
        for name, mode, number in (("stdin", "r", 0), ("stdout", "w", 1), ("stderr", "w", 2)):
            old = getattr(sys, name)
            stream = open(number, mode, encoding=old.encoding, errors=old.errors, closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
        os.environ.clear()
        os.environ.update(env)
        os.chdir(cwd)
        sys.argv = [PROGRAM, *words]
        from checkers_ab.cli.main import script

        code = script()
    except SystemExit as error:
        code = error.code or 0
    finally:
        atexit._run_exitfuncs()
        for stream in filter(None, (sys.stdout, sys.stderr)):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
