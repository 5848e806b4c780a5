"""Running one command within limits.

The command starts a box, which waits at a gate: a pipe that it has to read to the end. Meanwhile the supervisor puts
the files into the box and sets the limits; then it opens the gate, and watches the program until its end.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from time import monotonic

from checkers_ab.core.errors import InputError
from checkers_ab.core.text import escape, os_reason
from checkers_ab.sandbox.cgroup import Group
from checkers_ab.sandbox.folders import Folder, walk_folder
from checkers_ab.sandbox.launch import Process, acting_as, start_process
from checkers_ab.sandbox.limits import Limits, prefer_for_killing, set_system_limits
from checkers_ab.sandbox.processes import KILL_TIME, has_ended, kill_tree
from checkers_ab.sandbox.sampling import Usage

if sys.platform != "win32":
    import fcntl

SAMPLE_INTERVAL = 0.02
"""Seconds between two samples of what a program uses."""
SETUP_TIME = 30.0
"""Seconds in which a box must be ready."""
LONGEST_STDERR = 4000
"""Bytes of standard error that are kept."""
PAGE = 4096
FAILED = 1
"""The exit code of bubblewrap when it can't start the program."""

NOT_STARTED, KILLED = "could not be started", "killed"
"""`killed` is a kill that neither the supervisor nor a limit explains. Exit code 137 is taken for one, for shells and
bubblewrap report a kill so."""
LAST_BLOCKS = 4
"""Blocks that may be left in a folder that is full."""

GATE, STATUS, OPTIONS, FILTER = "{gate}", "{status}", "{options}", "{filter}"
"""Placeholders in a command for the descriptors of the gate, the status report, the options and the filter."""


class BoxError(RuntimeError):
    """The box failed, or can't be made. That says nothing about the program."""

    def __str__(self) -> str:
        return escape(super().__str__().strip()) or "it ended without a message"  # the message of another error, too


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """The end of a run."""

    status: str
    """Empty if the exit code is 0, else one of those of `status_of`."""
    seconds: float = 0.0
    stdout: bytes = b""
    output: bytes = b""
    """The contents of the output file."""
    stderr: str = ""
    """The end of its standard error."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """A command that starts a box."""

    words: Sequence[str]
    options: Sequence[str] = ()
    """Words that are passed by a descriptor: a program in the box can read the command line."""
    filter: bytes = b""
    """The filter of system calls, passed by a descriptor."""
    stdin: bytes
    limits: Limits
    unboxed: Mapping[str, object] = field(default_factory=dict)
    """The folder, environment and filter of a program that is started without a box."""
    user: int | None = None
    """The user that the command runs as; None for the user of this process."""
    group: Group | None = None
    one_stream: bool = False
    """True if standard output goes to standard error."""
    spare: int = 0
    """Processes of the box itself."""


class Waiting:
    """A box that waits at its gate. `pid` is the process that will be the program, or its parent in the box."""

    def __init__(self, process: Process, gate: int, status: int) -> None:
        self.process, self.pid = process, process.pid
        self._gate, self._status = gate, status
        self._pidfds = [os.pidfd_open(process.pid)]
        self._report: dict[str, int] = {}
        self.exit_code: int | None = None
        self.started = True
        self.closed = False

    def wait_for_box(self) -> bool:
        """Waits until the box is at its gate. False if it ends before, or takes too long."""
        poll = select.poll()
        poll.register(self._gate, select.POLLOUT)
        poll.register(self._pidfds[0], select.POLLIN)
        if dict(poll.poll(1000 * SETUP_TIME)).get(self._gate) != select.POLLOUT:
            return False
        self.pid = self._read_report().get("child-pid", self.pid)
        self._pidfds.append(os.pidfd_open(self.pid))
        return True

    def open_gate(self) -> None:
        """Lets the program start."""
        os.close(self._gate)
        self._gate = -1

    def wait(self, seconds: float) -> bool:
        """Waits until the program and all other processes in the box have ended. False if they have not."""
        return has_ended(self._pidfds[-1], seconds)

    def _read_report(self) -> dict[str, int]:
        """The report of the box so far: the process, the exit code, or why the program could not be started."""
        try:
            while block := os.read(self._status, PAGE):
                for line in block.splitlines():
                    self._report |= json.loads(line)
        except BlockingIOError:
            pass
        return self._report

    def close(self, *, kill: bool) -> None:
        """Waits for the box, or kills it, and reads how the program ended."""
        if kill or not has_ended(self._pidfds[0], KILL_TIME):
            kill_tree(self.process.pid)
        code = self.process.wait()
        self.wait(KILL_TIME)
        report = self._read_report()
        if self.pid == self.process.pid:
            self.exit_code, self.started = code, "start-error" not in report
        else:  # bubblewrap reports no exit code if it could not start the program, or was killed itself
            self.exit_code = report.get("exit-code")
            self.started = self.exit_code is not None or code != FAILED
        for descriptor in (self._gate, self._status, *self._pidfds):
            if descriptor >= 0:
                os.close(descriptor)
        self.closed = True


def supervise(command: Command, prepare: Callable[[int], Sequence[Folder]]) -> Outcome:
    """Runs a command to its end, or kills it at a limit. None of its processes is left then.

    `prepare` gets the process that waits, and returns descriptors of the folders in memory that the program can write.
    """
    limits, group = command.limits, command.group
    with ExitStack() as stack:
        stdin = _memory_file(stack, command.stdin)
        fcntl.fcntl(stdin, fcntl.F_ADD_SEALS, fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK)
        stderr = _memory_file(stack, b"")
        stdout = stderr if command.one_stream else _memory_file(stack, b"")
        with _started(command, (stdin, stdout, stderr)) as waiting:
            if not waiting.wait_for_box():
                raise BoxError(_end_of(stderr) or "the box was not ready in time")
            folders = prepare(waiting.pid)
            usage = stack.enter_context(Usage(waiting.pid, group, folders, spare=command.spare))
            prefer_for_killing(waiting.pid)
            counted = group is not None and group.has_limits
            with acting_as(command.user):  # not every root may set the limits of another user's process
                # Without a box of its own, this user has other processes, which would count too.
                alone = command.user is not None or not command.unboxed
                set_system_limits(waiting.pid, limits, counted=counted, count_processes=alone)
            if group:
                group.start()
            start = monotonic()
            waiting.open_gate()
            broken = ""
            while not broken and not waiting.wait(SAMPLE_INTERVAL):
                broken = usage.over(limits, monotonic() - start)
            seconds = monotonic() - start
            waiting.close(kill=bool(broken))
        if group:
            group.kill()
        sizes = [os.fstat(stream).st_size for stream in (stdout, stderr)]
        ending = Ending(
            broken=broken,
            code=waiting.exit_code,
            started=waiting.started,
            seconds=usage.seconds,
            clock=seconds,
            group=group,
            sizes=sizes,
            folders=folders,
        )
        said = b"" if command.one_stream else os.pread(stdout, min(sizes[0], limits.longest_file), 0)
        return Outcome(status=status_of(ending, limits), seconds=seconds, stdout=said, stderr=_end_of(stderr))


@contextmanager
def _started(command: Command, streams: tuple[int, int, int]) -> Iterator[Waiting]:
    """Starts a command, and kills it at the end if it is still there."""
    with ExitStack() as stack:
        waits, gate = os.pipe()
        # A pipe of one page that has something in it can't be written to until it is read.
        fcntl.fcntl(gate, fcntl.F_SETPIPE_SZ, PAGE)
        os.write(gate, b"\n")
        status, reports = os.pipe()
        os.set_blocking(status, False)
        descriptors = {GATE: waits, STATUS: reports, FILTER: _memory_file(stack, command.filter)}
        packed = "".join(f"{descriptors.get(word, word)}\0" for word in command.options)
        descriptors[OPTIONS] = _memory_file(stack, os.fsencode(packed))
        words = [str(descriptors.get(word, word)) for word in command.words]
        group = command.group.path if command.group else ""
        unboxed = {"gate": waits, "status": reports, **command.unboxed} if command.unboxed else {}
        try:
            passed = tuple(descriptors.values())
            process = start_process(words, streams, passed, user=command.user, group=group, unboxed=unboxed)
        except OSError as error:
            os.close(gate)
            os.close(status)
            raise BoxError(f"{words[0]}: {os_reason(error)}") from None
        finally:
            os.close(waits)
            os.close(reports)
        waiting = Waiting(process, gate, status)
    try:
        yield waiting
    finally:
        if not waiting.closed:
            waiting.close(kill=True)


def _memory_file(stack: ExitStack, data: bytes) -> int:
    """A file in memory from which the data can be read."""
    descriptor = os.memfd_create("file", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    stack.callback(os.close, descriptor)
    if data:
        os.write(descriptor, data)
        os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _end_of(descriptor: int) -> str:
    """The last bytes of a file as text."""
    size = os.fstat(descriptor).st_size
    return os.pread(descriptor, LONGEST_STDERR, max(0, size - LONGEST_STDERR)).decode("utf-8", "backslashreplace")


@dataclass(frozen=True, kw_only=True, slots=True)
class Ending:
    """The facts about the end of a run."""

    broken: str
    """The limit for which the supervisor has killed it; empty if it did not."""
    code: int | None
    """The exit code, of a signal negative, or 128 more as shells have it; None if the whole box was killed."""
    started: bool
    """False if the program could not be started."""
    seconds: float
    """Processor time."""
    clock: float = 0.0
    """Seconds by the clock. A program whose time nobody counts has a single processor, and used no more of it."""
    group: Group | None
    sizes: Sequence[int]
    """Bytes of its standard output and error."""
    folders: Sequence[Folder]
    """Descriptors of the folders in memory that it could write."""


def status_of(end: Ending, limits: Limits) -> str:
    """Empty if the exit code is 0, else `time limit`, `memory limit`, `output limit`, `process limit`, `disk limit`,
    `could not be started`, `killed`, `crashed with signal N` or `exit code N`.
    """
    number = 0 if end.code is None else -end.code if end.code < 0 else end.code - 128
    most = limits.longest_file
    if end.broken:
        return end.broken
    if end.group and end.group.out_of_memory:
        return "memory limit"
    if end.code == 0 and max(end.sizes) < most:
        return ""
    if not end.started:
        return NOT_STARTED
    if number in (signal.SIGXCPU, signal.SIGKILL) and end.seconds >= limits.time:
        return "time limit"
    if number == signal.SIGXCPU and end.clock >= limits.time:
        return "time limit"
    if number == signal.SIGXFSZ or max(end.sizes) >= most or _has_full_file(end.folders, most):
        return "output limit"
    if any(_is_full(folder) for folder in end.folders):
        return "disk limit"
    if end.group and end.group.out_of_processes:
        return "process limit"
    if end.code is None or number == signal.SIGKILL:
        return KILLED
    return f"crashed with signal {number}" if 0 < number < 65 else f"exit code {end.code}"


def _is_full(folder: Folder) -> bool:
    found = os.statvfs(folder)
    return found.f_bfree < LAST_BLOCKS or found.f_ffree == 0


def _has_full_file(folders: Sequence[Folder], size: int) -> bool:
    """True if a file has become as large as a file may be."""
    try:
        return any(entry.is_file and entry.info.st_size >= size for folder in folders for entry in walk_folder(folder))
    except (OSError, InputError):
        return False
