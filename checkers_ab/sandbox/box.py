"""Boxes, in which programs run apart, and those that stand in where there is no bubblewrap.

A box gives its program a fresh copy of its folder and the input file, and nothing else. What the program writes there
is removed with the box, except for the output file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import sleep

from checkers_ab.core.errors import InputError
from checkers_ab.sandbox.cgroup import Groups
from checkers_ab.sandbox.folders import Folder, make_copy, make_file, opened_folder, read_plain_file, walk_folder
from checkers_ab.sandbox.launch import acting_as
from checkers_ab.sandbox.limits import Limits
from checkers_ab.sandbox.processes import adopt_orphans, kill_user
from checkers_ab.sandbox.sampling import can_count_time
from checkers_ab.sandbox.seccomp import seccomp_filter
from checkers_ab.sandbox.supervise import BoxError, Command, Outcome, supervise
from checkers_ab.sandbox.unpack import take_built
from checkers_ab.sandbox.workspace import Workspace, remove

PATH = "/usr/local/bin:/usr/bin:/bin"
SHARED = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock", "/var/crash")
"""Folders in which every user may leave files."""
RETRIES = (0.1, 0.5, 2.0)
"""Seconds before a box that could not be made is tried again: a busy machine may lack processes or memory for it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """A command to run in a box: in which workspace, within which limits, with which environment."""

    workspace: Workspace
    command: Sequence[str]
    limits: Limits
    environment: Mapping[str, str]
    input: bytes = b""
    """The contents of the input file, and of standard input."""
    input_name: str = ""
    """The name of the input file; empty if there is none."""
    output_name: str = ""
    """The name of the output file; empty if there is none."""

    def environment_in(self, home: str) -> dict[str, str]:
        """The environment of the program, without PATH."""
        return {"HOME": home, "LANG": "C.UTF-8", **self.environment}


class Box:
    """One way to run programs apart."""

    kind = ""
    groups: Groups | None = None

    @property
    def name(self) -> str:
        """The kind of the box and of its limits, for reports."""
        limits = "time counted by the kernel, other limits sampled" if can_count_time() else "limits sampled"
        if self.groups is not None:
            limits = "limits by cgroup v2" if self.groups.has_limits else "time by cgroup v2, other limits sampled"
        return f"{self.kind}, {limits}"

    @property
    def counts_memory(self) -> bool:
        """True if the kernel counts the memory of a run, however it is held."""
        return self.groups is not None and self.groups.has_limits

    def run(self, job: Job, *, program: Path) -> Outcome:
        """Runs a built program in a fresh copy of its folder."""
        return self._run(job, program, None)

    def build(self, job: Job, *, source: Path, target: Path) -> Outcome:
        """Builds in a copy of the source. If that succeeds, `target` is a new folder as the build has left it."""
        return self._run(job, source, target)

    def _run(self, job: Job, folder: Path, target: Path | None) -> Outcome:
        """Runs a job with a copy of a folder; with a target, it is a build. If there can be no box, tries again."""
        for pause in RETRIES:
            try:
                return self._run_in_box(job, folder, target)
            except BoxError:
                sleep(pause)
        return self._run_in_box(job, folder, target)

    def _run_in_box(self, job: Job, folder: Path, target: Path | None) -> Outcome:
        """Runs a job in a new box."""
        raise NotImplementedError


def fill(place: Folder, job: Job, folder: Path) -> None:
    """Copies a folder and the input to the open folder where the program will run. Only its user can be there."""
    with opened_folder(folder) as source:
        for entry in walk_folder(source, skip_at_top=(job.input_name, job.output_name)):
            make_copy(entry, place)
    if job.input_name:
        make_file(place, job.input_name, iter([job.input]))


def finish(done: Outcome, job: Job, place: Folder, target: Path | None) -> Outcome:
    """The outcome with the output file; of a build that succeeded, the folder is copied to the target."""
    if target is not None and not done.status:
        try:
            take_built(place, target, job.limits)
        except InputError as error:
            return replace(done, status=f"what it left can't be used: {error}")
    if target is not None or not job.output_name:
        return done
    output = read_plain_file(job.output_name, place, job.limits.longest_file)
    full = not done.status and len(output) == job.limits.longest_file
    return replace(done, output=output, status="output limit" if full else done.status)


class Unboxed(Box):
    """Limits and a fresh folder, and nothing else: for programs that are trusted."""

    kind = "none"
    is_apart = False
    """True if the program runs as the user of its workspace."""

    def _run_in_box(self, job: Job, folder: Path, target: Path | None) -> Outcome:
        fresh = job.workspace.folder / "box"
        remove(fresh)
        fresh.mkdir(mode=0o700)
        job.workspace.chown(fresh)
        user = job.workspace.uid if self.is_apart else None
        path = PATH if self.is_apart else os.environ.get("PATH", PATH)
        seccomp = seccomp_filter(shared_memory=self.counts_memory, file_times=target is not None) if user else b""
        unboxed = {
            "folder": str(fresh),
            "environment": {"PATH": path, **job.environment_in(str(fresh))},
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
            )
            return finish(supervise(command, lambda _pid: ()), job, place, target)


class OtherUser(Unboxed):
    """A user without rights, made for the run: for root on a machine without bubblewrap, with one program at a time.

    This user can read what every user can: files that the program must not see have to be closed to all but root.
    """

    kind = "another user (no bubblewrap here)"
    is_apart = True

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
