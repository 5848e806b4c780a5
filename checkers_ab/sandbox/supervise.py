"""Running one command within limits, and naming how it ended."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import IO

from checkers_ab.core.text import os_reason, printable
from checkers_ab.sandbox.limits import MEGABYTE, Limits
from checkers_ab.sandbox.processes import ProcessTree, kill_tree

SAMPLE_INTERVAL = 0.02
"""Seconds between two samples of what a program uses."""
LIMIT_MESSAGES = {
    "memory limit": (b"MemoryError", b"bad_alloc", b"OutOfMemoryError", b"Cannot allocate memory", b"Out of memory"),
    "process limit": (
        b"Resource temporarily unavailable",
        b"Cannot fork",
        b"BlockingIOError",
        b"can't start new thread",
    ),
    "output limit": (b"File too large",),
    "disk limit": (b"No space left on device",),
}
"""Error messages of programs that the system itself has stopped at a limit."""
NOT_FOUND, NOT_RUNNABLE = 127, 126
NOT_STARTED = "could not be started"
START_ERROR = re.compile(rb"(?:\Arun: (?:line )?[0-9]+: |prlimit: failed to execute )([^\n]*)\n?\Z")
"""The message of the shell, or of prlimit, about a program that does not exist or is not executable."""
LONGEST_STDERR = 4000
"""Bytes of standard error that are kept."""
BOX_PROCESSES = 3
"""Processes of the box itself."""


class BoxError(RuntimeError):
    """The box failed, or can't be made. That says nothing about the program."""

    def __str__(self) -> str:
        return printable(super().__str__()) or "it ended without a message"


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """The end of a run."""

    status: str
    """Empty if the exit code is 0, else one of `time limit`, `memory limit`, `output limit`, `process limit`,
    `disk limit`, `could not be started`, `crashed with signal N`, `exit code N`."""
    seconds: float
    stderr: str = ""
    """The end of its standard error."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """A command, that of the box included, with the files of its standard streams."""

    words: Sequence[str]
    folder: Path
    stdin: Path
    stdout: Path
    stderr: Path
    limits: Limits
    output_files: tuple[Path, ...] = ()
    """Further files that the program writes."""
    options: Sequence[str] = ()
    """Options of bubblewrap, passed by a file descriptor: a program in the box can read the command line."""
    filter: bytes = b""
    """The seccomp filter."""


OPTIONS, STATUS, FILTER = "{options}", "{status}", "{filter}"
"""Placeholders in a command for the file descriptors of bubblewrap's options, status report and filter."""


def supervise(command: Command) -> Outcome:
    """Runs a command to its end, or kills it at a limit. None of its processes is left then."""
    start = monotonic()
    with ExitStack() as stack:
        descriptors: dict[str, int] = {}
        if command.options:
            packed = b"".join(os.fsencode(word) + b"\0" for word in command.options)
            data = ((OPTIONS, packed), (FILTER, command.filter))
            descriptors = {name: _memory_file(stack, content) for name, content in data}
            ends = zip(os.pipe(), "rw", strict=True)
            reading, writing = (stack.enter_context(os.fdopen(end, mode)) for end, mode in ends)
            descriptors[STATUS] = writing.fileno()
        process = _start(command, descriptors)
        if command.options:
            writing.close()
        broken = _watch(process, command, start)
        seconds = monotonic() - start
        code = _read_report(reading) if command.options else process.returncode
    errors = _end_of(command.stderr)
    disk = os.statvfs(command.stdout)
    if disk.f_bavail * disk.f_frsize < command.limits.output * MEGABYTE:
        raise BoxError(f"hardly any space is left below {command.stdout.parent.parent}")
    message = errors.decode("utf-8", "backslashreplace")
    if not broken and code is None:  # the program was never started
        raise BoxError(message.strip())
    return Outcome(status=broken or _status_of(code or 0, errors, command), seconds=seconds, stderr=message)


def _end_of(path: Path) -> bytes:
    """The last bytes of a file."""
    with open(path, "rb") as stream:
        stream.seek(max(0, os.path.getsize(path) - LONGEST_STDERR))
        return stream.read(LONGEST_STDERR)


def _memory_file(stack: ExitStack, data: bytes) -> int:
    """A file descriptor from which the data can be read."""
    stream = stack.enter_context(os.fdopen(os.memfd_create("checkers-ab"), "w+b"))
    stream.write(data)
    stream.seek(0)
    return stream.fileno()


def _start(command: Command, descriptors: Mapping[str, int]) -> subprocess.Popen[bytes]:
    words = [str(descriptors.get(word, word)) for word in command.words]
    streams = zip((command.stdin, command.stdout, command.stderr), ("rb", "wb", "wb"), strict=True)
    try:
        with ExitStack() as stack:
            stdin, stdout, stderr = (stack.enter_context(open(path, mode)) for path, mode in streams)
            return subprocess.Popen(
                words,
                cwd=command.folder,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                pass_fds=tuple(descriptors.values()),
                start_new_session=True,
            )
    except OSError as error:
        raise BoxError(f"{words[0]}: {os_reason(error)}") from None


def _watch(process: subprocess.Popen[bytes], command: Command, start: float) -> str:
    """Waits for a process, and kills it at a limit. Returns the limit that it broke, if any."""
    broken = ""
    try:
        descriptor = os.pidfd_open(process.pid)
        try:
            poll = select.poll()
            poll.register(descriptor, select.POLLIN)
            tree = ProcessTree(process.pid)
            while not poll.poll(1000 * SAMPLE_INTERVAL):
                tree.sample()
                broken = _over_limit(tree, command.limits, monotonic() - start)
                if broken:
                    break
        finally:
            os.close(descriptor)
    finally:
        if process.poll() is None:
            kill_tree(process.pid)
        process.wait()
    return broken


def _over_limit(tree: ProcessTree, limits: Limits, seconds: float) -> str:
    """The limit that a process tree has broken; empty if none."""
    if tree.seconds > limits.time or seconds - tree.waited > limits.patience or seconds > limits.longest:
        return "time limit"
    if tree.memory > limits.memory * MEGABYTE:
        return "memory limit"
    return "process limit" if tree.tasks > limits.processes + BOX_PROCESSES else ""


def _read_report(report: IO[str]) -> int | None:
    """The program's exit code, as bubblewrap reports it; None if the program was never started."""
    status: dict[str, int] = {}
    for line in report:
        status |= json.loads(line)
    return status.get("exit-code")


def _status_of(code: int, errors: bytes, command: Command) -> str:
    """The status of a program by its exit code, its last error messages and the files that it has written."""
    written = [path for path in (command.stdout, command.stderr, *command.output_files) if path.exists()]
    number = -code if code < 0 else code - 128
    if (
        any(path.stat().st_size >= int(command.limits.output * MEGABYTE) for path in written)
        or number == signal.SIGXFSZ
    ):
        return "output limit"
    if code == 0:
        return ""
    if number == signal.SIGXCPU:
        return "time limit"
    for status, messages in LIMIT_MESSAGES.items():
        if any(message in errors for message in messages):
            return status
    if code in (NOT_FOUND, NOT_RUNNABLE) and START_ERROR.search(errors):
        return NOT_STARTED
    return f"crashed with signal {number}" if 0 < number < 65 else f"exit code {code}"
