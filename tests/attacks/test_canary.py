"""A canary is planted wherever a submission must not look. It is found in no box, and in no file for a student."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support import PROGRAM, let_pass, need_program, run, run_command

CANARY = "canary5150"
BESIDE = "beside5151"
PLAN = f"""
title = "Homework"
game = "tree"
hidden = "points"
[cases]
public = ["cases-{CANARY}/public"]
hidden = ["cases-{CANARY}/hidden"]
[program]
run = ["python3", "spy.py"]
"""
# It looks at everything that it can read, without knowing the canary: that is spelled backwards.
SPY = """
import os, sys, subprocess
found = []
words = [word[::-1] for word in ("0515yranac", "1515ediseb")]
def look(where, content):
    for word in words:
        if word.encode() in content and not where.endswith(("/box/input.txt", "/fd/0", "/stdin")):
            found.append(f"{where}: {word}")
def read(path):
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return b""
    try:
        return os.read(descriptor, 1 << 20)
    except OSError:
        return b""
    finally:
        os.close(descriptor)
look("environment", repr(dict(os.environ)).encode())
look("arguments", repr(sys.argv).encode())
for top in ("/proc/self", "/proc/1", "/proc/sys/kernel", "/box", "/tmp", "/dev", "/etc", "/run", "/var", "/home"):
    for folder, folders, files in os.walk(top):
        if folder.count("/") > 5:
            folders[:] = []
        for name in files:
            path = os.path.join(folder, name)
            look(path + " by its name", os.fsencode(path))
            if os.path.islink(path):
                look(path + " by its link", os.fsencode(os.readlink(path)))
            if not path.endswith(("/mem", "/pagemap", "/clear_refs")):
                look(path, read(path))
for path in ("/proc/mounts", "/proc/net/unix", "/proc/locks", "/proc/keys", "/proc/cmdline", "/proc/swaps"):
    look(path, read(path))
for number in (0, 1, 2):
    look(f"stream {number}", os.fsencode(os.readlink(f"/proc/self/fd/{number}")))
print("MAX1: 1.", "looked", sep="\\n")
sys.exit("FOUND " + " ".join(found) if found else 0)
"""


def test_the_canary_is_found_nowhere(tmp_path: Path) -> None:
    need_program("bwrap")
    course = tmp_path / f"course-{CANARY}"
    for group, tree in (("public", "((3 12) (2 4))\n"), ("hidden", f"((1 2) (3 {BESIDE}=4)) # {CANARY}\n")):
        folder = course / f"cases-{CANARY}" / group
        folder.mkdir(parents=True)
        (folder / f"{group}-case.txt").write_text(tree)
    (course / "plan.toml").write_text(PLAN)
    (course / f"notes-{CANARY}.txt").write_text(CANARY)
    submissions = course / "class"
    (submissions / "ada").mkdir(parents=True)
    (submissions / "ada/spy.py").write_text(SPY)
    (submissions / f"{CANARY}-bo").mkdir()
    (submissions / f"{CANARY}-bo/spy.py").write_text("print(1)")
    let_pass(course)
    results = course / f"results-{CANARY}"
    formats = ("--format", "gradescope", "--format", "junit", "--format", "text")
    call = ("grade", "run", course / "plan.toml", submissions, "-o", results, *formats)
    done = run(*call, env={"API_TOKEN": CANARY, f"{CANARY}_NAME": "x"})
    assert done.returncode == 0, done
    student = results / "students/ada"
    marks = json.loads((student / "result.json").read_text())["marks"]
    assert [(mark["status"], mark["log"]) for mark in marks] == [("wrong", "")] * 2, marks
    given = sorted(path.name for path in student.iterdir() if path.name != "result.json")
    assert given == ["feedback.html", "feedback.md", "feedback.txt", "gradescope.json", "junit.xml"]
    for name in given:
        text = (student / name).read_text()
        assert CANARY not in text
        assert BESIDE not in text, name


def test_the_spy_finds_it_where_there_is_no_box(tmp_path: Path) -> None:
    """So it is the box that hides it."""
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases/one.txt").write_text("((3 12) (2 4))\n")
    lines = ('game = "tree"', "[cases]", 'public = ["cases"]', "[program]", 'run = ["python3", "spy.py"]')
    (tmp_path / "plan.toml").write_text("\n".join(lines))
    look = "for pid in os.listdir('/proc'): look('process', read(f'/proc/{pid}/environ'))\nsys.exit(f'FOUND {found}')\n"
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada/spy.py").write_text(SPY.partition("for top in")[0] + look)
    call = ("grade", "one", tmp_path / "plan.toml", tmp_path / "ada", "--sandbox", "none", "--format", "json")
    words = [PROGRAM, *map(str, call), "--i-trust-these-programs"]
    done = run_command(words, env={"API_TOKEN": CANARY})  # a forked process would not show its environment
    assert "FOUND ['process: " in done.stdout, done
