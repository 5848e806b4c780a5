"""The box that is one: bubblewrap."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from glob import glob
from pathlib import Path

from checkers_ab.sandbox.box import PATH, PRLIMIT, Box, Errand, as_user, limited, processes
from checkers_ab.sandbox.files import walk
from checkers_ab.sandbox.limits import MEGABYTE
from checkers_ab.sandbox.processes import PAGE
from checkers_ab.sandbox.seccomp import refusals
from checkers_ab.sandbox.supervise import FILTER, OPTIONS, STATUS, Outcome
from checkers_ab.sandbox.workspace import is_root

TMP = 16
"""Megabytes of /tmp and /dev/shm."""
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/java-*", "/etc/perl")
"""What system programs need besides: links of Debian's alternatives among them."""

DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
"""All that a program needs; each is a mount of its own, so there are no more."""
STREAMS = {
    "/dev/fd": "/proc/self/fd",
    "/dev/stdin": "/proc/self/fd/0",
    "/dev/stdout": "/proc/self/fd/1",
    "/dev/stderr": "/proc/self/fd/2",
}

# Copies what is there, builds with the output on stderr, and packs the files and folders: a link to a file becomes one.
_BUILD = """
cp -R /submission/. /box && cd /box && "$@" >&2 || exit
find . '(' -type f -o -type d -o -xtype f ')' -print0 |
    tar -c --null --no-recursion --dereference --hard-dereference -T - -f -
"""
# Copies what was handed in, but not over the input and the output. The output file is a link to what lasts; a program
# may remove it and write a new one: then that is copied.
_RUN = """
cp -Rn /submission/. . 2> /dev/null
output=$1; shift
"$@"
code=$?
[ -z "$output" ] || [ -L "$output" ] || cat "$output" > /output/trace 2> /dev/null
exit $code
"""


class Bubblewrap(Box):
    """No network, no other processes, no files but the system's, and a user without any rights."""

    name = "bubblewrap"

    def __init__(self, bind: Iterable[str] = (), hide: Iterable[str] = ()) -> None:
        """`bind` are further places that can be read, `hide` those that can't, wherever they are."""
        self.program = os.path.realpath(shutil.which("bwrap") or "/usr/bin/bwrap")
        settings = (path for pattern in SETTINGS for path in sorted(glob(pattern)))
        self.visible = [path for path in (*SYSTEM, *settings, *bind) if os.path.exists(path)]
        self.hidden = shown_by(self.visible, [str(Path(__file__).parent.parent), tempfile.gettempdir(), *hide])

    def run(self, errand: Errand, *, program: Path, case: Path, names: tuple[str, str]) -> Outcome:
        input_name, output_name = names
        mounts = ["--ro-bind", str(program), "/submission", "--ro-bind", str(case), f"/box/{input_name}"]
        if output_name:
            mounts += ["--bind", str(errand.seat.folder / "output"), "/output/trace"]
            mounts += ["--symlink", "/output/trace", f"/box/{output_name}"]
        # Without a user of its own, a box can count its processes only inside.
        inner = [] if is_root() else [*PRLIMIT, processes(errand.limits), "--"]
        command = ["/bin/sh", "-c", _RUN, "run", output_name, *inner, *errand.command]
        return self._go(errand, command, mounts, stdin=case, tmp=TMP, held=_pages(program))

    def build(self, errand: Errand, *, source: Path) -> Outcome:
        mounts = ["--ro-bind", str(source), "/submission"]
        shell = ["/bin/sh", "-c", _BUILD, "build", *errand.command]
        done = self._go(errand, shell, mounts, stdin=Path(os.devnull), tmp=errand.limits.disk)
        (errand.seat.folder / "stdout").rename(errand.seat.folder / "built.tar")
        return done

    def _go(
        self, errand: Errand, command: Sequence[str], mounts: list[str], *, stdin: Path, tmp: float, held: int = 0
    ) -> Outcome:
        """Runs a command in a new box with some mounts of its own, and room for the bytes that it holds at first."""
        options = ["--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"]
        options += ["--cap-drop", "ALL", "--clearenv"]
        for name, value in {"PATH": PATH, **errand.settings("/tmp")}.items():
            options += ["--setenv", name, value]
        options += ["--proc", "/proc", "--tmpfs", "/dev"]
        for path in DEVICES:
            options += ["--dev-bind", path, path]
        for path, target in STREAMS.items():
            options += ["--symlink", target, path]
        for path, size in (("/dev/shm", TMP), ("/tmp", tmp), ("/box", errand.limits.disk)):
            extra = held if path == "/box" else 0
            options += ["--size", str(int(size * MEGABYTE) + extra), "--tmpfs", path]
        for path in self.visible:
            real = os.path.realpath(path)
            if path in SYSTEM and real != path:
                options += ["--symlink", os.readlink(path), path]
            else:
                # What is hidden is known by its real path, so nothing may be seen by another one.
                options += ["--ro-bind", real, real, *(["--symlink", real, path] if real != path else [])]
        for path in self.hidden:
            options += ["--tmpfs", path, "--remount-ro", path]
        # Else / and /dev would be folders in memory without a limit.
        options += [*mounts, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/box"]
        # The limits hold for the box as well: a program may come by the powers of whatever else runs in there.
        limits = limited(errand.limits, uids_are_counted=is_root())
        words = [*as_user(errand.seat), *limits, self.program, "--args", OPTIONS, "--json-status-fd", STATUS]
        words += ["--seccomp", FILTER] if refusals() else []
        words += ["--", *command]
        return errand.go(words, folder=errand.seat.folder, stdin=stdin, options=options, refusals=refusals())


def _pages(folder: Path) -> int:
    """The bytes that a folder takes in memory: whole pages, and one for each entry."""
    return sum(PAGE * (2 + os.stat(path).st_size // PAGE) for path in walk(folder))


def shown_by(visible: Iterable[str], secret: Iterable[str]) -> list[str]:
    """Those of some folders that lie below what a box shows: a solver, cases, or what others have handed in."""
    shown = [os.path.realpath(path) for path in visible]
    real = {os.path.realpath(path) for path in secret if os.path.isdir(path)}
    return sorted(path for path in real if any(path.startswith(f"{place}/") for place in shown))
