"""Bubblewrap, the box of choice, and the choice of a box that works on this machine."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from glob import glob
from importlib.metadata import distributions
from pathlib import Path

from checkers_ab.core.text import os_reason
from checkers_ab.sandbox.box import PATH, Box, Job, OtherUser, Unboxed, fill, finish
from checkers_ab.sandbox.cgroup import Group, Groups, find_groups
from checkers_ab.sandbox.folders import Folder, opened_folder, walk_folder
from checkers_ab.sandbox.launch import acting_as
from checkers_ab.sandbox.limits import MEGABYTE, Limits
from checkers_ab.sandbox.sampling import can_count_time
from checkers_ab.sandbox.seccomp import seccomp_filter, why_no_filter
from checkers_ab.sandbox.supervise import (
    FILTER,
    GATE,
    NOT_STARTED,
    OPTIONS,
    STATUS,
    BoxError,
    Command,
    Outcome,
    supervise,
)
from checkers_ab.sandbox.workspace import Workspace, is_root

PACKAGE = Path(__file__).parent.parent
DISTRIBUTION = "checkers-ab"
PLACES = ("/usr/lib*/python3*/*-packages", "/usr/local/lib*/python3*/*-packages")
"""Folders from which the Python of a box imports. Another copy may be installed there."""
TMP = 16
"""Megabytes of /tmp."""
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/java-*", "/etc/perl")
"""Settings that system programs need, the links of Debian's alternatives among them."""
DEVICES = ("/dev/null", "/dev/urandom")
"""Devices that programs need. Each is a mount, which takes time, so there are no more."""
ZERO = "/dev/zero"
"""A device whose memory can be shared: only where the kernel counts that."""
LINKS = {
    "/dev/random": "urandom",
    "/dev/fd": "/proc/self/fd",
    "/dev/stdin": "/proc/self/fd/0",
    "/dev/stdout": "/proc/self/fd/1",
    "/dev/stderr": "/proc/self/fd/2",
    "/dev/shm": "/tmp",
}
RESERVED, RESERVED_TREES = ("/", "/tmp"), ("/box", "/dev", "/gate", "/proc", "/sys")
"""Paths that can't be bound, and paths that can't be bound with all that is below them: a box has its own."""
BOX_PROCESSES, OUTER_PROCESSES = 1, 1
"""Bubblewrap's own processes: the first one in the box, and the one that waits for it outside."""
NEW_ROOT = "newroot"
"""The folder that becomes the root of the box, while bubblewrap waits at the gate."""
CLOSING = ("--file", GATE, "/gate", "--remount-ro", "/", "--chdir", "/box")
"""The last options. With / writable, a program could fill the memory with files."""
EXEC_MESSAGE = "bwrap: execvp "
"""The beginning of bubblewrap's message about a program that can't be started."""


class Bubblewrap(Box):
    """No network, no other processes, no files but the system's, and a user without rights."""

    kind = "bubblewrap"

    def __init__(self, bind: Iterable[str] = (), hide: Iterable[str] = (), groups: Groups | None = None) -> None:
        """`bind` are further folders that can be read, `hide` are folders that can't, wherever they are."""
        # Without limits a group would only count time, as the kernel's counter does, which takes no time itself.
        self.groups = groups if groups and (groups.has_limits or not can_count_time()) else None
        self.program = os.path.realpath(shutil.which("bwrap") or "/usr/bin/bwrap")
        settings = (path for pattern in SETTINGS for path in sorted(glob(pattern)))
        self.visible = [path for path in (*SYSTEM, *settings, *bind) if os.path.exists(path)]
        self.hidden = inside_of(self.visible, [*own_files(), tempfile.gettempdir(), *hide])

    def _run_in_box(self, job: Job, folder: Path, target: Path | None) -> Outcome:
        with ExitStack() as stack:
            group = self.groups.new(job.limits, BOX_PROCESSES + OUTER_PROCESSES) if self.groups else None
            if group:
                stack.callback(group.remove)
            command = self._command(job, folder, group, is_build=target is not None)
            places: list[Folder] = []

            def prepare(pid: int) -> Sequence[Folder]:
                try:
                    root = stack.enter_context(opened_folder(f"/proc/{pid}/root/{NEW_ROOT}"))
                except FileNotFoundError:
                    raise ProcessLookupError from None
                places.extend(stack.enter_context(opened_folder(name, root)) for name in ("box", "tmp"))
                with acting_as(command.user):
                    fill(places[0], job, folder)
                return places

            try:
                done = supervise(command, prepare)
            except ProcessLookupError:
                raise BoxError("the box was killed before its program started") from None
            if done.status == NOT_STARTED and not done.stderr.startswith(EXEC_MESSAGE):
                raise BoxError(done.stderr)  # it had no process for the program
            if done.status == NOT_STARTED:
                return replace(done, stderr=done.stderr.removeprefix(EXEC_MESSAGE))
            return finish(done, job, places[0], target)

    def _command(self, job: Job, folder: Path, group: Group | None, *, is_build: bool) -> Command:
        """The command that makes a box for a job with a copy of a folder."""
        limits = job.limits
        tmp = MEGABYTE * (limits.disk if is_build else TMP)
        box = MEGABYTE * limits.disk + _memory_of(folder)
        folders = ["--size", str(int(tmp)), "--tmpfs", "/tmp", "--size", str(int(box)), "--tmpfs", "/box"]
        words = [self.program, "--args", OPTIONS, "--json-status-fd", STATUS, "--seccomp", FILTER, "--"]
        return Command(
            words=[*words, *job.command],
            options=[*_isolation(job), *folders, *self._system, *CLOSING],
            filter=seccomp_filter(shared_memory=self.counts_memory, file_times=is_build),
            stdin=job.input,
            limits=limits,
            user=job.workspace.uid if is_root() else None,
            group=group,
            one_stream=is_build,
            spare=BOX_PROCESSES,
        )

    @cached_property
    def _system(self) -> list[str]:
        """Options that show the system's files, devices and what is bound, and cover what is hidden."""
        return [*self._shown()]

    def _shown(self) -> Iterator[str]:
        for path in self.visible:
            real = os.path.realpath(path)
            if path in SYSTEM and real != path:
                yield from ("--symlink", os.readlink(path), path)
                continue
            # Hidden folders are covered at their real path, so nothing may be mounted under another one.
            yield from ("--ro-bind", real, real)
            if real != path:
                yield from ("--symlink", real, path)
        for path in self.hidden:
            if os.path.isdir(path):
                yield from ("--tmpfs", path, "--remount-ro", path)
            else:
                yield from ("--ro-bind", os.devnull, path)
        yield from ("--proc", "/proc", "--perms", "0755", "--dir", "/dev")
        for path in (*DEVICES, ZERO) if self.counts_memory else DEVICES:
            yield from ("--dev-bind", path, path)
        for path, target in LINKS.items():
            yield from ("--symlink", target, path)


def _isolation(job: Job) -> Iterator[str]:
    """Options that cut the box off from everything else, and set its environment."""
    yield from ("--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session")
    yield from ("--hostname", "box", "--cap-drop", "ALL", "--clearenv")
    for name, value in {"PATH": PATH, **job.environment_in("/tmp")}.items():
        yield from ("--setenv", name, value)


def _memory_of(folder: Path) -> int:
    """Bytes of memory that a copy of a folder takes: whole pages, and one for each entry."""
    page = os.sysconf("SC_PAGE_SIZE")
    with opened_folder(folder) as top:
        return sum(page * (2 + entry.info.st_size // page) for entry in walk_folder(top))


def inside_of(visible: Iterable[str], paths: Iterable[str]) -> list[str]:
    """The files and folders that lie inside of visible ones, by their real paths, without those inside of others."""
    shown = [os.path.realpath(path) for path in visible]
    real = sorted({os.path.realpath(path) for path in paths if os.path.exists(path)})
    found = [path for path in real if any(path.startswith(f"{place}/") for place in shown)]
    return [path for path in found if not any(path.startswith(f"{other}/") for other in found)]


def own_files(places: Iterable[str] = PLACES) -> list[str]:
    """The package, and what was installed with it beside it: compiled libraries and the list of its files.

    Other copies that the Python of a box could import are among them.
    """
    shown = [folder for place in places for folder in sorted(glob(place))]
    copies = [*distributions(name=DISTRIBUTION), *distributions(name=DISTRIBUTION, path=shown)]
    installed = [copy for copy in copies if copy.read_text("RECORD")]  # a build leaves a list of sources beside them
    found = {str(copy.locate_file(file.parts[0])) for copy in installed for file in copy.files or []}
    return [str(PACKAGE), *sorted(path for path in found if os.path.basename(path) not in ("..", "__pycache__"))]


def is_reserved(path: str) -> bool:
    """True if a box has a folder of its own at this path, so that it can't be bound."""
    normal = os.path.normpath(f"/{path.lstrip('/')}")
    return normal in RESERVED or f"{normal}/".startswith(tuple(f"{tree}/" for tree in RESERVED_TREES))


def find_box(kind: str, bind: Iterable[str] = (), hide: Iterable[str] = ()) -> Box:
    """The box of a kind: `auto` and `bwrap` are bubblewrap, `any` is that or another user, `none` is no box.

    BoxError says what is missing, and what to do.
    """
    if not sys.platform.startswith("linux"):
        raise BoxError("programs can be run on Linux only")
    for path in bind:
        if kind != "none" and not os.path.exists(path):
            raise BoxError(f"there is no folder {path} here that could be bound")
    if kind != "none" and (reason := why_no_filter()):
        raise BoxError(reason)
    groups, _ = find_groups()
    box: Box
    if kind == "none":
        box = Unboxed()
    else:
        try:
            return _working_bubblewrap(bind, hide, groups)
        except BoxError:
            if kind != "any":
                raise
        if not is_root():
            raise BoxError("to run a program apart, either bubblewrap or root's rights are needed")
        box = OtherUser()
    box.groups = groups
    return box


def _working_bubblewrap(bind: Iterable[str], hide: Iterable[str], groups: Groups | None) -> Bubblewrap:
    """Bubblewrap, after it has run a program in a box."""
    if shutil.which("bwrap") is None:
        raise BoxError("bubblewrap is not installed: install it, for example with `apt-get install bubblewrap`")
    box = Bubblewrap(bind, hide, groups)
    try:
        with Workspace() as workspace:
            program = workspace.folder / "program"
            program.mkdir()
            program.chmod(0o755)
            nothing = Job(workspace=workspace, command=["true"], limits=Limits(), environment={})
            done = box.run(nothing, program=program)
    except (BoxError, OSError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else str(error)
        raise BoxError(f"bubblewrap can't make a box here: {reason}") from None
    if done.status:
        raise BoxError(f"bubblewrap can't make a box here: {done.status} {done.stderr.strip()}")
    return box
