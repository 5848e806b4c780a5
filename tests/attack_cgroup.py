"""`make attack-cgroup`: the attacks in a user-mode Linux kernel, where the kernel itself enforces the limits.

The kernel is a program, of Debian's package `user-mode-linux`. It runs on the files of this machine, read-only.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from checkers_ab.sandbox.attacks import ATTACKS, try_attack
from checkers_ab.sandbox.detect import find_box
from tests.support import ROOT

KERNEL = "linux.uml"
KEPT = ROOT / "build/uml"
LONGEST = 600
"""Seconds until the kernel is killed."""
INIT = """#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount -t tmpfs tmpfs /run
mkdir /run/tmp /run/shm
ip link set lo up
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TMPDIR=/run/tmp HOME=/run
cd {root} && {python} -m tests.attack_cgroup inside
echo o > /proc/sysrq-trigger
sleep 60
"""
SLOW = 8.0
"""Seconds of the processor for an attack: system calls take their time in this kernel."""
DONE = "attacks held by cgroup v2"


def main() -> int:
    if sys.argv[1:] == ["inside"]:
        return inside()
    kernel = find_kernel()
    if kernel is None:
        print("the package user-mode-linux can't be had here: the attacks were not tried with control groups")
        return 1 if os.environ.get("CI") == "true" else 0
    with TemporaryDirectory() as folder:
        init = Path(folder, "init")
        init.write_text(INIT.format(root=shlex.quote(str(ROOT)), python=shlex.quote(sys.executable)))
        init.chmod(0o755)
        words = "mem=1G root=/dev/root rootfstype=hostfs rootflags=/ ro con=null con0=fd:0,fd:1 quiet"
        command = [str(kernel), *words.split(), f"init={init}"]
        said = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, timeout=LONGEST, check=False
        ).stdout
    print(said.strip())
    return 0 if f"{len(ATTACKS)} of {len(ATTACKS)} {DONE}" in said else 1


def find_kernel() -> Path | None:
    """The kernel that is installed, or that of the package, which is downloaded and not installed."""
    if found := shutil.which(KERNEL):
        return Path(found)
    kernel = KEPT / "usr/bin" / KERNEL
    if not kernel.exists() and shutil.which("apt-get"):
        KEPT.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["apt-get", "download", "-qq", "user-mode-linux"], cwd=KEPT, stderr=subprocess.DEVNULL, check=False
        )
        for package in KEPT.glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, KEPT], check=True)
            package.unlink()
    return kernel if kernel.exists() else None


def inside() -> int:
    """In the kernel: tries every attack, and prints the table."""
    box = find_box("bwrap")
    print(f"box: {box.name}")
    held = 0
    for attack in ATTACKS:
        tried = try_attack(box, attack, time=SLOW)
        held += tried.is_held
        end = tried.outcome.status or "ended well"
        print(
            f"{'held' if tried.is_held else 'NOT HELD':8}  {attack.name:16} {end} {' '.join(tried.escapes)}", flush=True
        )
    if box.groups is not None and box.groups.has_limits:
        print(f"{held} of {len(ATTACKS)} {DONE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
