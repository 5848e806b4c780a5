"""Every published attack is held: as root and as an ordinary user, with control groups and without."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from checkers_ab.sandbox.attacks import ATTACKS, Attack, script_of, try_attack
from checkers_ab.sandbox.box import Box
from checkers_ab.sandbox.bubblewrap import Bubblewrap
from checkers_ab.sandbox.detect import find_box
from checkers_ab.sandbox.unboxed import Unboxed
from checkers_ab.sandbox.workspace import is_root
from tests.attacks.support import as_ordinary_user
from tests.support import PROGRAM, ROOT, need_program, run, run_command

BY_NAME = {attack.name: attack for attack in ATTACKS}
GROUPLESS = (
    *("memory", "shared_memory", "thread_memory", "inodes"),
    *("page_tables", "socket_memory", "processes", "loop", "short_children"),
)
"""Attacks that another kind of limits holds where there are no control groups."""


@pytest.fixture(scope="module")
def box() -> Box:
    need_program("bwrap")
    return find_box("bwrap")


@pytest.mark.parametrize("name", GROUPLESS)
def test_the_box_holds_without_groups(name: str) -> None:
    need_program("bwrap")
    tried = try_attack(Bubblewrap(), BY_NAME[name])
    assert (tried.escapes, tried.is_held) == ([], True), tried.outcome


def test_the_kernel_holds_them_in_groups_that_systemd_hands_over(tmp_path: Path) -> None:
    """Not everywhere, so it is skipped there, on a machine of CI too."""
    if not os.path.exists("/sys/fs/cgroup/cgroup.controllers"):
        pytest.skip("this system has no cgroup v2 on /sys/fs/cgroup")
    if not os.path.isdir("/run/systemd/system"):
        pytest.skip("systemd, which hands groups over, does not run here")
    scope = ["systemd-run", *([] if is_root() else ["--user"]), "--scope", "--quiet", "-p", "Delegate=yes"]
    done = run_command([*scope, PROGRAM, "grade", "doctor", "--attack"], cwd=tmp_path)
    assert "box: bubblewrap, limits by cgroup v2\n" in done.stdout, done
    assert done.stdout.endswith(f"{len(ATTACKS)} of {len(ATTACKS)} attacks held\n"), done.stdout


TRY_ALL = """
import json, sys
from checkers_ab.sandbox.attacks import ATTACKS, try_attack
from checkers_ab.sandbox.detect import find_box
box = find_box("bwrap")
tried = [try_attack(box, attack) for attack in ATTACKS]
json.dump({one.attack.name: (one.escapes, one.outcome.status) for one in tried if not one.is_held}, sys.stdout)
"""


@pytest.mark.skipif(not is_root(), reason="the other tests are those of an ordinary user already")
def test_the_box_of_an_ordinary_user_holds_as_well() -> None:
    need_program("bwrap")
    assert as_ordinary_user(TRY_ALL) == {}


@pytest.mark.parametrize("name", ["paths", "locks", "watches", "network", "families"])
def test_without_a_box_the_same_attack_succeeds(name: str) -> None:
    """So it is the box that holds it."""
    need_program("python3")
    assert try_attack(Unboxed(), BY_NAME[name]).escapes


def test_the_table_in_the_docs_has_every_attack() -> None:
    text = (ROOT / "docs/security.md").read_text()
    missing = [attack.name for attack in ATTACKS if f"| `{attack.name}` |" not in text]
    assert missing == []
    assert len(BY_NAME) == len(ATTACKS)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_every_attack_is_bounded_by_itself(attack: Attack) -> None:
    assert "signal.alarm(20 * int(TIME))" in script_of(attack)
    compile(script_of(attack), attack.name, "exec")
    assert "while True" not in script_of(attack).replace("while True:\n                        end.send", "")


def test_the_doctor_tries_them_all(tmp_path: Path) -> None:
    need_program("bwrap")
    done = run("grade", "doctor", "--attack", cwd=tmp_path)
    assert done.stdout.endswith(f"{len(ATTACKS)} of {len(ATTACKS)} attacks held\n"), done.stdout
    assert done.returncode == 0
    assert "box: bubblewrap, " in done.stdout


def test_the_doctor_says_what_is_missing(tmp_path: Path) -> None:
    done = run("grade", "doctor", env={"PATH": str(tmp_path)})
    assert done.returncode == 1
    assert "NO  bubblewrap: bubblewrap is not installed" in done.stdout
    assert "to get it: apt-get install bubblewrap" in done.stdout
    assert "Traceback" not in done.stderr


def test_the_doctor_says_that_root_has_no_other_users(tmp_path: Path) -> None:
    """As in a container with a single user. Its root can't give a box a user of its own."""
    need_program("bwrap")
    alone = ["unshare", "--user", "--map-root-user", PROGRAM, "grade", "doctor", "--attack"]
    done = run_command(alone, cwd=tmp_path)
    if "unshare failed" in done.stderr:
        pytest.skip("user namespaces are refused here")
    assert (done.returncode, done.stderr) == (1, "")
    assert "NO  bubblewrap: bubblewrap can't make a box here: this root can't have user" in done.stdout
