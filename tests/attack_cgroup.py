"""`make attack-cgroup`: the attacks in a user-mode Linux kernel, where the kernel itself enforces the limits.

The kernel is a program, of Debian's package `user-mode-linux`. It runs on the files of this machine, read-only. Where
systemd is installed, it is started a second time with systemd, which hands groups over to root and to an ordinary user.
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
MOUNTS = """#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount -t tmpfs tmpfs /run
mkdir -p /run/tmp /run/shm /run/systemd/system
chmod 1777 /run/tmp
ip link set lo up
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TMPDIR=/run/tmp HOME=/run
"""
POWER_OFF = "echo o > /proc/sysrq-trigger; sleep 60"
INIT = """
cd {root} && {python} -m tests.attack_cgroup inside
"""
SYSTEMD = "/lib/systemd/systemd"
UNITS = """
cat > /run/systemd/system/user.service <<END
[Unit]
DefaultDependencies=no
[Service]
Type=oneshot
User=nobody
Delegate=yes
Environment=PYTHONPATH={folder} TMPDIR=/run/tmp PYTHONDONTWRITEBYTECODE=1
ExecStart=/usr/bin/python3 {folder}/delegated.py
StandardOutput=file:/dev/console
StandardError=file:/dev/console
END
sed -e s/nobody/root/ -e 's!^ExecStart=.*!ExecStart=/bin/sh {folder}/both.sh!' /run/systemd/system/user.service \\
    > /run/systemd/system/both.service
exec {systemd} --system --unit=both.service --log-target=null --show-status=false
"""
BOTH = """
systemd-run --scope -p Delegate=yes --quiet /usr/bin/python3 {folder}/delegated.py
systemctl start user.service
"""
DELEGATED = """
import os
from checkers_ab.sandbox.attacks import ATTACKS, try_attack
from checkers_ab.sandbox.detect import find_box
box = find_box("bwrap")
names = ("memory", "processes", "descriptors")
tried = [try_attack(box, attack, time=60.0) for attack in ATTACKS if attack.name in names]
print(*(f"{one.attack.name}: {one.outcome.status}" for one in tried if not one.is_held))
user = "root" if os.geteuid() == 0 else "a user"
print(f"group handed over to {user}: {box.limits_in_words}, {sum(one.is_held for one in tried)} of 3 held", flush=True)
"""
SLOW, PATIENT = 8.0, 60.0
"""Seconds of the processor for attacks on the time, and for others, which take long on a busy machine."""
DONE = "attacks held by cgroup v2"


def main() -> int:
    if sys.argv[1:] == ["inside"]:
        return inside()
    kernel = find_kernel()
    if kernel is None:
        print("the package user-mode-linux can't be had here: the attacks were not tried with control groups")
        return 1 if os.environ.get("CI") == "true" else 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        command = INIT.format(root=shlex.quote(str(ROOT)), python=shlex.quote(sys.executable))
        said = boot(kernel, folder, command)
        held = f"{len(ATTACKS)} of {len(ATTACKS)} {DONE}" in said
        return 0 if held and by_systemd(kernel, folder) else 1


def boot(kernel: Path, folder: Path, command: str) -> str:
    """The output of the kernel, with a command as its first process."""
    init = folder / "init"
    init.write_text(f"{MOUNTS}{command}{POWER_OFF}\n")
    init.chmod(0o755)
    words = "mem=1G root=/dev/root rootfstype=hostfs rootflags=/ ro con=null con0=fd:0,fd:1 quiet"
    done = subprocess.run(
        [str(kernel), *words.split(), f"init={init}"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    print(done.stdout.strip())
    return done.stdout


def by_systemd(kernel: Path, folder: Path) -> bool:
    """True if limits hold in groups that systemd hands over, to root and to a user; or if there is no systemd."""
    if not os.path.exists(SYSTEMD):
        print("systemd is not installed: groups that it hands over were not tried")
        return os.environ.get("CI") != "true"
    shutil.copytree(ROOT / "checkers_ab", folder / "checkers_ab", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "delegated.py").write_text(DELEGATED)
    (folder / "both.sh").write_text(f"{BOTH.format(folder=folder)}{POWER_OFF}\n")
    subprocess.run(["chmod", "-R", "a+rX", folder], check=True)
    said = boot(kernel, folder, UNITS.format(folder=folder, systemd=SYSTEMD))
    return all(f"handed over to {user}: limits by cgroup v2, 3 of 3 held" in said for user in ("root", "a user"))


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
        time = SLOW if attack.ends == ("time limit",) else PATIENT
        tried = try_attack(box, attack, time=time)
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
