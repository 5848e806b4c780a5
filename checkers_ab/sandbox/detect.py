"""Finding a box that works on this machine."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from checkers_ab.sandbox.box import Box, Job
from checkers_ab.sandbox.bubblewrap import Bubblewrap
from checkers_ab.sandbox.limits import Limits
from checkers_ab.sandbox.supervise import BoxError
from checkers_ab.sandbox.unboxed import OtherUser, Unboxed
from checkers_ab.sandbox.workspace import Workspace, is_root


def find_box(kind: str, bind: Iterable[str] = (), hide: Iterable[str] = ()) -> Box:
    """The box of a kind: `auto` and `bwrap` are bubblewrap, `any` is that or another user, `none` is no box.

    BoxError says what is missing, and what to do.
    """
    if not sys.platform.startswith("linux"):
        raise BoxError("programs can be run on Linux only")
    if kind == "none":
        return Unboxed()
    for path in bind:
        if not os.path.exists(path):
            raise BoxError(f"there is no folder {path} here that could be bound")
    try:
        return _working_bubblewrap(bind, hide)
    except BoxError:
        if kind != "any":
            raise
    if not is_root():
        raise BoxError("to run a program apart, either bubblewrap or root's rights are needed")
    return OtherUser()


def _working_bubblewrap(bind: Iterable[str], hide: Iterable[str]) -> Bubblewrap:
    """Bubblewrap, after it has run a program in a box."""
    for tool in ("bwrap", "setpriv", "prlimit"):  # a normal user does not need setpriv, but it comes with prlimit
        if shutil.which(tool) is None:
            package = "bubblewrap" if tool == "bwrap" else "util-linux"
            raise BoxError(f"{package} is not installed: install it, for example with `apt-get install {package}`")
    box = Bubblewrap(bind, hide)
    with Workspace() as workspace:
        program = workspace.folder / "program"
        program.mkdir()
        program.chmod(0o755)
        job = Job(workspace=workspace, command=["true"], limits=Limits(), environment={})
        try:
            done = box.run(job, program=program, input_file=Path(os.devnull), names=("input.txt", ""))
        except BoxError as error:
            raise BoxError(f"bubblewrap can't make a box here: {error}") from None
        if done.status:
            raise BoxError(f"bubblewrap can't make a box here: {done.status} {done.stderr.strip()}")
    return box
