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

from checkers_ab.grading import grade as grade_module
from checkers_ab.grading.gather import gather
from checkers_ab.grading.plan import GradingPlan, PlannedCase
from checkers_ab.grading.submissions import Submission
from checkers_ab.grading.workers import Task, attempt
from checkers_ab.sandbox.box import Box, Job
from checkers_ab.sandbox.detect import find_box
from checkers_ab.sandbox.files import RefusedError
from checkers_ab.sandbox.limits import Limits
from checkers_ab.sandbox.processes import pids_of_tree
from checkers_ab.sandbox.supervise import BoxError, Outcome
from checkers_ab.sandbox.timer import TooSlowError, at_most
from checkers_ab.sandbox.workspace import Workspace, is_root
from tests.support import ROOT, let_pass, need_program

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
            except (RefusedError, OSError):
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


def kill_first(parent: int, name: bytes, times: int) -> int:
    """Kills the first processes of a name below this one, as an administrator or a short memory might."""
    killed = 0
    end = time.monotonic() + 120  # the second run waits until no other program runs
    while killed < times and time.monotonic() < end:
        for pid in pids_of_tree(parent):
            with suppress(OSError):
                if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(name):
                    os.kill(pid, signal.SIGKILL)
                    killed += 1
                    time.sleep(0.2)
                    break
    return killed


@pytest.mark.parametrize("times", [1, 2])
def test_a_kill_that_was_not_ours_is_nobodys_mark(times: int, box: Box) -> None:
    seconds = "1.7777" if times == 1 else "20.7777"  # long enough to be found on a busy machine
    with ThreadPoolExecutor(1) as pool:
        killing = pool.submit(kill_first, os.getpid(), f"sleep\0{seconds}".encode(), times)
        if times == 1:
            done = shell(box, f"exec sleep {seconds}")
            assert done.status == "", done
        else:
            with pytest.raises(BoxError, match="killed twice"):
                shell(box, f"exec sleep {seconds}", limits=replace(LIMITS, time=20))
        assert killing.result() == times


@pytest.mark.parametrize("script", ["exit 137", "exec python3 -c 'import os; os._exit(137)'"])
def test_exit_code_137_is_the_programs_own_and_no_kill(script: str, box: Box) -> None:
    done = shell(box, script)
    assert done.status == "exit code 137", done


def test_a_program_that_kills_itself_is_listed_and_not_marked(box: Box) -> None:
    with pytest.raises(BoxError, match="killed twice, and not for a limit"):
        shell(box, "kill -KILL $$")


def test_a_loop_is_a_time_limit_even_under_load(box: Box) -> None:
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(shell, box, "while :; do :; done", limits=replace(LIMITS, time=0.3)) for _ in range(8)]
        assert {run.result().status for run in runs} == {"time limit"}


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
