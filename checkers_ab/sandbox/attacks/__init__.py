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
    held_by: str
    ends: tuple[str, ...] = ("",)
    """The statuses that it may have; empty if it ends well."""


TIME, MEMORY, PROCESSES = "time limit", "memory limit", "process limit"
ATTACKS = (
    Attack("environment", "read the grader's environment, arguments and memory", "an environment that is made"),
    Attack("paths", "find host paths in mounts, links and the host's name", "files copied by descriptor, own hostname"),
    Attack("descriptors", "use descriptors of the grader or of the box", "none but the streams, files in memory"),
    Attack("own_files", "find and import this program's own libraries", "folders and libraries covered"),
    Attack("memory", "hold more memory than allowed", "cgroup, or samples", (MEMORY,)),
    Attack("shared_memory", "hold shared memory that no process shows", "cgroup, or refused", (MEMORY, "")),
    Attack("thread_memory", "hold memory after the first thread has ended", "cgroup, or samples", (MEMORY,)),
    Attack("file_memory", "hold memory in files", "sizes of folders", (MEMORY, "disk limit", "")),
    Attack("inodes", "make very many empty files", "inodes counted", ("disk limit", MEMORY)),
    Attack("page_tables", "hold memory in page tables", "cgroup, or counted", (MEMORY, "")),
    Attack("socket_memory", "hold memory in full sockets", "cgroup, or counted", (MEMORY, PROCESSES, TIME, "")),
    Attack("pipe_memory", "hold memory in full pipes", "cgroup, or counted", (MEMORY, PROCESSES, "")),
    Attack("given_memory", "give large pages to pipes and sockets and forget them", "seccomp"),
    Attack("pinned_memory", "have huge pages pinned by bytes that are sent without a copy", "local sockets only"),
    Attack("huge_pages", "keep a small part of each of many huge pages", "no huge pages"),
    Attack("access_lists", "hold memory in lists of who may use a file", "seccomp"),
    Attack(
        "processes",
        "start more processes than allowed",
        "cgroup, or samples",
        (PROCESSES, "exit code 1", ""),
    ),
    Attack("loop", "ignore the signal of the time limit", "kill by the supervisor", (TIME,)),
    Attack("short_children", "use processors in children nobody waits for", "cgroup, or inherited counter", (TIME,)),
    Attack("output", "write without end to standard output", "limit on files", ("output limit",)),
    Attack("locks", "see a lock that is taken outside", "seccomp: the answer is always yes"),
    Attack("watches", "watch files that others use", "seccomp: no inotify, fanotify, leases, page cache"),
    Attack("file_times", "leave a message with a file that others see", "seccomp: times and hints stay"),
    Attack("signals", "find and signal processes outside", "process namespace"),
    Attack("network", "reach a server on this machine", "network namespace"),
    Attack("families", "open sockets of other families than the local one", "seccomp"),
    Attack("proc", "change the system through /proc", "read-only, no rights"),
    Attack("devices", "open or make devices", "three devices, no rights"),
    Attack("keyring", "leave a key with the kernel", "seccomp"),
    Attack("trace_others", "take over the box's first process", "seccomp, no rights"),
    Attack("terminal", "type into the grader's terminal", "no terminal, new session"),
    Attack("namespaces", "make namespaces, mounts or a new root", "no user namespaces inside, no rights"),
    Attack("leftover_memory", "leave System V or POSIX memory behind", "seccomp, own IPC namespace"),
    Attack("rights", "gain rights by a setuid program", "no_new_privs, no capabilities"),
    Attack("system", "change the system's files", "read-only mounts"),
)
"""All attacks, in the order of the table in docs/security.md."""


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
