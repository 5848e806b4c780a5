"""Boxes, in which programs run apart.

A box gives its program a fresh copy of its folder and the input file, and nothing else. What the program writes there
is removed with the box, except for the output file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import sleep

from checkers_ab.core.errors import InputError
from checkers_ab.sandbox.cgroup import Groups
from checkers_ab.sandbox.folders import Folder, make_copy, make_file, opened_folder, read_plain_file, walk_folder
from checkers_ab.sandbox.limits import MEGABYTE, Limits
from checkers_ab.sandbox.sampling import can_count_time
from checkers_ab.sandbox.supervise import BoxError, Outcome
from checkers_ab.sandbox.unpack import take_built
from checkers_ab.sandbox.workspace import Workspace

PATH = "/usr/local/bin:/usr/bin:/bin"
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

    @property
    def most_output(self) -> int:
        """Bytes that a file may have."""
        return int(self.limits.output * MEGABYTE)

    @property
    def replaced(self) -> set[str]:
        """Names of files that are not copied with the program."""
        return {self.input_name, self.output_name} - {""}

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
        return f"{self.kind}, {self.limits_in_words}"

    @property
    def limits_in_words(self) -> str:
        if self.groups is not None:
            return "limits by cgroup v2" if self.groups.has_limits else "time by cgroup v2, other limits sampled"
        return "time counted by the kernel, other limits sampled" if can_count_time() else "limits sampled"

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
        """Runs a job. If no box can be made for it, that is tried again for a while."""
        for pause in RETRIES:
            try:
                return self._run_in_box(job, folder, target)
            except BoxError:
                sleep(pause)
        return self._run_in_box(job, folder, target)

    def _run_in_box(self, job: Job, folder: Path, target: Path | None) -> Outcome:
        """Runs a job in a new box with a copy of a folder. With a target, it is a build."""
        raise NotImplementedError


def fill(place: Folder, job: Job, folder: Path) -> None:
    """Copies a folder and the input to the open folder where the program will run. Only its user can be there."""
    with opened_folder(folder) as source:
        for entry in walk_folder(source, skip_at_top=job.replaced):
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
    output = read_plain_file(job.output_name, place, job.most_output)
    full = not done.status and len(output) == job.most_output
    return replace(done, output=output, status="output limit" if full else done.status)
