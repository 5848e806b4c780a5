"""`checkers-ab grade doctor`: the abilities of this machine for running programs apart, and the attacks on its box."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from checkers_ab.cli.io import standard_output
from checkers_ab.core.errors import InputError
from checkers_ab.core.text import printable
from checkers_ab.sandbox.box import PATH, Box
from checkers_ab.sandbox.bubblewrap import find_box
from checkers_ab.sandbox.cgroup import find_groups
from checkers_ab.sandbox.limits import MEGABYTE, Limits
from checkers_ab.sandbox.processes import available_memory
from checkers_ab.sandbox.sampling import can_count_time
from checkers_ab.sandbox.seccomp import why_no_filter
from checkers_ab.sandbox.supervise import BoxError
from checkers_ab.sandbox.workspace import IN_MEMORY, is_root, place_for_files

COMPILERS = ("gcc", "g++", "make", "javac", "java", "python3", "node", "perl", "cargo")
DELEGATE = "systemd-run --user --scope -p Delegate=yes checkers-ab grade ..."
"""The command that gives a user's grader control groups of its own."""


@click.command("doctor")
@click.option("--attack", is_flag=True, help="Run the published attacks in boxes on this machine, and print the table.")
def command(*, attack: bool) -> int:
    """Say what this machine can do for running programs apart: what follows from it, and how to get more.

    \b
    checkers-ab grade doctor
    checkers-ab grade doctor --attack     and try the attacks of docs/security.md

    The exit code is 0 when everything that the default promises holds, and 1 when something does not.
    """
    if not sys.platform.startswith("linux"):
        raise InputError(
            "programs can be run on Linux only", hint="traces that are handed in as files can be judged here"
        )
    checks, box = examine()
    write = standard_output().write
    for check in checks:
        write(f"{'ok ' if check.is_promised else 'NO '} {check.name}: {printable(check.found)}\n")
        write(f"      {check.follows}\n")
        if check.advice:
            write(f"      to get {'it' if not check.is_promised else 'more'}: {check.advice}\n")
    holds = all(check.is_promised for check in checks)
    if box is not None:
        write(f"box: {box.name}\n")
        if attack:
            holds &= _attack(box, write)
    return 0 if holds else 1


def _attack(box: Box, write: Callable[[str], object]) -> bool:
    """Runs all attacks, and prints how each was held. True if all were."""
    from checkers_ab.sandbox.attacks import ATTACKS, try_attack

    held = 0
    write("\n")
    for attack in ATTACKS:
        tried = try_attack(box, attack)
        held += tried.is_held
        end = tried.outcome.status or "ended well"
        write(f"{'held' if tried.is_held else 'NOT HELD':8}  {attack.name:16} {attack.what}: {printable(end)}\n")
        for escape in tried.escapes:
            write(f"{'':28}{printable(escape)}\n")
    write(f"{held} of {len(ATTACKS)} attacks held\n")
    return held == len(ATTACKS)


@dataclass(frozen=True, slots=True)
class Check:
    """One ability of this machine."""

    name: str
    found: str
    follows: str
    """The consequence."""
    is_promised: bool = True
    """False if the default promises something that does not hold without it."""
    advice: str = ""
    """The way to get it, or more of it."""


def examine() -> tuple[list[Check], Box | None]:
    """All checks, and the box that works here; None if there is none."""
    try:
        box, problem = find_box("auto"), ""
    except BoxError as error:
        box, problem = None, str(error)
    return [_box(problem), *_namespaces(), _groups(), *_kernel(), *_room(), _compilers()], box


def _box(problem: str) -> Check:
    where = shutil.which("bwrap") or "not installed"
    if not problem:
        return Check("bubblewrap", where, "programs run in boxes")
    advice = "see docs/security.md, under which conditions"
    if where == "not installed":
        advice = "apt-get install bubblewrap"
    elif problem == why_no_filter():  # the problem says it
        advice = ""
    return Check("bubblewrap", problem, "no program can be run", False, advice)


def _namespaces() -> Iterator[Check]:
    """User namespaces, which an ordinary user needs for a box."""
    if not sys.platform.startswith("linux"):
        return
    most = _setting("/proc/sys/user/max_user_namespaces")
    closed = most == "0" or _setting("/proc/sys/kernel/unprivileged_userns_clone") == "0"
    restricted = _setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1"
    if closed or (restricted and not is_root()):
        key = "user.max_user_namespaces=10000" if most == "0" else "kernel.apparmor_restrict_unprivileged_userns=0"
        yield Check("user namespaces", "refused", "bubblewrap can't make a box", False, f"as root: sysctl {key}")
    else:
        user = "as root, each box with a user of its own" if is_root() else "as an ordinary user"
        yield Check("user namespaces", "allowed", f"boxes are made {user}")


def _groups() -> Check:
    groups, reason = find_groups()
    if groups is None:
        advice = "as root on a system with cgroup v2" if not is_root() else "mount cgroup v2 writable"
        if os.path.isdir("/run/systemd/system") and not is_root():
            advice = DELEGATE
        follows = "memory, processes and files are looked at every 20 ms: a hostile program can hold more for a moment"
        return Check("control groups", reason, follows, advice=advice)
    if groups.has_limits:
        return Check("control groups", "cgroup v2 with memory and pids", "the kernel enforces the limits")
    follows = "memory and processes are looked at every 20 ms"
    return Check("control groups", reason, follows, advice="start the system with systemd.unified_cgroup_hierarchy=1")


def _kernel() -> Iterator[Check]:
    """The filter of system calls, and the counter of processor time."""
    if reason := why_no_filter():
        yield Check("seccomp", reason, "no program can be run apart", is_promised=False)
    else:
        yield Check("seccomp", platform.machine(), "locks, watches and memory that nobody sees stay in the box")
    if can_count_time():
        follows = "the time of short-lived children counts, with or without a control group"
        yield Check("time counter", "allowed", follows)
    else:
        follows = "without a control group, a program is kept on one processor"
        yield Check("time counter", "refused", follows, advice="as root: sysctl kernel.perf_event_paranoid=2")


def _room() -> Iterator[Check]:
    """Disk and memory."""
    usual = Limits()
    place = place_for_files()
    free = shutil.disk_usage(place).free / MEGABYTE
    need = usual.unpacked + usual.disk
    follows = f"a job takes up to {need:.0f} MB there"
    advice = "" if free > need else "set TMPDIR to a larger disk"
    kind = "memory for files" if place == IN_MEMORY else "disk"
    yield Check(kind, f"{free:,.0f} MB free below {place}", follows, not advice, advice)
    if not os.path.exists("/proc/meminfo"):
        return
    memory = available_memory() / MEGABYTE
    need = usual.memory + usual.disk
    follows = f"room for {int(memory // need)} jobs with the usual limits of {need:.0f} MB"
    advice = "" if memory > need else "lower memory in [limits]"
    yield Check("memory", f"{memory:,.0f} MB available", follows, not advice, advice)


def _compilers() -> Check:
    shown = [name for name in COMPILERS if shutil.which(name, path=PATH)]
    others = {name: shutil.which(name) for name in COMPILERS if name not in shown}
    elsewhere = [f"{name} ({path})" for name, path in others.items() if path]
    missing = [name for name, path in others.items() if not path]
    advice = f"install {', '.join(missing)}" if missing else ""
    if elsewhere:
        advice = f"{advice + '; ' if advice else ''}bind the folders of {', '.join(elsewhere)}"
    return Check("compilers", ", ".join(shown) or "none", "what is below /usr can be used in a box", advice=advice)


def _setting(path: str) -> str:
    """A setting of the kernel; empty if it has none of that name."""
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""
