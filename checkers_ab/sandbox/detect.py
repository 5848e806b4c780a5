"""Finding a box that works on this machine."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable

from checkers_ab.core.text import os_reason
from checkers_ab.sandbox.box import Box, Job
from checkers_ab.sandbox.bubblewrap import Bubblewrap
from checkers_ab.sandbox.cgroup import Groups, find_groups
from checkers_ab.sandbox.limits import Limits
from checkers_ab.sandbox.seccomp import why_no_filter
from checkers_ab.sandbox.supervise import BoxError, Outcome
from checkers_ab.sandbox.unboxed import OtherUser, Unboxed
from checkers_ab.sandbox.workspace import Workspace, is_root


def find_box(kind: str, bind: Iterable[str] = (), hide: Iterable[str] = ()) -> Box:
    """The box of a kind: `auto` and `bwrap` are bubblewrap, `any` is that or another user, `none` is no box.

    BoxError says what is missing, and what to do.
    """
    if not sys.platform.startswith("linux"):
        raise BoxError("programs can be run on Linux only")
    for path in bind:
        if kind != "none" and not os.path.exists(path):
            raise BoxError(f"there is no folder {path} here that could be bound")
    if kind != "none" and (reason := why_no_filter()):
        raise BoxError(reason)
    groups, _ = find_groups()
    box: Box
    if kind == "none":
        box = Unboxed()
    else:
        try:
            return _working_bubblewrap(bind, hide, groups)
        except BoxError:
            if kind != "any":
                raise
        if not is_root():
            raise BoxError("to run a program apart, either bubblewrap or root's rights are needed")
        box = OtherUser()
    box.groups = groups
    return box


def _working_bubblewrap(bind: Iterable[str], hide: Iterable[str], groups: Groups | None) -> Bubblewrap:
    """Bubblewrap, after it has run a program in a box."""
    if shutil.which("bwrap") is None:
        raise BoxError("bubblewrap is not installed: install it, for example with `apt-get install bubblewrap`")
    box = Bubblewrap(bind, hide, groups)
    try:
        done = _try_out(box)
    except (BoxError, OSError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else str(error)
        raise BoxError(f"bubblewrap can't make a box here: {reason}") from None
    if done.status:
        raise BoxError(f"bubblewrap can't make a box here: {done.status} {done.stderr.strip()}")
    return box


def _try_out(box: Box) -> Outcome:
    """Runs a program that does nothing."""
    with Workspace() as workspace:
        program = workspace.folder / "program"
        program.mkdir()
        program.chmod(0o755)
        return box.run(Job(workspace=workspace, command=["true"], limits=Limits(), environment={}), program=program)
