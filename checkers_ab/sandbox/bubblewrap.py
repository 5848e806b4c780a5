"""Bubblewrap, the box of choice."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from glob import glob
from pathlib import Path

from checkers_ab.sandbox.box import PATH, PRLIMIT, Box, Job, prlimit_command, process_limit, setpriv_command
from checkers_ab.sandbox.files import walk
from checkers_ab.sandbox.limits import MEGABYTE
from checkers_ab.sandbox.processes import PAGE
from checkers_ab.sandbox.seccomp import seccomp_filter
from checkers_ab.sandbox.supervise import FILTER, OPTIONS, STATUS, Outcome
from checkers_ab.sandbox.workspace import is_root

TMP = 16
"""Megabytes of /tmp and /dev/shm."""
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/java-*", "/etc/perl")
"""Settings that system programs need, the links of Debian's alternatives among them."""
DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
"""Devices that programs need. Each is a mount, which takes time, so there are no more."""
STREAMS = {
    "/dev/fd": "/proc/self/fd",
    "/dev/stdin": "/proc/self/fd/0",
    "/dev/stdout": "/proc/self/fd/1",
    "/dev/stderr": "/proc/self/fd/2",
}
RESERVED, RESERVED_TREES = ("/", "/tmp"), ("/box", "/dev", "/output", "/proc", "/source", "/sys")
"""Paths that can't be bound, and paths that can't be bound with all that is below them: a box has its own."""

# Copies the source, builds with all messages on stderr, and packs files and folders. A link to a file becomes a file.
_BUILD = """
cp -R /source/. /box && cd /box && "$@" >&2 || exit
find . '(' -type f -o -type d -o -xtype f ')' -print0 |
    tar -c --null --no-recursion --dereference --hard-dereference -T - -f -
"""
# Copies the program's folder, but not over the input and the output. The output file is a link to the file that lasts.
# A program may remove the link and write a new file, which is then copied.
_RUN = """
cp -Rn /source/. . 2> /dev/null
output=$1; shift
"$@"
code=$?
[ -z "$output" ] || [ -L "$output" ] || cat "$output" > /output/file 2> /dev/null
exit $code
"""


class Bubblewrap(Box):
    """No network, no other processes, no files but the system's, and a user without rights."""

    name = "bubblewrap"

    def __init__(self, bind: Iterable[str] = (), hide: Iterable[str] = ()) -> None:
        """`bind` are further folders that can be read, `hide` are folders that can't, wherever they are."""
        self.program = os.path.realpath(shutil.which("bwrap") or "/usr/bin/bwrap")
        settings = (path for pattern in SETTINGS for path in sorted(glob(pattern)))
        self.visible = [path for path in (*SYSTEM, *settings, *bind) if os.path.exists(path)]
        self.hidden = inside_of(self.visible, [str(Path(__file__).parent.parent), tempfile.gettempdir(), *hide])

    def run(self, job: Job, *, program: Path, input_file: Path, names: tuple[str, str]) -> Outcome:
        input_name, output_name = names
        mounts = ["--ro-bind", str(program), "/source", "--ro-bind", str(input_file), f"/box/{input_name}"]
        if output_name:
            mounts += ["--bind", str(job.workspace.folder / "output"), "/output/file"]
            mounts += ["--symlink", "/output/file", f"/box/{output_name}"]
        # Without a user of its own, a box can count its processes only from inside.
        inner = [] if is_root() else [*PRLIMIT, process_limit(job.limits), "--"]
        command = ["/bin/sh", "-c", _RUN, "run", output_name, *inner, *job.command]
        return self._run_in_box(command, job, mounts, stdin=input_file, tmp=TMP, copied=_memory_of(program))

    def build(self, job: Job, *, source: Path) -> Outcome:
        mounts = ["--ro-bind", str(source), "/source"]
        command = ["/bin/sh", "-c", _BUILD, "build", *job.command]
        done = self._run_in_box(command, job, mounts, stdin=Path(os.devnull), tmp=job.limits.disk)
        (job.workspace.folder / "stdout").rename(job.workspace.folder / "built.tar")
        return done

    def _run_in_box(
        self, command: Sequence[str], job: Job, mounts: Sequence[str], *, stdin: Path, tmp: float, copied: int = 0
    ) -> Outcome:
        """Runs a command in a new box with mounts of its own. `copied` bytes do not count against the disk limit."""
        sizes = {"/dev/shm": TMP * MEGABYTE, "/tmp": tmp * MEGABYTE, "/box": job.limits.disk * MEGABYTE + copied}
        # With / and /dev writable, a program could fill the memory with files.
        closing = ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/box"]
        options = [*_isolation(job), *_devices(sizes), *self._system(), *mounts, *closing]
        # The limits hold for bubblewrap too: a program may get hold of another process in the box.
        limits = prlimit_command(job.limits, count_processes=is_root())
        words = [*setpriv_command(job.workspace), *limits, self.program, "--args", OPTIONS, "--json-status-fd", STATUS]
        seccomp = seccomp_filter()
        words += ["--seccomp", FILTER] if seccomp else []
        words += ["--", *command]
        return job.supervise(words, folder=job.workspace.folder, stdin=stdin, options=options, seccomp=seccomp)

    def _system(self) -> Iterator[str]:
        """Options that show the system's files and what is bound, and cover what is hidden."""
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
            yield from ("--tmpfs", path, "--remount-ro", path)


def _isolation(job: Job) -> Iterator[str]:
    """Options that cut the box off from everything else, and set its environment."""
    yield from ("--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session")
    yield from ("--cap-drop", "ALL", "--clearenv")
    for name, value in {"PATH": PATH, **job.environment_in("/tmp")}.items():
        yield from ("--setenv", name, value)


def _devices(sizes: dict[str, float]) -> Iterator[str]:
    """Options for /proc, the devices, and folders in memory of some sizes in bytes."""
    yield from ("--proc", "/proc", "--tmpfs", "/dev")
    for path in DEVICES:
        yield from ("--dev-bind", path, path)
    for path, target in STREAMS.items():
        yield from ("--symlink", target, path)
    for path, size in sizes.items():
        yield from ("--size", str(int(size)), "--tmpfs", path)


def _memory_of(folder: Path) -> int:
    """Bytes of memory that a copy of a folder takes: whole pages, and one for each entry."""
    return sum(PAGE * (2 + os.stat(path).st_size // PAGE) for path in walk(folder))


def inside_of(visible: Iterable[str], folders: Iterable[str]) -> list[str]:
    """The folders that lie inside of visible ones, by their real paths."""
    shown = [os.path.realpath(path) for path in visible]
    real = {os.path.realpath(path) for path in folders if os.path.isdir(path)}
    return sorted(path for path in real if any(path.startswith(f"{place}/") for place in shown))


def is_reserved(path: str) -> bool:
    """True if a box has a folder of its own at this path, so that it can't be bound."""
    normal = os.path.normpath(f"/{path.lstrip('/')}")
    return normal in RESERVED or f"{normal}/".startswith(tuple(f"{tree}/" for tree in RESERVED_TREES))
