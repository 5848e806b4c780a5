"""The box that is one: bubblewrap."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from glob import glob
from pathlib import Path

from checkers_ab.grading.box import PATH, Box, Errand, as_user, limited
from checkers_ab.grading.limits import MEGABYTE
from checkers_ab.grading.seccomp import refusals
from checkers_ab.grading.supervise import FILTER, OPTIONS, STATUS, Outcome

TMP = 16
"""Megabytes of /tmp and /dev/shm."""
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/java-*", "/etc/perl")
"""What system programs need besides: links of Debian's alternatives among them."""

# Copies what is there, builds with the output on stderr, and packs the files and folders: a link to a file becomes one.
_BUILD = """
cp -R /submission/. /box && cd /box && "$@" >&2 || exit
find . '(' -type f -o -type d -o -xtype f ')' -print0 |
    tar -c --null --no-recursion --dereference --hard-dereference -T - -f -
"""
# The output file is a link to what lasts. A program may remove it and write a new one: then that is copied.
_RUN = """
output=$1; shift
"$@"
code=$?
[ -L "$output" ] || cat "$output" > /output/trace 2> /dev/null
exit $code
"""


class Bubblewrap(Box):
    """No network, no other processes, no files but the system's, and a user without any rights."""

    name = "bubblewrap"

    def __init__(self, bind: Iterable[str] = (), hide: Iterable[str] = ()) -> None:
        """`bind` are further places that can be read, `hide` those that can't, wherever they are."""
        settings = (path for pattern in SETTINGS for path in sorted(glob(pattern)))
        self.visible = [path for path in (*SYSTEM, *settings, *bind) if os.path.exists(path)]
        self.hidden = shown_by(self.visible, [str(Path(__file__).parent.parent), *hide])

    def run(self, errand: Errand, *, program: Path, case: Path, names: tuple[str, str]) -> Outcome:
        input_name, output_name = names
        # The folder is new and can be written to; what was handed in is seen in it by links, and can't be changed.
        mounts = ["--ro-bind", str(program), "/submission"]
        for entry in sorted(os.listdir(program)):
            if entry not in names:
                mounts += ["--symlink", f"/submission/{entry}", f"/box/{entry}"]
        mounts += ["--ro-bind", str(case), f"/box/{input_name}"]
        command = [*limited(errand.limits), *errand.command]
        if output_name:
            mounts += ["--bind", str(errand.seat.folder / "output"), "/output/trace"]
            mounts += ["--symlink", "/output/trace", f"/box/{output_name}"]
            command = ["/bin/sh", "-c", _RUN, "run", output_name, *command]
        return self._go(errand, command, mounts, stdin=case, tmp=TMP)

    def build(self, errand: Errand, *, source: Path) -> Outcome:
        mounts = ["--ro-bind", str(source), "/submission"]
        shell = [*limited(errand.limits), "/bin/sh", "-c", _BUILD, "build", *errand.command]
        done = self._go(errand, shell, mounts, stdin=Path(os.devnull), tmp=errand.limits.disk)
        (errand.seat.folder / "stdout").rename(errand.seat.folder / "built.tar")
        return done

    def _go(self, errand: Errand, command: Sequence[str], mounts: list[str], *, stdin: Path, tmp: float) -> Outcome:
        """Runs a command in a new box with some mounts of its own."""
        options = ["--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"]
        options += ["--cap-drop", "ALL", "--clearenv"]
        for name, value in {"PATH": PATH, **errand.settings("/tmp")}.items():
            options += ["--setenv", name, value]
        for path in self.visible:
            link = os.path.islink(path) and path in SYSTEM
            options += ["--symlink", os.readlink(path), path] if link else ["--ro-bind", path, path]
        for path in self.hidden:
            options += ["--tmpfs", path, "--remount-ro", path]
        options += ["--proc", "/proc", "--dev", "/dev"]
        for path, size in (("/dev/shm", TMP), ("/tmp", tmp), ("/box", errand.limits.disk)):
            options += ["--size", str(int(size * MEGABYTE)), "--tmpfs", path]
        # Else / and /dev would be folders in memory without a limit.
        options += [*mounts, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/box"]
        words = [*as_user(errand.seat), "bwrap", "--args", OPTIONS, "--json-status-fd", STATUS]
        words += ["--seccomp", FILTER] if refusals() else []
        words += ["--", *command]
        return errand.go(words, folder=errand.seat.folder, stdin=stdin, options=options, refusals=refusals())


def shown_by(visible: Iterable[str], secret: Iterable[str]) -> list[str]:
    """Those of some folders that lie below what a box shows: a solver, cases, or what others have handed in."""
    shown = [os.path.realpath(path) for path in visible]
    real = {os.path.realpath(path) for path in secret if os.path.isdir(path)}
    return sorted(path for path in real if any(path.startswith(f"{place}/") for place in shown))
