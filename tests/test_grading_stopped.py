"""A class whose grading is stopped, killed or sent to a cluster: every result is the one that it would have had."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from checkers_ab.core.errors import InputError
from checkers_ab.grading import cluster as dask_cluster
from checkers_ab.grading.planfile import load_plan
from checkers_ab.grading.submissions import Submission
from checkers_ab.grading.workers import Task
from checkers_ab.sandbox.processes import children_of, usable_cores
from tests.grading_classes import grades, small_class, traces_plan, wait_for_results
from tests.shared import Undisturbed
from tests.support import PROGRAM, need_program, refused, run, tree, wait_until


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_stopped_in_the_middle_and_continued(number: signal.Signals, undisturbed: Undisturbed, tmp_path: Path) -> None:
    plan, submissions, whole = undisturbed.plan, undisturbed.submissions, undisturbed.results
    ended = tmp_path / "ended"
    with subprocess.Popen(
        [PROGRAM, "grade", "run", plan, submissions, "-o", ended, "--jobs", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        wait_for_results(ended, 4)
        process.send_signal(number)
        process.wait(timeout=60)
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
    assert not (ended / "grades.csv").exists()
    finished = {path: path.stat().st_mtime_ns for path in ended.glob("students/*/result.json")}
    assert 4 <= len(finished) < 12
    done = run("grade", "run", plan, submissions, "-o", ended)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("(as before)") == len(finished)
    assert {path: path.stat().st_mtime_ns for path in finished} == finished
    assert (ended / "grades.csv").read_bytes() == (whole / "grades.csv").read_bytes()
    assert sorted(tree(ended)) == sorted(tree(whole)), "nothing half-written is left"


def test_a_worker_that_dies_loses_nothing(undisturbed: Undisturbed, tmp_path: Path) -> None:
    plan, submissions = undisturbed.plan, undisturbed.submissions
    with subprocess.Popen(
        [PROGRAM, "grade", "run", plan, submissions, "-o", tmp_path / "results", "--jobs", "2"],
        stdout=subprocess.DEVNULL,
    ) as process:
        wait_for_results(tmp_path / "results", 2)
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
        assert process.wait(timeout=60) == 0
    assert grades(tmp_path / "results") == grades(undisturbed.results)


@pytest.mark.parametrize("more", [0, 1])
def test_with_as_many_jobs_as_cores_each_has_its_own(undisturbed: Undisturbed, tmp_path: Path, more: int) -> None:
    cores = set(usable_cores())
    call = ("grade", "run", undisturbed.plan, undisturbed.submissions, "-o", tmp_path / "results")
    with subprocess.Popen([PROGRAM, *call, "--jobs", str(len(cores) + more)], stdout=subprocess.DEVNULL) as process:
        wait_for_results(tmp_path / "results", 2)
        found = [os.sched_getaffinity(worker) for worker in workers_of(process.pid)]
        process.kill()
    assert len(found) == len(cores) + more
    assert sorted(map(sorted, found)) == ([sorted(cores)] * len(found) if more else [[core] for core in sorted(cores)])


def workers_of(pid: int) -> list[int]:
    """The processes that were forked, without those that run another program."""
    words = Path(f"/proc/{pid}/cmdline").read_bytes()
    return [child for child in children_of(pid) if Path(f"/proc/{child}/cmdline").read_bytes() == words]


def test_a_worker_that_hangs_keeps_neither_the_others_nor_the_results(undisturbed: Undisturbed, tmp_path: Path) -> None:
    """When the first process is killed: each worker watches it, and none has its lock."""
    call = ("grade", "run", undisturbed.plan, undisturbed.submissions, "-o", tmp_path / "results")
    with subprocess.Popen([PROGRAM, *call, "--jobs", "2"], stdout=subprocess.DEVNULL) as process:
        wait_for_results(tmp_path / "results", 2)
        first, last = sorted(workers_of(process.pid))
        for worker in (first, last):
            assert not sockets_of(worker) & sockets_of(process.pid), "no worker has an end of its own pipe or another's"
        os.kill(last, signal.SIGSTOP)
        try:
            process.kill()
            process.wait()
            wait_until(lambda: not is_alive(first), "the end of the other worker")
            assert run(*call).returncode == 0
        finally:
            os.kill(last, signal.SIGKILL)


def sockets_of(pid: int) -> set[str]:
    links = (os.readlink(path) for path in Path(f"/proc/{pid}/fd").iterdir() if path.is_symlink())
    return {link for link in links if link.startswith("socket:")}


def is_alive(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def test_only_what_has_changed_is_graded_again(tmp_path: Path) -> None:
    need_program("bwrap")
    plan, submissions = small_class(tmp_path, "ada", "cyd", "eli")
    call = ("grade", "run", plan, submissions, "-o", tmp_path / "results")
    assert "as before" not in run(*call).stdout
    with open(submissions / "ada/solver.py", "a") as stream:
        stream.write("# handed in again\n")
    again = run(*call).stdout.splitlines()
    assert sorted(again)[1:] == [
        "ada: 60 of 60",
        "cyd: 60 of 60 (as before)",
        "eli: 20 of 60, kings-count-one (as before)",
    ]
    redone = run(*call, "--redo", "cyd").stdout
    assert ("cyd: 60 of 60\n" in redone, redone.count("as before")) == (True, 2)
    refused(run(*call, "--redo", "cid"), "no submission is called 'cid'")
    plan.write_text(plan.read_text().replace("each = 10", "each = 20"))
    assert "ada: 120 of 120\n" in run(*call).stdout
    (tmp_path / "results/students/eli/result.json").write_text("{ half of it")
    assert run(*call).stdout.count("as before") == 2


# Elsewhere


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from distributed import LocalCluster

    started = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    yield started
    with warnings.catch_warnings(action="ignore"):  # it may end with a test that allows none
        started.close()


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_of_which_a_worker_is_killed_gives_the_same_grades(
    cluster: Any, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    plan, submissions = undisturbed.plan, undisturbed.submissions
    there = tmp_path / "there"
    call = [PROGRAM, "grade", "run", plan, submissions, "-o", there, "--dask", cluster.scheduler_address]
    with subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        wait_for_results(there, 2)
        os.kill(cluster.workers[0].process.pid, signal.SIGKILL)
        assert process.stderr is not None
        errors = process.stderr.read()
        assert process.wait(timeout=120) == 0, errors
    assert (there / "grades.csv").read_bytes() == (undisturbed.results / "grades.csv").read_bytes()
    assert sys.platform != "linux" or b"Traceback" not in errors


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_does_not_answer_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "PATIENCE", 0.5)
    plan = load_plan(str(traces_plan(tmp_path)[0]))
    with pytest.raises(InputError, match=r"no dask scheduler answers at tcp://127\.0\.0\.1:1: "):
        next(dask_cluster.grade_on_cluster("tcp://127.0.0.1:1", plan, "auto", (), iter([])))


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_marks_as_one_machine_does(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, submissions = traces_plan(tmp_path)
    ada = submissions / "ada"
    shutil.make_archive(str(submissions / "bo"), "zip", ada)
    shutil.copytree(ada, submissions / "cyd")
    (submissions / "cyd/a'b\n").touch()
    (submissions / "dee").mkdir()
    (submissions / "eli").mkdir()
    shutil.copy(submissions / "bo.zip", submissions / "eli/traces.zip")
    here, there = tmp_path / "here", tmp_path / "there"
    address = cluster.scheduler_address
    assert run("grade", "run", plan, submissions, "-o", here).returncode == 1
    assert run("grade", "run", plan, submissions, "-o", there, "--dask", address).returncode == 1
    assert (there / "grades.csv").read_bytes() == (here / "grades.csv").read_bytes()
    assert [row["score"] for row in grades(there).values()] == ["20", "20", "20", "0", "20"]
    for page in ("report.html", "students/ada/feedback.html"):
        assert (there / page).read_bytes() == (here / page).read_bytes()

    monkeypatch.setattr(dask_cluster, "program_key", lambda: "that of another version")
    task = Task(Submission("ada", str(ada)), "")
    ((_, answer),) = dask_cluster.grade_on_cluster(address, load_plan(str(plan)), "auto", (), iter([task]))
    assert answer == "the worker runs another version of checkers-ab", "after it was tried elsewhere"
