"""Running programs without a box: in a fresh folder, and as root as another user."""

from __future__ import annotations

import os
import shutil
import tarfile
from contextlib import suppress
from pathlib import Path

from checkers_ab.sandbox.box import PATH, Box, Job, prlimit_command, setpriv_command
from checkers_ab.sandbox.files import walk
from checkers_ab.sandbox.limits import MEGABYTE
from checkers_ab.sandbox.processes import adopt_orphans, kill_user
from checkers_ab.sandbox.supervise import Outcome
from checkers_ab.sandbox.workspace import Workspace, remove

SHARED = ("/tmp", "/var/tmp", "/dev/shm")
"""Folders in which every user may leave files."""


class Unboxed(Box):
    """Limits and a fresh folder, and nothing else: for programs that are trusted."""

    name = "none"

    @property
    def path(self) -> str:
        """The PATH of the program."""
        return os.environ.get("PATH", PATH)

    def run(self, job: Job, *, program: Path, input_file: Path, names: tuple[str, str]) -> Outcome:
        input_name, output_name = names
        folder = _fresh_copy(program, job.workspace)
        for name in filter(None, names):
            remove(folder / name)
        shutil.copyfile(input_file, folder / input_name)
        done = self._run_in(folder, job, stdin=input_file)
        if output_name:
            _fetch_output(folder / output_name, job)
        return done

    def build(self, job: Job, *, source: Path) -> Outcome:
        folder = _fresh_copy(source, job.workspace)
        done = self._run_in(folder, job, stdin=Path(os.devnull))
        if not done.status:
            with tarfile.open(job.workspace.folder / "built.tar", "w") as archive:
                for path in walk(folder):
                    archive.inodes = {}  # type: ignore[attr-defined]  # a hard link is packed as a file
                    if not path.is_symlink() and (path.is_dir() or path.is_file()):
                        archive.add(path, path.relative_to(folder), recursive=False)
        return done

    def _run_in(self, folder: Path, job: Job, *, stdin: Path) -> Outcome:
        """Runs the job's command in a folder, with the rights and limits that this way of running has."""
        job.workspace.chown(folder)
        environment = {"PATH": self.path, **job.environment_in(str(folder))}
        words = ["env", "-i", *(f"{name}={value}" for name, value in environment.items())]
        return job.supervise([*words, *self._limits(job), *job.command], folder=folder, stdin=stdin)

    def _limits(self, job: Job) -> list[str]:
        """The command that sets rights and limits."""
        # The user's other processes would count too, and nobody knows how many there are.
        return prlimit_command(job.limits, count_processes=False)


class OtherUser(Unboxed):
    """A user without rights, made for the run: for root on a machine without bubblewrap, with one program at a time.

    This user can read what every user can: files that the program must not see have to be closed to all but root.
    """

    name = "another user (no bubblewrap here; network not cut off)"
    path = PATH

    def _limits(self, job: Job) -> list[str]:
        rights = ["--inh-caps=-all", "--bounding-set=-all", "--pdeathsig", "KILL"]
        return [*setpriv_command(job.workspace), *rights, *prlimit_command(job.limits)]

    def _run_in(self, folder: Path, job: Job, *, stdin: Path) -> Outcome:
        before = adopt_orphans()
        try:
            return super()._run_in(folder, job, stdin=stdin)
        finally:
            # A process that has left its group and its session is still this user's; so are files left elsewhere.
            kill_user(job.workspace.uid)
            for entry in (entry for place in SHARED for entry in os.scandir(place)):
                with suppress(FileNotFoundError):  # others come and go
                    if entry.stat(follow_symlinks=False).st_uid == job.workspace.uid:
                        remove(Path(entry.path))
            adopt_orphans(before)


def _fresh_copy(source: Path, workspace: Workspace) -> Path:
    """A copy of a folder, to run a program in."""
    folder = workspace.folder / "box"
    remove(folder)
    shutil.copytree(source, folder, symlinks=True)
    folder.chmod(0o700)
    return folder


def _fetch_output(path: Path, job: Job) -> None:
    """Copies the program's output file to the workspace. A missing file, and a link, count as empty."""
    target = job.workspace.folder / "output"
    target.write_bytes(b"")
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return
    with open(descriptor, "rb") as source, open(target, "wb") as copy:
        if os.path.isfile(f"/proc/self/fd/{descriptor}"):
            copy.write(source.read(int(job.limits.output * MEGABYTE)))
