"""Attacks that take more than one program: races, build tricks, channels between boxes, kills, the judge."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from checkers_ab.core.errors import InputError
from checkers_ab.grading import grade as grade_module
from checkers_ab.grading.judge import TooSlowError, at_most
from checkers_ab.grading.plan import GradingPlan, PlannedCase
from checkers_ab.grading.submissions import Submission, gather
from checkers_ab.grading.workers import Task, attempt
from checkers_ab.sandbox.box import Box, Job
from checkers_ab.sandbox.bubblewrap import find_box
from checkers_ab.sandbox.limits import Limits
from checkers_ab.sandbox.processes import pids_of_tree
from checkers_ab.sandbox.supervise import Outcome
from checkers_ab.sandbox.workspace import Workspace, is_root
from tests.support import ROOT, let_pass, need_program, run

LIMITS = Limits(time=3, memory=300, output=4, processes=32, disk=16)
LARGE = replace(LIMITS, time=30, memory=2000, disk=64, output=32, processes=100)


@pytest.fixture(scope="module")
def box() -> Box:
    need_program("bwrap")
    return find_box("bwrap")


def shell(
    box: Box, script: str, *, limits: Limits = LIMITS, build: str = "", files: dict[str, str] | None = None
) -> Outcome:
    """Builds and runs a shell script in boxes."""
    with Workspace() as workspace:
        program = workspace.folder / "program"
        program.mkdir()
        for name, text in (files or {}).items():
            (program / name).write_text(text)
        if build:
            job = Job(workspace=workspace, command=["/bin/sh", "-c", build], limits=limits, environment={})
            done = box.build(job, source=program, target=workspace.folder / "built")
            if done.status:
                return done
            program = workspace.folder / "built"
        job = Job(workspace=workspace, command=["/bin/sh", "-c", script], limits=limits, environment={})
        return box.run(job, program=program)


# Races


@pytest.mark.parametrize("one_by_one", [False, True])
def test_a_file_that_turns_into_a_link_again_and_again_is_never_followed(one_by_one: bool, tmp_path: Path) -> None:
    secret, folder, stop = tmp_path / "secret", tmp_path / "ada", threading.Event()
    secret.write_text("SECRET")
    secret.chmod(0o600)
    folder.mkdir()
    (folder / "hw4.c").write_text("int main;")
    files = (("hw4.c", str(folder / "hw4.c")),) if one_by_one else ()

    def swap() -> None:
        while not stop.is_set():
            (folder / "new").symlink_to(secret)
            (folder / "new").rename(folder / "hw4.c")
            (folder / "new").write_text("int main;")
            (folder / "new").rename(folder / "hw4.c")

    thread = threading.Thread(target=swap)
    thread.start()
    refused = 0
    try:
        for number in range(300):
            target = tmp_path / f"target{number}"
            try:
                gather(Submission("ada", str(folder), files=files), target, Limits())
            except (InputError, OSError):
                refused += 1
            copied = [path.read_text() for path in target.glob("*")]
            assert "SECRET" not in copied
    finally:
        stop.set()
        thread.join()
    assert refused
    assert secret.stat().st_mode & 0o777 == 0o600


# Build tricks


LOOK_AROUND = "(env; ls /; cat /proc/1/environ; ls -R /home /root /work; cat /etc/shadow) > found 2>&1"
PRELOADED = "echo 'int getuid(void) { return 0; }' > p.c; gcc -shared -fPIC p.c -o p.so"
PLUGIN = "echo 'int plugin_is_GPL_compatible; int plugin_init() { return 1; }' > p.c; gcc -shared -fPIC p.c -o p.so"
SOCKET = "mkfifo pipe; python3 -c \"import socket; socket.socket(socket.AF_UNIX).bind('end')\""
BUILDS = {
    "a Makefile that looks around": ("make", "cat found", {"Makefile": f"all:\n\t{LOOK_AROUND}; true\n"}),
    "links": ("ln -s /etc/shadow a; ln -s / b; ln -s /proc/1/root c", "cat a b/etc/shadow c/etc/shadow 2>&1; true", {}),
    "a fifo and a socket": (SOCKET, "ls", {}),
    "sitecustomize": ("cp a sitecustomize.py", "PYTHONPATH=. python3 -c pass 2>&1; true", {"a": "open('/etc/shadow')"}),
    "LD_PRELOAD": (PRELOADED, "LD_PRELOAD=./p.so sh -c 'id -u; cat /etc/shadow' 2>&1; true", {}),
    "a plugin of the compiler": (f"{PLUGIN}; gcc -fplugin=./p.so p.c -c; true", "ls", {}),
}


@pytest.mark.parametrize("name", BUILDS)
def test_a_build_reaches_nothing_outside(name: str, box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANARY_TOKEN", "canary-5150")
    build, script, files = BUILDS[name]
    for program in {"gcc", "make"} & set(build.split()):
        need_program(program)
    done = shell(box, script, build=build, files=files)
    assert done.status == "", done
    for secret in (b"root:", b"canary-5150", str(ROOT).encode()):
        assert secret not in done.stdout, done.stdout


def test_what_a_build_leaves_is_bounded(box: Box) -> None:
    many = shell(box, "true", build="for i in $(seq 2100); do : > $i; done")
    assert many.status == "what it left can't be used: the folder holds more than 2,000 files"
    deep = shell(box, "true", build="for i in $(seq 60); do mkdir d; cd d; done")
    assert deep.status.startswith("what it left can't be used: there are more than")


# Channels between boxes


def test_a_lock_in_a_box_is_not_seen_outside(box: Box) -> None:
    take = "import fcntl, time; f = open('/usr/bin/sleep'); fcntl.flock(f, 2); print(1, flush=True); time.sleep(1)"
    with ThreadPoolExecutor(1) as pool, open("/usr/bin/sleep", "rb") as stream:
        taking = pool.submit(shell, box, f'exec python3 -c "{take}"')
        end = time.monotonic() + 20
        while not taking.done() and time.monotonic() < end:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.flock(stream, fcntl.LOCK_UN)
            time.sleep(0.02)
        assert taking.result().stdout == b"1\n"


POOL = "import multiprocessing as m; p = m.Pool(2); print(p.map(abs, [-1])); p.close()"
SQLITE = "import sqlite3; d = sqlite3.connect('d'); d.execute('create table t (a)'); d.commit()"
JAVA = "class A { public static void main(String[] a) { System.out.println(1); } }"
TOOLS = {
    "gcc": ("echo 'int main(void) { return 0; }' > a.c && gcc a.c -o a && ./a", "gcc"),
    "g++": ("printf '#include <iostream>\\nint main() { std::cout << 1; }' > a.cc && g++ a.cc -o a && ./a", "g++"),
    "make": ("printf 'all: a b\\na b:\\n\\ttrue\\n' > Makefile && make -j2", "make"),
    "python": (f"python3 -c '{POOL}'", "python3"),
    "asyncio": ("python3 -c 'import asyncio; asyncio.run(asyncio.sleep(0))'", "python3"),
    "sqlite": (f'python3 -c "{SQLITE}" && test -s d', "python3"),
    "perl": ("perl -e 'use Fcntl; open(F, \">f\"); flock(F, 2) or die; print 1'", "perl"),
    "node": ('node -e \'require("child_process").execSync("true"); console.log(1)\'', "node"),
    "java": (f"printf '{JAVA}' > A.java && javac A.java && java A", "javac"),
}


@pytest.mark.parametrize("name", TOOLS)
def test_what_people_use_still_works(name: str, box: Box) -> None:
    script, program = TOOLS[name]
    need_program(program)
    done = shell(box, "cp -r . /tmp/w; cd /tmp/w; " + script, limits=LARGE)
    assert done.status == "", done


CARGO = """
import json, sys
from checkers_ab.sandbox.bubblewrap import Bubblewrap
from tests.attacks.test_more_attacks import LARGE, shell
build = "cargo init --quiet --vcs none --name hello . && cargo build --quiet --offline -j2 && ./target/debug/hello"
script = f"export CARGO_HOME=/tmp/c PATH={sys.argv[1]}/bin:$PATH; {build}"
done = shell(Bubblewrap(bind=[sys.argv[1]]), script, limits=LARGE)
json.dump([done.status, done.stdout.decode(), done.stderr], sys.stdout)
"""


@pytest.mark.skipif(not is_root(), reason="only root can show a folder of its own to the user of a box")
def test_cargo_still_works(tmp_path: Path) -> None:
    """The toolchain may be in root's own folder: it is shown at another place, in a mount namespace of the test."""
    need_program("bwrap")
    if shutil.which("cargo") is None:
        pytest.skip("cargo is not installed: Debian's package is half a gigabyte")
    let_pass(tmp_path)
    asked = ["rustc", "--print", "sysroot"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found
    toolchain = found.stdout.strip()
    script = 'mount --bind "$1" "$2" && exec "$3" -c "$4" "$2"'
    command = ["unshare", "--mount", "sh", "-c", script, "sh", toolchain, str(tmp_path), sys.executable, CARGO]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    assert json.loads(done.stdout)[:2] == ["", "Hello, world!\n"], done


# Kills that were not ours


def kill_first(parent: int, name: bytes) -> bool:
    """Kills the first process of a name below this one, as an administrator or a short memory might."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for pid in pids_of_tree(parent):
            with suppress(OSError):
                if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(name):
                    os.kill(pid, signal.SIGKILL)
                    return True
    return False


def test_a_kill_that_was_not_ours_is_said(box: Box) -> None:
    with ThreadPoolExecutor(1) as pool:
        killing = pool.submit(kill_first, os.getpid(), b"sleep\x0020.7777")
        assert shell(box, "exec sleep 20.7777", limits=replace(LIMITS, time=20)).status == "killed"
        assert killing.result()


@pytest.mark.parametrize("script", ["kill -KILL $$", "exit 137", "exec python3 -c 'import os; os._exit(137)'"])
def test_a_program_that_kills_itself_is_killed_and_so_is_exit_code_137(script: str, box: Box) -> None:
    """Bubblewrap reports both as 137."""
    assert shell(box, script).status == "killed"


PLAN = """
game = "tree"
[cases]
public = ["cases"]
[program]
build = "sh build.sh"
run = ["sh", "hw4.sh"]
"""
KILLS = {
    "ada": ("true", "if grep -q 3; then kill -9 $$; fi; exit 3"),
    "bo": ("true", "exit 137"),
    "cyd": ("kill -9 $$", "true"),
    "dee": ("true", "exit 3"),
}


def test_whose_program_was_killed_is_said_everywhere(tmp_path: Path) -> None:
    need_program("bwrap")
    for name, tree in (("one", "((1 2) (4 5))\n"), ("two", "((3 12) (2 4))\n")):
        (tmp_path / "cases").mkdir(exist_ok=True)
        (tmp_path / f"cases/{name}.txt").write_text(tree)
    (tmp_path / "plan.toml").write_text(PLAN)
    for name, scripts in KILLS.items():
        (tmp_path / "class" / name).mkdir(parents=True)
        for file, script in zip(("build.sh", "hw4.sh"), scripts, strict=True):
            (tmp_path / "class" / name / file).write_text(script)
    for _ in range(2):  # the second run finds the results of the first
        done = run("grade", "run", tmp_path / "plan.toml", tmp_path / "class", "-o", tmp_path / "results")
        assert done.returncode == 1, done
        by = "by itself, or by somebody else"
        assert f"ada: its program was killed in two, and not for a limit: {by}\n" in done.stderr
        assert f"bo: its program was killed in one, two, and not for a limit: {by}\n" in done.stderr
        assert f"cyd: its build was killed, and not for a limit: {by}\n" in done.stderr
        assert "dee: " not in done.stderr
        assert "4 of 4 graded" in done.stdout
    rows = [line.split(",")[:4] for line in (tmp_path / "results/grades.csv").read_text().splitlines()[1:]]
    assert rows == [[name, "0", "20", "killed"] for name in ("ada", "bo", "cyd")] + [["dee", "0", "20", "exit code 3"]]
    assert (tmp_path / "results/report.html").read_text().count("killed") >= 3
    one = run("grade", "one", tmp_path / "plan.toml", tmp_path / "class/bo")
    assert (one.returncode, "killed" in one.stdout, "bo: its program was killed" in one.stderr) == (1, True, True)


# Judging


def count(most: int) -> int:
    return sum(1 for _ in range(most))


def test_work_that_takes_too_long_is_stopped() -> None:
    said = r"counting took more than 0\.1 seconds of the processor"
    with pytest.raises(TooSlowError, match=said), at_most(0.1, "counting"):
        count(10**8)
    assert signal.getitimer(signal.ITIMER_PROF)[0] == 0
    with at_most(60, "counting"):
        assert count(10) == 10


def test_work_that_takes_too_long_in_a_finalizer_is_stopped_after_it() -> None:
    class Slow:
        def __init__(self) -> None:
            self.counted = 0

        def __del__(self) -> None:
            self.counted = count(10**8)

    with pytest.raises(TooSlowError), at_most(0.1, "counting"):
        count(Slow().counted + 10**8)


def test_a_trace_that_keeps_the_judge_busy_is_not_graded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grade_module, "JUDGE_TIME", 0.05)
    board = (ROOT / "inputs/opening.txt").read_text()
    plan = GradingPlan(cases=(PlannedCase(name="opening", hidden=False, text=board, points=1.0),), traces="{case}.txt")
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada/opening.txt").write_text("A1: (6,1)=>(5,2).\n" * 100_000)
    answer = attempt(plan, None, Task(Submission("ada", str(tmp_path / "ada")), ""))
    assert answer == "judging the trace of opening took more than 0.05 seconds of the processor"
