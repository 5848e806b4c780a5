"""Boxes in which programs of other people run: what is asked of one, and the limits that the system itself sets.

A box has a folder for its program with what was handed in, the input of the case at hand and nothing else of the class.
What is written there is gone when the box is, but for the output file.
"""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from checkers_ab.sandbox.limits import MEGABYTE, Limits
from checkers_ab.sandbox.supervise import Outcome, Run, supervise
from checkers_ab.sandbox.workspace import Seat, is_root

SPARE_ADDRESSES = 4000
"""Megabytes of addresses beside the memory: some languages reserve many and use few."""
OPEN_FILES = 256
PATH = "/usr/local/bin:/usr/bin:/bin"
PRLIMIT = (os.path.realpath(shutil.which("prlimit") or "/usr/bin/prlimit"),)
"""The program itself: a PATH may lead there by links."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Errand:
    """What a box is to run, for whom, and within which limits."""

    seat: Seat
    command: Sequence[str]
    limits: Limits
    environment: Mapping[str, str]

    def go(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        stdin: Path,
        options: Sequence[str] = (),
        refusals: bytes = b"",
    ) -> Outcome:
        """Runs a command that ends with the errand's own, with the standard streams in files at the seat."""
        place = self.seat.folder
        for stream in ("stdout", "stderr"):
            (place / stream).write_bytes(b"")
            self.seat.give(place / stream)  # it may be opened anew as /dev/stdout
        return supervise(
            Run(
                command=command,
                folder=folder,
                stdin=stdin,
                stdout=place / "stdout",
                stderr=place / "stderr",
                limits=self.limits,
                own_files=(place / "output",),
                options=options,
                filter=refusals,
            )
        )

    def settings(self, home: str) -> dict[str, str]:
        """The environment of the program, but for where it looks for others."""
        return {"HOME": home, "LANG": "C.UTF-8", **self.environment}


class Box:
    """One way to run programs apart. `name` is how reports call it."""

    name = ""

    def run(self, errand: Errand, *, program: Path, case: Path, names: tuple[str, str]) -> Outcome:
        """Runs a built program on a case in a fresh folder; it may write what `output` at the seat then is.

        `names` are those of the input and the output in that folder; an empty one for no output file.
        """
        raise NotImplementedError

    def build(self, errand: Errand, *, source: Path) -> Outcome:
        """Builds in a copy of the source; if that went well, `built.tar` at the seat is the folder after it."""
        raise NotImplementedError


def limited(limits: Limits, *, uids_are_counted: bool = True) -> list[str]:
    """The command that sets limits which the system itself holds a program to."""
    addresses = int((limits.memory + SPARE_ADDRESSES) * MEGABYTE)
    words = [
        *PRLIMIT,
        f"--cpu={math.ceil(limits.time) + 1}",
        f"--as={addresses}",
        f"--fsize={int(limits.output * MEGABYTE)}",
        f"--nofile={OPEN_FILES}",
        "--core=0",
    ]
    if uids_are_counted:
        words.append(processes(limits))
    return [*words, "--"]


def processes(limits: Limits) -> str:
    """How `prlimit` is told of the most processes: twice what is allowed, for whoever has more than that is ended."""
    return f"--nproc={2 * limits.processes + 8}"


def as_user(seat: Seat) -> list[str]:
    """The command that drops root's rights; empty where there are none to drop."""
    if not is_root():
        return []
    return ["setpriv", "--reuid", str(seat.uid), "--regid", str(seat.uid), "--clear-groups", "--no-new-privs"]
