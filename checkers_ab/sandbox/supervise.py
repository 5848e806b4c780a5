"""Running one program within limits, and saying how it ended."""

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
from checkers_ab.sandbox.processes import Family, end_family

LOOK = 0.02
"""Seconds between two looks at what a program holds."""
COMPLAINTS = {
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
"""What programs say when they are refused more."""
NOT_FOUND, NOT_RUNNABLE = 127, 126
NOT_STARTED = "could not be started"
STARTED_BY = re.compile(rb"(?:\Arun: (?:line )?[0-9]+: |prlimit: failed to execute )([^\n]*)\n?\Z")
"""What the shell or the command in front of a program says if there is no such program, or none that can be run."""
OF_THE_BOX = 3
"""Processes that a box has of its own."""


class BoxError(RuntimeError):
    """The box itself failed: nothing can be said about the program."""

    def __str__(self) -> str:
        return printable(super().__str__()) or "it ended without a word"


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """How a run ended."""

    status: str
    """Empty if it ended well, else one of `time limit`, `memory limit`, `output limit`, `process limit`, `disk limit`,
    `could not be started`, `crashed with signal N`, `exit code N`."""
    seconds: float
    complaint: str = ""
    """The end of what it wrote to standard error."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """What is run: the command with its box, and where standard input and output are."""

    command: Sequence[str]
    folder: Path
    stdin: Path
    stdout: Path
    stderr: Path
    limits: Limits
    own_files: tuple[Path, ...] = ()
    """Further files whose length is the program's doing."""
    options: Sequence[str] = ()
    """Options of bubblewrap, handed over by a file descriptor: in the box everybody can read its command line."""
    filter: bytes = b""
    """System calls that are refused, as `seccomp` makes it."""


OPTIONS, STATUS, FILTER = "{options}", "{status}", "{filter}"
"""The words of a command that stand for the file descriptors of bubblewrap's options, report and filter."""


def supervise(run: Run) -> Outcome:
    """Runs a command to its end, or ends it at a limit; no process of it is left."""
    start = monotonic()
    with ExitStack() as stack:
        descriptors: dict[str, int] = {}
        if run.options:
            packed = b"".join(os.fsencode(word) + b"\0" for word in run.options)
            descriptors = {name: _in_memory(stack, data) for name, data in ((OPTIONS, packed), (FILTER, run.filter))}
            ends = zip(os.pipe(), "rw", strict=True)
            reading, writing = (stack.enter_context(os.fdopen(end, mode)) for end, mode in ends)
            descriptors[STATUS] = writing.fileno()
        process = _start(run, descriptors)
        if run.options:
            writing.close()
        broken = _watch(process, run, start)
        seconds = monotonic() - start
        code = _read_report(reading) if run.options else process.returncode
    with open(run.stderr, "rb") as stream:
        stream.seek(max(0, os.path.getsize(run.stderr) - 4000))
        complaint = stream.read(4000)
    disk = os.statvfs(run.stdout)
    if disk.f_bavail * disk.f_frsize < run.limits.output * MEGABYTE:
        raise BoxError(f"hardly any space is left below {run.stdout.parent.parent}")
    if not broken and code is None:  # it never came as far as the program
        raise BoxError(complaint.decode("utf-8", "backslashreplace").strip())
    status = broken or _name_end(code or 0, complaint, run)
    return Outcome(status=status, seconds=seconds, complaint=complaint.decode("utf-8", "backslashreplace"))


def _in_memory(stack: ExitStack, data: bytes) -> int:
    """A file descriptor from which some bytes can be read."""
    stream = stack.enter_context(os.fdopen(os.memfd_create("checkers-ab"), "w+b"))
    stream.write(data)
    stream.seek(0)
    return stream.fileno()


def _start(run: Run, descriptors: Mapping[str, int]) -> subprocess.Popen[bytes]:
    command = [str(descriptors.get(word, word)) for word in run.command]
    try:
        with open(run.stdin, "rb") as stdin, open(run.stdout, "wb") as stdout, open(run.stderr, "wb") as stderr:
            return subprocess.Popen(
                command,
                cwd=run.folder,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                pass_fds=tuple(descriptors.values()),
                start_new_session=True,
            )
    except OSError as error:
        raise BoxError(f"{command[0]}: {os_reason(error)}") from None


def _watch(process: subprocess.Popen[bytes], run: Run, start: float) -> str:
    """Waits for a process; which limit it broke, if any. Then it has been killed."""
    broken = ""
    try:
        descriptor = os.pidfd_open(process.pid)
        try:
            poll = select.poll()
            poll.register(descriptor, select.POLLIN)
            family = Family(process.pid)
            while not poll.poll(1000 * LOOK):
                family.look()
                broken = _over_limit(family, run.limits, monotonic() - start)
                if broken:
                    break
        finally:
            os.close(descriptor)
    finally:
        if process.poll() is None:
            end_family(process.pid)
        process.wait()
    return broken


def _over_limit(family: Family, limits: Limits, seconds: float) -> str:
    """Which limit a family of processes has broken, if any."""
    if family.seconds > limits.time or seconds - family.waited > limits.patience or seconds > limits.longest:
        return "time limit"
    if family.memory > limits.memory * MEGABYTE:
        return "memory limit"
    return "process limit" if family.tasks > limits.processes + OF_THE_BOX else ""


def _read_report(report: IO[str]) -> int | None:
    """The program's exit code, as bubblewrap reports it; None if it never came as far as the program."""
    told: dict[str, int] = {}
    for line in report:
        told |= json.loads(line)
    return told.get("exit-code")


def _name_end(code: int, complaint: bytes, run: Run) -> str:
    """What an exit code means, given what the program complained of last."""
    written = [path for path in (run.stdout, run.stderr, *run.own_files) if path.exists()]
    number = -code if code < 0 else code - 128
    if any(path.stat().st_size >= int(run.limits.output * MEGABYTE) for path in written) or number == signal.SIGXFSZ:
        return "output limit"
    if code == 0:
        return ""
    if number == signal.SIGXCPU:
        return "time limit"
    for status, sayings in COMPLAINTS.items():
        if any(saying in complaint for saying in sayings):
            return status
    if code in (NOT_FOUND, NOT_RUNNABLE) and STARTED_BY.search(complaint):
        return NOT_STARTED
    return f"crashed with signal {number}" if 0 < number < 65 else f"exit code {code}"
