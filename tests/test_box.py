"""The boxes: what a program in one sees, what it may use, and how its end is named."""

from __future__ import annotations

import os
import re
import signal
import site
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import checkers_ab
from checkers_ab.cli.grade.doctor import examine
from checkers_ab.sandbox import sampling, seccomp
from checkers_ab.sandbox.box import Box, Job, OtherUser, Unboxed, fill
from checkers_ab.sandbox.bubblewrap import Bubblewrap, find_box, inside_of, own_files
from checkers_ab.sandbox.cgroup import Groups, find_groups
from checkers_ab.sandbox.folders import opened_folder
from checkers_ab.sandbox.launch import acting_as
from checkers_ab.sandbox.limits import Limits
from checkers_ab.sandbox.processes import (
    adopt_orphans,
    children_of,
    living_children,
    pids_of_tree,
    read_whole,
)
from checkers_ab.sandbox.sampling import ProcessTree, Usage
from checkers_ab.sandbox.supervise import BoxError, Outcome
from checkers_ab.sandbox.workspace import Workspace, is_root
from tests.support import ROOT, let_pass, need_program, wait_until

LIMITS = Limits(time=3, memory=200, output=1, processes=16, disk=8)
BOARD = ROOT / "inputs/assignment.txt"


@pytest.fixture(scope="module")
def bubblewrap() -> Box:
    need_program("bwrap")
    return find_box("bwrap")


@pytest.fixture
def grouped() -> Box:
    """Bubblewrap with a control group for each run, whatever that can limit here."""
    need_program("bwrap")
    groups, reason = find_groups()
    if groups is None:
        pytest.skip(reason)
    found = Bubblewrap()
    found.groups = groups
    return found


@pytest.fixture
def other_user() -> Box:
    if not is_root():
        pytest.skip("only root can be somebody else")
    return OtherUser()


@pytest.fixture
def box(request: pytest.FixtureRequest) -> Box:
    """The box of the kind that a test names."""
    found: Box = Unboxed() if request.param == "none" else request.getfixturevalue(request.param)
    return found


def try_out(
    box: Box, script: str, *, limits: Limits = LIMITS, files: dict[str, str] | None = None, output: str = "output.txt"
) -> tuple[Outcome, str, str]:
    """Runs a shell script in a box: how it ended, what it wrote to its output file, and what to stdout."""
    with Workspace() as workspace:
        program = workspace.folder / "program"
        program.mkdir()
        for name, text in {"script.sh": script, **(files or {})}.items():
            (program / name).write_text(text)
        job = Job(
            workspace=workspace,
            command=["/bin/sh", "script.sh"],
            limits=limits,
            environment={"LEVEL": "3"},
            input=BOARD.read_bytes(),
            input_name="input.txt",
            output_name=output,
        )
        done = box.run(job, program=program)
        return done, done.output.decode(errors="replace"), done.stdout.decode(errors="replace")


KINDS = ["bubblewrap", "other_user"]


@pytest.mark.parametrize("box", KINDS, indirect=True)
def test_a_program_reads_its_case_and_writes_its_output(box: Box) -> None:
    done, written, said = try_out(
        box, "cat input.txt > output.txt; cat; echo $LEVEL; touch new-file; cat data.txt", files={"data.txt": "mine\n"}
    )
    assert (done.status, written) == ("", BOARD.read_text()), done
    assert said == BOARD.read_text() + "3\nmine\n"


ENDS = {
    "time limit": "while :; do :; done",
    "process limit": "for i in $(seq 40); do sleep 20 & done; wait",
    "memory limit": "exec python3 -c 'x = bytearray(10**9)'",
    "output limit": "exec head -c 5000000 /dev/urandom",
    "exit code 3": "exit 3",
    "crashed with signal 11": "kill -SEGV $$",
    "exit code 127": "nonsense",
}


@pytest.mark.parametrize("box", [*KINDS, "grouped"], indirect=True)
@pytest.mark.parametrize("status", ENDS)
def test_every_end_has_its_status(box: Box, status: str) -> None:
    done, _, _ = try_out(box, ENDS[status], limits=replace(LIMITS, time=1.5))
    assert done.status == status, done


def test_a_process_is_born_in_its_group_as_its_user(grouped: Box) -> None:
    done, _, said = try_out(grouped, "cat /proc/self/cgroup; id -u; ls -l /proc/self/fd | wc -l")
    assert done.status == ""
    assert "0::/\n" in said, "its own group is all that it sees of groups"
    assert said.splitlines()[-1] == "5", "its streams, the folder that is listed, and a heading"
    grouped.groups = Groups("/nowhere", has_limits=False)
    with pytest.raises(OSError, match="/nowhere"):
        try_out(grouped, "true")


def test_a_spawner_that_dies_is_replaced(grouped: Box) -> None:
    assert try_out(grouped, "true")[0].status == ""
    killed = [pid for pid in children_of(os.getpid()) if b"spawner.py" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert killed
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not set(killed) & set(living_children()), "its end")
    assert try_out(grouped, "exit 3")[0].status == "exit code 3"


def test_other_ways_to_reach_a_limit(bubblewrap: Box) -> None:
    hidden = "python3 -c 'import time; x = bytearray(25 * 10**6); time.sleep(9)' &\n" * 12 + "wait"
    assert try_out(bubblewrap, hidden)[0].status == "memory limit", "all processes together"
    assert try_out(bubblewrap, "head -c 5000000 /dev/urandom > output.txt")[0].status == "output limit"
    assert (
        try_out(bubblewrap, "trap '' XFSZ; head -c 5000000 /dev/urandom > output.txt; exit 0")[0].status
        == "output limit"
    )
    assert try_out(bubblewrap, "head -c 5000000 /dev/urandom >&2")[0].status == "output limit"
    assert try_out(bubblewrap, "kill -STOP $$", limits=replace(LIMITS, time=0.3))[0].status == "time limit"
    deaf = "trap '' TERM INT HUP; sleep 5"
    assert try_out(bubblewrap, deaf, limits=replace(LIMITS, time=0.3))[0].status == "time limit"


@pytest.mark.parametrize("name", ["RssAnon: 0", "RssAnon: -9999999", "VmPTE: -9999999", "RssAnon: x"])
def test_memory_is_seen_whatever_the_name_of_the_process(name: str, bubblewrap: Box) -> None:
    script = f'import ctypes, time; ctypes.CDLL(None).prctl(15, b"{name}", 0, 0, 0); x = bytearray(150 * 10**6)'
    command = f"exec python3 -c '{script}; time.sleep(9)'"
    assert try_out(bubblewrap, command, limits=replace(LIMITS, memory=100))[0].status == "memory limit"


def test_memory_is_seen_while_threads_come_and_go() -> None:
    script = (
        "from threading import Thread\nx = b'x' * 10**8\nprint(1, flush=True)\nwhile True: Thread(target=int).start()"
    )
    with subprocess.Popen(["python3", "-c", script], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            process.stdout.read(1)
            tree = ProcessTree(process.pid)
            for _ in range(300):
                tree.sample()
                assert min(tree.memory, tree.shared_memory) > 10**8
        finally:
            process.kill()


def test_memory_that_is_moved_out_to_swap_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program can ask for that itself (MADV_PAGEOUT). Then neither RssAnon nor Pss has it."""

    def with_swap(path: str) -> bytes:
        text = read_whole(path)
        return text.replace(b"VmSwap:\t       0 kB", b"VmSwap:\t 1000000 kB") if path.endswith("/status") else text

    monkeypatch.setattr(sampling, "read_whole", with_swap)
    tree = ProcessTree(os.getpid())
    tree.sample()
    assert min(tree.memory, tree.shared_memory) > 10**9


@pytest.mark.parametrize("box", [*KINDS, "grouped"], indirect=True)
def test_a_program_has_no_huge_pages_and_can_lock_no_memory(box: Box) -> None:
    script = (
        "import ctypes, resource\n"
        "prctl = ctypes.CDLL(None).prctl\n"
        "print(prctl(42, 0, 0, 0, 0), prctl(41, 0, 0, 0, 0), prctl(42, 0, 0, 0, 0))\n"  # it is set, and stays so
        "print(resource.getrlimit(resource.RLIMIT_MEMLOCK))\n"
    )
    assert try_out(box, "exec python3 huge.py", files={"huge.py": script})[2] == "1 0 1\n(0, 0)\n"


def test_memory_that_is_shared_counts_once(bubblewrap: Box) -> None:
    script = "import os, time; x = bytearray(60 * 10**6); [os.fork() for _ in range(3)]; time.sleep(0.5)"
    assert try_out(bubblewrap, f"exec python3 -c '{script}'", limits=replace(LIMITS, memory=120))[0].status == ""


def test_a_crash_is_dumped_nowhere(bubblewrap: Box) -> None:
    script = "import resource as r\nr.setrlimit(r.RLIMIT_CORE, (0, 1))\nprint(r.getrlimit(r.RLIMIT_CORE))\n"
    said = try_out(bubblewrap, "exec python3 core.py", files={"core.py": script})[2]
    assert said == "(1, 1)\n"


def test_a_neighbour_that_takes_the_processors_changes_nothing(bubblewrap: Box) -> None:
    hog = "for i in $(seq 14); do (while :; do :; done) & done; wait"
    with ThreadPoolExecutor() as pool:
        limits = replace(LIMITS, time=2)
        taking = pool.submit(try_out, bubblewrap, hog, limits=limits)
        time.sleep(0.2)
        honest = "exec python3 -c 'import time\nwhile time.process_time() < 0.8: pass'"
        working = pool.submit(try_out, bubblewrap, honest, limits=limits)
        assert (taking.result()[0].status, working.result()[0].status) == ("time limit", "")


def test_waiting_for_a_processor_is_not_a_programs_fault(bubblewrap: Box) -> None:
    busy = "exec python3 -c 'import time\nwhile time.process_time() < 0.3: pass'"
    with ThreadPoolExecutor(8) as pool:
        runs = [pool.submit(try_out, bubblewrap, busy, limits=replace(LIMITS, time=0.6)) for _ in range(8)]
        ends = [(run.result()[0].status, run.result()[0].seconds) for run in runs]
    assert [status for status, _ in ends] == [""] * 8, ends


BUSY_THREAD = "import threading\ndef f():\n  while True: pass\nthreading.Thread(target=f).start()\nprint(1, flush=True)"


def is_ready(usage: Usage) -> bool:
    usage.tree.sample()
    return usage.tree.is_ready


@pytest.mark.parametrize("ready", [False, True])
def test_the_clock_stands_while_a_thread_waits_for_a_processor(ready: bool) -> None:
    """Whichever it is: the first thread of a compiler or of Java sleeps, and a build is one process after another."""
    script = BUSY_THREAD if ready else "print(1, flush=True); input()"
    command = ["python3", "-c", script]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            process.stdout.read(1)
            limits = Limits(time=1000)
            with Usage(process.pid, None, [], spare=0) as usage:
                wait_until(lambda: is_ready(usage) == ready, "its state")
                looks = [usage.over(limits, seconds) for seconds in (999.0, 1500.0, 2000.0, 2600.0, limits.longest + 1)]
        finally:
            process.kill()
    assert looks == (["", "", "", "", "time limit"] if ready else ["", "", "", "time limit", "time limit"])


def test_nothing_in_a_box_can_write_more_than_is_allowed(bubblewrap: Box) -> None:
    flood = "mkfifo output.txt; (head -c 30000000 /dev/urandom > output.txt) & exit 0"
    done, written, _ = try_out(bubblewrap, flood)
    assert (done.status, written) == ("", ""), "a fifo is no output"
    done, written, _ = try_out(bubblewrap, "(trap '' XFSZ; yes > output.txt); exit 0")
    assert (done.status, len(written)) == ("output limit", 1_000_000)
    told = "import sys; open('/dev/stdout', 'w').write('heard')"
    assert try_out(bubblewrap, f'exec python3 -c "{told}"')[2] == "heard"


REFUSED = {
    "output limit": "import signal; signal.signal(25, signal.SIG_IGN); open('f', 'wb').write(bytes(2 * 10**6))",
    "disk limit": "[open(str(i), 'wb').write(bytes(900000)) for i in range(20)]",
}


@pytest.mark.parametrize("status", REFUSED)
def test_what_the_system_refuses_is_named_as_the_limit(status: str, bubblewrap: Box) -> None:
    assert try_out(bubblewrap, "exec python3 f.py", files={"f.py": REFUSED[status]})[0].status == status


def test_a_run_sets_no_times_and_a_build_does(bubblewrap: Box) -> None:
    """A device is the same in every box, and its time would be a message from one run to another."""
    script = "touch -d 2001-02-03 a.txt; exec python3 -c 'import os, sys; sys.exit(os.stat(\"a.txt\").st_mtime > 1e9)'"
    assert try_out(bubblewrap, script, files={"a.txt": ""})[0].status == "exit code 1"
    with Workspace() as workspace:
        assert build(bubblewrap, workspace, script).status == ""


@pytest.mark.parametrize("box", KINDS, indirect=True)
def test_a_program_may_replace_its_output(box: Box) -> None:
    for script in (
        "rm output.txt; echo new > output.txt",
        "echo new > other; mv other output.txt",
        "echo new >output.txt",
    ):
        assert try_out(box, script)[1] == "new\n", script
    assert try_out(box, "rm output.txt")[1] == ""
    assert try_out(box, "rm output.txt; exit 3")[0].status == "exit code 3"
    assert try_out(box, "rm output.txt; head -c 5000000 /dev/urandom > output.txt")[0].status == "output limit"


def build(box: Box, workspace: Workspace, script: str, **environment: str) -> Outcome:
    """Runs a shell script as the build of what is in `source`."""
    source = workspace.folder / "source"
    source.mkdir(exist_ok=True)
    (source / "a.txt").write_text("one\n")
    command = ["/bin/sh", "-c", script]
    job = Job(workspace=workspace, command=command, limits=replace(LIMITS, output=8), environment=environment)
    return box.build(job, source=source, target=workspace.folder / "built")


def built_files(workspace: Workspace) -> dict[str, int]:
    """The names in what a build has left, each with the kind of its file."""
    built = workspace.folder / "built"
    return {str(path.relative_to(built)): stat.S_IFMT(path.lstat().st_mode) for path in built.rglob("*")}


@pytest.mark.parametrize("box", [*KINDS, "none"], indirect=True)
def test_what_a_build_leaves_may_be_linked(box: Box) -> None:
    script = "echo x > a; ln a b; ln -s a c; ln -s nowhere d; ln -s . loop; mkdir e; ln -s .. e/up; mkfifo f"
    with Workspace() as workspace:
        done = build(box, workspace, script)
        assert done.status == "", done
        kinds = built_files(workspace)
        assert (workspace.folder / "built/b").stat().st_nlink == 1, "a hard link becomes a file"
    assert {name for name, kind in kinds.items() if kind == stat.S_IFREG} == {"a", "b", "a.txt"}
    assert {name for name, kind in kinds.items() if kind == stat.S_IFLNK} == {"c", "d", "loop", "e/up"}
    assert "f" not in kinds


@pytest.mark.parametrize("box", [*KINDS, "none"], indirect=True)
def test_building_leaves_the_folder_as_it_is_then(box: Box) -> None:
    script = "tr a-z A-Z < a.txt > b.txt; chmod +x b.txt; echo shown; echo said >&2; exit $CODE"
    with Workspace() as workspace:
        assert build(box, workspace, script, CODE="0").status == ""
        assert {"a.txt", "b.txt"} <= set(built_files(workspace))
        assert not (workspace.folder / "source/b.txt").exists(), "the source is not touched"
        done = build(box, workspace, script, CODE="4")
        assert (done.status, "said" in done.stderr) == ("exit code 4", True)


def test_a_workspace_is_emptied_however_deep(other_user: Box) -> None:
    deep = "import os\nfor _ in range(1300): os.mkdir('d'); os.chdir('d')"
    assert try_out(other_user, "exec python3 deep.py", files={"deep.py": deep})[0].status == ""
    assert try_out(other_user, "echo well > output.txt")[1] == "well\n"


def test_orphans_are_adopted_only_while_a_program_runs(other_user: Box) -> None:
    assert try_out(other_user, "(setsid sleep 60 &) & echo done")[2] == "done\n"
    assert adopt_orphans(False) is False
    for pid in pids_of_tree(os.getpid())[1:]:
        with suppress(ChildProcessError):  # a child's own
            assert os.waitpid(pid, os.WNOHANG) == (0, 0), "a child that is left is not a zombie"


def test_what_another_user_leaves_elsewhere_is_swept(other_user: Box) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o1777)
        for name in (f"/tmp/left-by-a-test-{os.getpid()}", f"{folder}/left"):
            assert try_out(other_user, f"echo x > {name}; ls {name}")[2] == f"{name}\n"
            assert not os.path.exists(name)


@pytest.mark.parametrize("box", [*KINDS, "none"], indirect=True)
def test_what_can_not_be_started_is_said(box: Box) -> None:
    with Workspace() as workspace:
        (workspace.folder / "program").mkdir()
        job = Job(workspace=workspace, command=["./hw4"], limits=LIMITS, environment={})
        done = box.run(job, program=workspace.folder / "program")
    assert done.status == "could not be started"
    assert done.stderr == "./hw4: No such file or directory\n"


def test_the_box_shows_only_the_case_at_hand(bubblewrap: Box) -> None:
    said = try_out(bubblewrap, "ls / /box; id -u; id -G; ls /root /home /work /etc/shadow /tmp; cat /proc/1/cmdline")[2]
    lines = said.replace("\0", " ").splitlines()
    assert {"box", "proc", "usr"} <= set(lines)
    assert not {"root", "home", "work"} & set(lines)
    assert {"input.txt", "script.sh"} <= set(lines)
    assert "0" not in lines, "never root inside"
    assert not any("case.txt" in line or "workspaces" in line for line in lines)


def test_nothing_can_be_changed_and_nothing_lasts(bubblewrap: Box) -> None:
    places = "/ /dev /usr /etc /source /proc/1 /box /tmp /dev/shm"
    script = f"for p in {places}; do cp /dev/null $p/new 2>/dev/null && echo $p; done"
    assert try_out(bubblewrap, script)[2].split() == ["/box", "/tmp", "/dev/shm"]
    assert try_out(bubblewrap, "ls /box /tmp /dev/shm")[2].count("new") == 0


@pytest.mark.parametrize("box", [*KINDS, "none"], indirect=True)
def test_a_program_has_a_fresh_copy_of_its_files_each_time(box: Box) -> None:
    script = "cat log.txt; echo more > log.txt; mkdir data/new; cat log.txt > output.txt; ./tool.sh"
    files = {"log.txt": "old\n", "data/x": "", "tool.sh": "#!/bin/sh\necho runs\n", "input.txt": "not the board"}
    with Workspace() as workspace:
        program = workspace.folder / "program"
        for name, text in {"script.sh": script, **files}.items():
            (program / name).parent.mkdir(parents=True, exist_ok=True)
            (program / name).write_text(text)
        (program / "tool.sh").chmod(0o755)
        command = ["/bin/sh", "script.sh"]
        job = Job(workspace=workspace, command=command, limits=LIMITS, environment={}, output_name="output.txt")
        for _ in range(2):
            done = box.run(job, program=program)
            assert (done.status, done.stdout, done.output) == ("", b"old\nruns\n", b"more\n"), done


def test_disks_are_bounded_as_a_whole(bubblewrap: Box) -> None:
    script = (
        "for p in /box /tmp /dev/shm; do\n"
        "  for i in $(seq 60); do head -c 900000 /dev/urandom > $p/$i 2>/dev/null || break; done; du -sk $p\n"
        "done"
    )
    done, _, said = try_out(bubblewrap, script)
    assert done.status == ""
    in_box, *elsewhere = (int(line.split()[0]) for line in said.splitlines())
    assert in_box <= 8_000
    assert len(elsewhere) == 2
    assert max(elsewhere) <= 16_000


@pytest.mark.parametrize("box", KINDS, indirect=True)
def test_nothing_outlives_its_run(box: Box) -> None:
    mark = f"61.{os.getpid()}"
    script = f"(setsid setsid sleep {mark} >/dev/null 2>&1 &) & sleep 0.2; echo done"
    assert try_out(box, script)[2] == "done\n"
    wait_until(lambda: subprocess.run(["pgrep", "-f", f"sleep {mark}"], check=False).returncode == 1, "its end")


def test_what_is_secret_is_hidden_where_the_box_would_show_it(tmp_path: Path) -> None:
    need_program("bwrap")
    assert inside_of(["/usr", "/opt"], ["/usr/share", "/usr", "/tmp", "/usr/nowhere"]) == ["/usr/share"]
    said = try_out(Bubblewrap(hide=["/usr/share"]), "ls -A /usr/share; cp /dev/null /usr/share/x")
    assert said[2] == ""
    assert "Read-only" in said[0].stderr
    (tmp_path / "real/course").mkdir(parents=True)
    (tmp_path / "real/course/hidden.txt").touch()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    let_pass(tmp_path / "real/course")
    linked = Bubblewrap(bind=[str(tmp_path / "link")], hide=[str(tmp_path / "real/course")])
    said = try_out(linked, f"ls {tmp_path}/link {tmp_path}/link/course")
    assert said[2].split() == [f"{tmp_path}/link:", "course", f"{tmp_path}/link/course:"]
    package = str(Path(checkers_ab.__file__).parent)
    hidden = Bubblewrap(bind=[str(Path(package).parent), *site.getsitepackages()]).hidden
    assert package in hidden
    assert any(path.endswith(".dist-info") for path in hidden), "the list of its files"
    assert all("checkers_ab" in os.path.basename(path) or "mypyc" in path for path in hidden)


def test_another_copy_that_is_installed_is_hidden_too(tmp_path: Path) -> None:
    place = tmp_path / "python3/dist-packages"
    info = place / "checkers_ab-0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: checkers-ab\nVersion: 0\n")
    files = ("a__mypyc.so", "checkers_ab/__init__.py", "checkers_ab-0.dist-info/RECORD", "../../bin/x", "__pycache__/x")
    for file in map(place.joinpath, files):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    (info / "RECORD").write_text("".join(f"{file},,\n" for file in files))
    sources = place.parent / "site-packages/checkers_ab.egg-info"  # as a build leaves it beside the sources
    sources.mkdir(parents=True)
    (sources / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: checkers-ab\nVersion: 0\n")
    (sources / "SOURCES.txt").write_text("README.md\n")
    (sources.parent / "README.md").touch()
    found = [path for path in own_files([f"{tmp_path}/python*/*-packages"]) if str(tmp_path) in path]
    assert [os.path.relpath(path, place) for path in found] == ["a__mypyc.so", "checkers_ab", "checkers_ab-0.dist-info"]


@pytest.mark.skipif(not is_root(), reason="only root can be somebody else")
def test_a_process_that_root_starts_for_a_user_keeps_nothing_of_root() -> None:
    before = (os.getresuid(), os.getresgid(), os.getgroups())
    with acting_as(59_950):
        said = subprocess.run(["cat", "/proc/self/status"], capture_output=True, text=True, check=True).stdout
    lines = dict(line.split(":", 1) for line in said.splitlines())
    assert lines["Uid"].split() == lines["Gid"].split() == ["59950"] * 4
    assert lines["Groups"].split() == []
    assert int(lines["CapPrm"], 16) == int(lines["CapEff"], 16) == 0
    assert (os.getresuid(), os.getresgid(), os.getgroups()) == before


def defunct(user: int, count: int) -> list[int]:
    """Processes of a user that have ended, and that nobody has waited for."""
    pids = []
    for _ in range(count):
        pids.append(os.fork())
        if pids[-1] == 0:
            os.setresuid(user, user, user)
            os._exit(0)
    for pid in pids:
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    return pids


@pytest.mark.skipif(not is_root(), reason="only root can be somebody else")
def test_defunct_processes_of_its_user_do_not_keep_a_box_from_starting(
    bubblewrap: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They count against a limit that is set before bubblewrap starts; so it is set later, on the program."""
    user, most = 58_900, 8
    limited = [f"--nproc={most}:{most}", *["bwrap", "--unshare-all", "--unshare-user", "--ro-bind", "/", "/", "true"]]
    become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "prlimit", *limited]
    pids = defunct(user, most - 1)
    try:
        failed = subprocess.run(become, capture_output=True, text=True, check=False)
    finally:
        for pid in pids:
            os.waitpid(pid, 0)
    assert "Creating new namespace failed: Resource temporarily unavailable" in failed.stderr
    assert subprocess.run(become, check=False).returncode == 0, "without them there is room for it"
    monkeypatch.setattr("checkers_ab.sandbox.box.RETRIES", ())
    few = replace(LIMITS, processes=2)
    with Workspace() as workspace:
        pids = defunct(workspace.uid, 4 * few.processes + 40)
        try:
            (workspace.folder / "program").mkdir()
            job = Job(workspace=workspace, command=["true"], limits=few, environment={})
            assert bubblewrap.run(job, program=workspace.folder / "program").status == ""
        finally:
            for pid in pids:
                os.waitpid(pid, 0)


def test_a_process_that_can_not_be_had_is_not_the_programs_fault(
    bubblewrap: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the user has too many, bubblewrap may fail late: after it has filled the box."""
    said = "bwrap: Can't fork for pid 1: Resource temporarily unavailable\n"
    failed = Outcome(status="could not be started", stderr=said)
    monkeypatch.setattr("checkers_ab.sandbox.box.RETRIES", ())
    monkeypatch.setattr("checkers_ab.sandbox.bubblewrap.supervise", lambda *_: failed)
    with pytest.raises(BoxError, match="Can't fork for pid 1"):
        try_out(bubblewrap, "true")


def test_boxes_at_the_same_time_have_workspaces_of_their_own() -> None:
    with Workspace() as first, Workspace() as second:
        assert first.folder != second.folder
        assert not is_root() or first.uid != second.uid
        (first.folder / "left").touch()
        folder = first.folder
    assert not folder.exists()


@pytest.mark.parametrize("path", sorted((ROOT / "checkers_ab/sandbox").glob("*.py")), ids=lambda path: path.stem)
def test_the_sandbox_knows_neither_games_nor_grading(path: Path) -> None:
    text = path.read_text()
    layers = set(re.findall(r"^\s*(?:from|import) checkers_ab\.(\w+)", text, re.MULTILINE))
    assert layers <= {"core", "sandbox"}
    words = set(re.findall("[a-z]+", text.lower()))
    assert not words & {"board", "boards", "cases", "grading", "judge", "mark", "marks", "plan", "submission", "trace"}


def test_no_program_runs_apart_without_a_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp, "LIBRARY", "libnowhere.so")
    seccomp.library.cache_clear()
    try:
        for kind in ("auto", "bwrap", "any"):
            with pytest.raises(BoxError, match="apt-get install libseccomp2"):
                find_box(kind)
        assert isinstance(find_box("none"), Unboxed)
        checks, box = examine()
        assert box is None
        assert {check.name for check in checks if not check.is_promised} == {"bubblewrap", "seccomp"}
    finally:
        seccomp.library.cache_clear()
        sampling.can_count_time.cache_clear()


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(BoxError, match="bubblewrap is not installed"):
        find_box("auto")
    monkeypatch.setattr("checkers_ab.sandbox.bubblewrap.is_root", lambda: False)
    with pytest.raises(BoxError, match="either bubblewrap or root's rights"):
        find_box("any")
    monkeypatch.setattr("checkers_ab.sandbox.bubblewrap.is_root", lambda: True)
    assert isinstance(find_box("any"), OtherUser)
    assert isinstance(find_box("none"), Unboxed)
    monkeypatch.setattr("sys.platform", "darwin")
    for kind in ("auto", "none"):
        with pytest.raises(BoxError, match="on Linux only"):
            find_box(kind)


@pytest.mark.parametrize("step", [fill, opened_folder])
def test_a_box_that_is_killed_before_its_program_starts_is_made_again(
    step: Callable[..., Any], bubblewrap: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    kills: list[int] = []

    def kill_first(*arguments: Any) -> Any:
        if not kills and (step is fill or "newroot" in str(arguments[0])):
            boxes = [pid for pid in pids_of_tree(os.getpid()) if Path(f"/proc/{pid}/comm").read_text() == "bwrap\n"]
            kills.append(boxes[-1])
            os.kill(kills[0], signal.SIGKILL)
            wait_until(lambda: not os.path.exists(f"/proc/{kills[0]}"), "the end of the box")
        return step(*arguments)

    monkeypatch.setattr(f"checkers_ab.sandbox.bubblewrap.{step.__name__}", kill_first)
    assert try_out(bubblewrap, "echo well")[2] == "well\n"
    assert kills


def test_a_box_that_can_not_be_made_is_the_machines_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_program("bwrap")
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\nprintf 'no namespaces \\033[1mhere\\n' >&2; exit 1\n")
    broken.chmod(0o755)
    let_pass(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(BoxError) as caught:
        find_box("bwrap")
    assert str(caught.value) == r"bubblewrap can't make a box here: no namespaces \x1b[1mhere"


def test_a_folder_for_further_programs_can_be_bound(tmp_path: Path) -> None:
    need_program("bwrap")
    (tmp_path / "tool").touch()
    let_pass(tmp_path)
    assert try_out(Bubblewrap([str(tmp_path)]), f"ls {tmp_path}")[2] == "tool\n"
    shared = Path("/var/lib")
    with_it = try_out(Bubblewrap(["/var/lib"]), "ls -d /var/lib/dpkg")
    assert with_it[2] == "/var/lib/dpkg\n" or not (shared / "dpkg").exists()
    assert try_out(Bubblewrap(), "ls -d /var/lib")[0].status != ""
