"""How a run ended, from what the system says: control groups as folders of plain files, and the order of statuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkers_ab.sandbox.cgroup import Group, Groups, find_groups
from checkers_ab.sandbox.limits import Limits
from checkers_ab.sandbox.supervise import Ending, status_of

LIMITS = Limits(time=2.0, memory=64.0, output=1.0, processes=8)


def group(folder: Path, **files: str) -> Group:
    """A control group that says so in its files; a dot in a name is written as two underscores."""
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return Group(str(folder), has_limits=True)


def end(
    *,
    broken: str = "",
    code: int | None = 0,
    started: bool = True,
    seconds: float = 0.5,
    clock: float = 0.5,
    of: Group | None = None,
    size: int = 10,
) -> str:
    facts = Ending(
        broken=broken,
        code=code,
        started=started,
        seconds=seconds,
        clock=clock,
        group=of,
        sizes=[size, 0],
        folders=[],
    )
    return status_of(facts, LIMITS)


def test_the_status_follows_from_the_facts() -> None:
    assert end() == ""
    assert end(code=3) == "exit code 3"
    assert end(code=139) == end(code=-11) == "crashed with signal 11"
    assert end(code=152, seconds=3.0) == end(code=-24, seconds=3.0) == "time limit", "SIGXCPU"
    assert end(code=-24, clock=3.0) == "time limit", "where nobody counted its time"
    assert end(code=152) == end(code=-24) == "crashed with signal 24", "its own doing"
    assert end(code=-9, seconds=2.0) == "time limit", "the last resort of the system"
    assert end(code=137, seconds=2.0) == "time limit", "the same, as shells and bubblewrap report it"
    assert end(code=-9) == end(code=137) == end(code=None) == "killed", "by itself, or by somebody else"
    assert end(code=153) == end(code=-25) == end(size=1_000_000) == "output limit"
    assert end(code=1, started=False) == "could not be started"
    assert end(code=None, broken="memory limit") == "memory limit"


def test_a_group_says_what_the_kernel_has_refused(tmp_path: Path) -> None:
    of = group(tmp_path, cpu__stat="usage_usec 1500000\nuser_usec 1\n", memory__events="low 0\noom_kill 0\n")
    assert (of.seconds, of.out_of_memory, of.out_of_processes) == (1.5, False, False)
    assert end(code=-9, of=of) == "killed"
    group(tmp_path, memory__events="max 3\noom 1\noom_kill 2\noom_group_kill 1\n")
    assert end(code=None, of=of) == end(code=0, of=of) == "memory limit", "the whole box, or one of its processes"
    group(tmp_path, memory__events="oom_kill 0\n", pids__events="max 1\n")
    assert end(code=1, of=of) == "process limit"
    assert end(code=0, of=of) == "", "it was refused a process, and did without"


def test_a_new_group_is_a_folder_of_its_own(tmp_path: Path) -> None:
    groups = Groups(str(tmp_path), has_limits=False)
    path = Path(groups.new(LIMITS, 1).path)
    assert path.parent == tmp_path
    path.rmdir()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("mounts", "reason"),
    [("proc /proc proc rw 0 0\n", "this system has no cgroup v2"), ("none {} cgroup2 rw 0 0\n", "can't be used")],
)
def test_why_there_are_no_groups_is_said(mounts: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "mounts"
    file.write_text(mounts.format(tmp_path / "nowhere"))
    (tmp_path / "cgroup").write_text("0::/\n")
    groups, said = find_groups(str(file), str(tmp_path / "cgroup"))
    assert groups is None
    assert reason in said
