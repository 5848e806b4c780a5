"""Boxes that are none, or not much of one: a fresh folder, and as root another user."""

from __future__ import annotations

import os
import shutil
import tarfile
from contextlib import suppress
from pathlib import Path

from checkers_ab.sandbox.box import PATH, Box, Errand, as_user, limited
from checkers_ab.sandbox.files import walk
from checkers_ab.sandbox.limits import MEGABYTE
from checkers_ab.sandbox.processes import adopt_orphans, end_user
from checkers_ab.sandbox.supervise import Outcome
from checkers_ab.sandbox.workspace import Seat, remove


class Folder(Box):
    """Only limits and a fresh folder: for programs that are trusted."""

    name = "none"

    @property
    def path(self) -> str:
        """Where programs look for others."""
        return os.environ.get("PATH", PATH)

    def run(self, errand: Errand, *, program: Path, case: Path, names: tuple[str, str]) -> Outcome:
        input_name, output_name = names
        folder = _fresh(errand.seat, program)
        for name in filter(None, names):
            remove(folder / name)
        shutil.copyfile(case, folder / input_name)
        done = self._go(errand, folder, stdin=case)
        if output_name:
            _fetch(folder / output_name, errand)
        return done

    def build(self, errand: Errand, *, source: Path) -> Outcome:
        folder = _fresh(errand.seat, source)
        done = self._go(errand, folder, stdin=Path(os.devnull))
        if not done.status:
            with tarfile.open(errand.seat.folder / "built.tar", "w") as archive:
                for path in walk(folder):
                    archive.inodes = {}  # type: ignore[attr-defined]  # a second name of a file is a file too
                    if not path.is_symlink() and (path.is_dir() or path.is_file()):
                        archive.add(path, path.relative_to(folder), recursive=False)
        return done

    def _go(self, errand: Errand, folder: Path, *, stdin: Path) -> Outcome:
        errand.seat.give(folder)
        settings = {"PATH": self.path, **errand.settings(str(folder))}
        words = ["env", "-i", *(f"{name}={value}" for name, value in settings.items())]
        return errand.go([*words, *self._limits(errand), *errand.command], folder=folder, stdin=stdin)

    def _limits(self, errand: Errand) -> list[str]:
        # A user's own processes count too, and nobody knows how many there are.
        return limited(errand.limits, uids_are_counted=False)


class OtherUser(Folder):
    """A user without rights, made for the run: for root where no bubblewrap can be had, and one submission a machine.

    What others may read, this user may: cases, results and other submissions must be closed to all but root.
    """

    name = "another user (no bubblewrap here; network not cut off)"
    path = PATH

    def _limits(self, errand: Errand) -> list[str]:
        rights = ["--inh-caps=-all", "--bounding-set=-all", "--pdeathsig", "KILL"]
        return [*as_user(errand.seat), *rights, *limited(errand.limits)]

    def _go(self, errand: Errand, folder: Path, *, stdin: Path) -> Outcome:
        adopt_orphans()
        try:
            return super()._go(errand, folder, stdin=stdin)
        finally:
            # Whatever has left its group and its session is still this user's, and so is what it has left elsewhere.
            end_user(errand.seat.uid)
            for place in ("/tmp", "/var/tmp", "/dev/shm"):
                for entry in os.scandir(place):
                    with suppress(FileNotFoundError):  # others come and go
                        if entry.stat(follow_symlinks=False).st_uid == errand.seat.uid:
                            remove(Path(entry.path))


def _fresh(seat: Seat, source: Path) -> Path:
    """A copy of a folder, to be run in."""
    folder = seat.folder / "box"
    remove(folder)
    shutil.copytree(source, folder, symlinks=True)
    folder.chmod(0o700)
    return folder


def _fetch(path: Path, errand: Errand) -> None:
    """Copies what the program has left as its output; nothing, or a link, is none."""
    target = errand.seat.folder / "output"
    target.write_bytes(b"")
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return
    with open(descriptor, "rb") as source, open(target, "wb") as copy:
        if os.path.isfile(f"/proc/self/fd/{descriptor}"):
            copy.write(source.read(int(errand.limits.output * MEGABYTE)))
