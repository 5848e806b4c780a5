"""Which box there is on this machine."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from checkers_ab.sandbox.box import Box, Errand
from checkers_ab.sandbox.bubblewrap import Bubblewrap
from checkers_ab.sandbox.limits import Limits
from checkers_ab.sandbox.supervise import BoxError
from checkers_ab.sandbox.unboxed import Folder, OtherUser
from checkers_ab.sandbox.workspace import Seat, is_root


def find_box(kind: str, bind: Iterable[str] = (), hide: Iterable[str] = ()) -> Box:
    """The box of a kind: `auto` and `bwrap` for bubblewrap, `any` for that or another user, `none`.

    BoxError says what is missing, and what to do.
    """
    if not sys.platform.startswith("linux"):
        raise BoxError("programs can be run on Linux only; traces that are handed in as files can be judged anywhere")
    if kind == "none":
        return Folder()
    for path in bind:
        if not os.path.exists(path):
            raise BoxError(f"the plan binds {path}, and there is no such folder here")
    try:
        return _working_bubblewrap(bind, hide)
    except BoxError:
        if kind != "any":
            raise
    if not is_root():
        raise BoxError("neither bubblewrap nor root's rights are there to run a program apart")
    return OtherUser()


def _working_bubblewrap(bind: Iterable[str], hide: Iterable[str]) -> Bubblewrap:
    for tool in ("bwrap", "setpriv", "prlimit"):  # as a normal user setpriv is not needed, but comes with prlimit
        if shutil.which(tool) is None:
            package = "bubblewrap" if tool == "bwrap" else "util-linux"
            raise BoxError(f"{package} is not there: install it, for example with `apt-get install {package}`")
    box = Bubblewrap(bind, hide)
    with Seat() as seat:
        program = seat.folder / "program"
        program.mkdir()
        program.chmod(0o755)
        try:
            errand = Errand(seat=seat, command=["true"], limits=Limits(), environment={})
            done = box.run(errand, program=program, case=Path(os.devnull), names=("input.txt", ""))
        except BoxError as error:
            raise BoxError(f"bubblewrap can't make a box here: {error}") from None
        if done.status:
            raise BoxError(f"bubblewrap can't make a box here: {done.status} {done.complaint.strip()}")
    return box
