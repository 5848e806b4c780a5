"""Running programs without a box: in a fresh folder, and as root as another user."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from checkers_ab.sandbox.box import PATH, Box, Job, fill, finish
from checkers_ab.sandbox.folders import Folder, opened_folder
from checkers_ab.sandbox.launch import acting_as
from checkers_ab.sandbox.processes import adopt_orphans, kill_user
from checkers_ab.sandbox.seccomp import seccomp_filter
from checkers_ab.sandbox.supervise import Command, Outcome, supervise
from checkers_ab.sandbox.workspace import remove

SHARED = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock", "/var/crash")
"""Folders in which every user may leave files."""


class Unboxed(Box):
    """Limits and a fresh folder, and nothing else: for programs that are trusted."""

    kind = "none"

    @property
    def path(self) -> str:
        """The PATH of the program."""
        return os.environ.get("PATH", PATH)

    def user(self, job: Job) -> int | None:
        """The user that the program runs as; None for this one."""
        return None

    def _run_in_box(self, job: Job, folder: Path, target: Path | None) -> Outcome:
        fresh = job.workspace.folder / "box"
        remove(fresh)
        fresh.mkdir(mode=0o700)
        job.workspace.chown(fresh)
        user = self.user(job)
        seccomp = seccomp_filter(shared_memory=self.counts_memory, file_times=target is not None) if user else b""
        unboxed = {
            "folder": str(fresh),
            "environment": {"PATH": self.path, **job.environment_in(str(fresh))},
            "filter": seccomp.hex(),
        }
        with ExitStack() as stack:
            place = stack.enter_context(opened_folder(fresh))
            with acting_as(user):
                fill(place, job, folder)
            group = self.groups.new(job.limits, 0) if self.groups else None
            if group:
                stack.callback(group.remove)
            command = Command(
                words=job.command,
                unboxed=unboxed,
                user=user,
                stdin=job.input,
                limits=job.limits,
                group=group,
                one_stream=target is not None,
                count_processes=user is not None,
            )
            return finish(supervise(command, _no_folders), job, place, target)


def _no_folders(_pid: int) -> Sequence[Folder]:
    """The program has no folders in memory."""
    return ()


class OtherUser(Unboxed):
    """A user without rights, made for the run: for root on a machine without bubblewrap, with one program at a time.

    This user can read what every user can: files that the program must not see have to be closed to all but root.
    """

    kind = "another user (no bubblewrap here)"
    path = PATH

    def user(self, job: Job) -> int | None:
        return job.workspace.uid

    def _run_in_box(self, job: Job, folder: Path, target: Path | None) -> Outcome:
        before = adopt_orphans()
        try:
            return super()._run_in_box(job, folder, target)
        finally:
            # A process that has left its group and its session is still this user's; so are files left elsewhere.
            kill_user(job.workspace.uid)
            _remove_files_of(job.workspace.uid)
            adopt_orphans(before)


def _remove_files_of(user: int, places: Iterable[str] = SHARED) -> None:
    """Removes the files of a user in folders that are open to all, and in folders of others below that are so too."""
    for entry in (entry for place in places if os.path.isdir(place) for entry in os.scandir(place)):
        with suppress(OSError):  # others come and go, or can't be looked at
            info = entry.stat(follow_symlinks=False)
            if info.st_uid == user:
                remove(Path(entry.path))
            elif stat.S_ISDIR(info.st_mode) and info.st_mode & stat.S_IWOTH:
                _remove_files_of(user, [entry.path])
