"""Boxes, in which programs run apart: what each of them can do, and the limits that the system itself enforces.

A box gives its program a fresh copy of its folder and the input file, and nothing else. What the program writes there
is removed with the box, except for the output file.
"""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from checkers_ab.sandbox.limits import MEGABYTE, Limits
from checkers_ab.sandbox.supervise import Command, Outcome, supervise
from checkers_ab.sandbox.workspace import Workspace, is_root

SPARE_ADDRESSES = 4000
"""Megabytes of address space beside the memory: some languages reserve much and use little."""
OPEN_FILES = 256
PATH = "/usr/local/bin:/usr/bin:/bin"
PRLIMIT = (os.path.realpath(shutil.which("prlimit") or "/usr/bin/prlimit"),)
"""The program itself: links that lead to it may be missing in a box."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """A command to run in a box: in which workspace, within which limits, with which environment."""

    workspace: Workspace
    command: Sequence[str]
    limits: Limits
    environment: Mapping[str, str]

    def supervise(
        self,
        words: Sequence[str],
        *,
        folder: Path,
        stdin: Path,
        options: Sequence[str] = (),
        seccomp: bytes = b"",
    ) -> Outcome:
        """Runs `words`, which end with the job's command. Its standard streams are files of the workspace."""
        place = self.workspace.folder
        for stream in ("stdout", "stderr"):
            (place / stream).write_bytes(b"")
            self.workspace.chown(place / stream)  # the program may open it anew as /dev/stdout
        return supervise(
            Command(
                words=words,
                folder=folder,
                stdin=stdin,
                stdout=place / "stdout",
                stderr=place / "stderr",
                limits=self.limits,
                output_files=(place / "output",),
                options=options,
                filter=seccomp,
            )
        )

    def environment_in(self, home: str) -> dict[str, str]:
        """The environment of the program, without PATH."""
        return {"HOME": home, "LANG": "C.UTF-8", **self.environment}


class Box:
    """One way to run programs apart. `name` is for reports."""

    name = ""

    def run(self, job: Job, *, program: Path, input_file: Path, names: tuple[str, str]) -> Outcome:
        """Runs a built program in a fresh copy of its folder. Its output is the file `output` of the workspace.

        `names` are those of the input and the output file in that copy; an empty one if there is no output file.
        """
        raise NotImplementedError

    def build(self, job: Job, *, source: Path) -> Outcome:
        """Builds in a copy of the source. If that succeeds, `built.tar` of the workspace is the folder after it."""
        raise NotImplementedError


def prlimit_command(limits: Limits, *, count_processes: bool = True) -> list[str]:
    """The command that sets the limits which the system itself enforces."""
    addresses = int((limits.memory + SPARE_ADDRESSES) * MEGABYTE)
    words = [
        *PRLIMIT,
        f"--cpu={math.ceil(limits.time) + 1}",
        f"--as={addresses}",
        f"--fsize={int(limits.output * MEGABYTE)}",
        f"--nofile={OPEN_FILES}",
        "--core=0",
    ]
    if count_processes:
        words.append(process_limit(limits))
    return [*words, "--"]


def process_limit(limits: Limits) -> str:
    """The option of `prlimit` for processes: twice the limit, for supervision kills what exceeds the limit itself."""
    return f"--nproc={2 * limits.processes + 8}"


def setpriv_command(workspace: Workspace) -> list[str]:
    """The command that changes from root to the user of a workspace; empty if this is not root."""
    if not is_root():
        return []
    uid = str(workspace.uid)
    return ["setpriv", "--reuid", uid, "--regid", uid, "--clear-groups", "--no-new-privs"]
