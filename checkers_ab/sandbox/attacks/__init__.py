"""Attacks on the box: programs that try to get out, to hold on to more than they may, or to learn what is outside.

Each is a Python script below this folder, bounded by itself. It prints a line that begins with `escaped` for
everything that it should not have been able to do.
"""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from importlib.resources import files

from checkers_ab.sandbox.box import Box, Job
from checkers_ab.sandbox.limits import Limits
from checkers_ab.sandbox.supervise import BoxError, Outcome
from checkers_ab.sandbox.workspace import Workspace

LIMITS = Limits(time=1.0, memory=64.0, output=1.0, processes=16, disk=8.0)
CANARY = "CHECKERS_AB_CANARY"
"""A variable of the environment of this process, which no program may see."""
SECRET = "7f3a-canary-91d2"
INPUT = b"input\n"
LOCKED = "/usr/bin/env"
"""A file that every box shows, which is locked outside."""


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack, and how it ends where it is held."""

    name: str
    what: str
    """The aim of the program."""
    ends: tuple[str, ...] = ("",)
    """The statuses that it may have; empty if it ends well."""


TIME, MEMORY, PROCESSES = "time limit", "memory limit", "process limit"
ATTACKS = (
    Attack("environment", "read the grader's environment, arguments and memory"),
    Attack("paths", "find host paths in mounts, links and the host's name"),
    Attack("descriptors", "use descriptors of the grader or of the box"),
    Attack("own_files", "find and import this program's own libraries"),
    Attack("memory", "hold more memory than allowed", (MEMORY,)),
    Attack("shared_memory", "hold shared memory that no process shows", (MEMORY, "")),
    Attack("thread_memory", "hold memory after the first thread has ended", (MEMORY,)),
    Attack("file_memory", "hold memory in files", (MEMORY, "disk limit", "")),
    Attack("inodes", "make very many empty files", ("disk limit", MEMORY)),
    Attack("page_tables", "hold memory in page tables", (MEMORY, "")),
    Attack("socket_memory", "hold memory in full sockets", (MEMORY, PROCESSES, TIME, "")),
    Attack("pipe_memory", "hold memory in full pipes", (MEMORY, PROCESSES, "")),
    Attack("given_memory", "give large pages to pipes and sockets and forget them"),
    Attack("pinned_memory", "have huge pages pinned by bytes that are sent without a copy"),
    Attack("huge_pages", "keep a small part of each of many huge pages"),
    Attack("access_lists", "hold memory in lists of who may use a file"),
    Attack("processes", "start more processes than allowed", (PROCESSES, "exit code 1", "")),
    Attack("loop", "ignore the signal of the time limit", (TIME,)),
    Attack("short_children", "use processors in children nobody waits for", (TIME,)),
    Attack("output", "write without end to standard output", ("output limit",)),
    Attack("locks", "see a lock that is taken outside"),
    Attack("watches", "watch files that others use"),
    Attack("file_times", "leave a message with a file that others see"),
    Attack("signals", "find and signal processes outside"),
    Attack("network", "reach a server on this machine"),
    Attack("families", "open sockets of other families than the local one"),
    Attack("proc", "change the system through /proc"),
    Attack("devices", "open or make devices"),
    Attack("keyring", "leave a key with the kernel"),
    Attack("trace_others", "take over the box's first process"),
    Attack("terminal", "type into the grader's terminal"),
    Attack("namespaces", "make namespaces, mounts or a new root"),
    Attack("leftover_memory", "leave System V or POSIX memory behind"),
    Attack("rights", "gain rights by a setuid program"),
    Attack("system", "change the system's files"),
)
"""All attacks, in the order of the table in docs/security.md, which says what holds them."""


@dataclass(frozen=True, slots=True)
class Tried:
    """An attack that was tried in a box."""

    attack: Attack
    outcome: Outcome
    escapes: list[str] = field(default_factory=list)
    """The things that it was able to do."""

    @property
    def is_held(self) -> bool:
        return not self.escapes and self.outcome.status in self.attack.ends


def script_of(attack: Attack) -> str:
    """The script of an attack, with what all of them share in front."""
    folder = files(__package__)
    return "".join((folder / f"{name}.txt").read_text(encoding="utf-8") for name in ("common", attack.name))


def try_attack(box: Box, attack: Attack, *, time: float = LIMITS.time) -> Tried:
    """Runs an attack in a box. A slow machine may give it more time."""
    with Workspace() as workspace, _outside() as port:
        program = workspace.folder / "program"
        program.mkdir()
        (program / "attack.py").write_text(script_of(attack), encoding="utf-8")
        command = ["python3", "attack.py", SECRET[::-1], LOCKED, str(port), str(time)]
        job = Job(workspace=workspace, command=command, limits=replace(LIMITS, time=time), environment={}, input=INPUT)
        try:
            done = box.run(job, program=program)
        except BoxError as error:
            done = Outcome(status=str(error))
    said = done.stdout.decode(errors="replace").splitlines()
    return Tried(attack, done, [line.removeprefix("escaped: ") for line in said if line.startswith("escaped")])


@contextmanager
def _outside() -> Iterator[int]:
    """The targets of the attacks outside: a variable, a lock, and a server, whose port is returned."""
    with ExitStack() as stack:
        before = os.environ.get(CANARY)
        os.environ[CANARY] = SECRET
        stack.callback(os.environ.pop if before is None else os.environ.__setitem__, CANARY, before or "")
        lock = stack.enter_context(open(LOCKED, "rb"))
        fcntl.flock(lock, fcntl.LOCK_SH)
        server = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        port: int = server.getsockname()[1]
        yield port
