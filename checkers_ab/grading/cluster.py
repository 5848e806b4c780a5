"""Grading on the workers of a dask cluster. A task carries its submission, so no files need to be shared."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from checkers_ab.core.errors import InputError
from checkers_ab.core.text import printable
from checkers_ab.grading.grade import program_key
from checkers_ab.grading.mark import SubmissionResult
from checkers_ab.grading.plan import GradingPlan
from checkers_ab.grading.submissions import Submission, copy_files
from checkers_ab.grading.workers import READABLE, TRIES, Graded, Task, attempt
from checkers_ab.sandbox.box import Box
from checkers_ab.sandbox.bubblewrap import find_box
from checkers_ab.sandbox.folders import opened_folder, walk_folder
from checkers_ab.sandbox.limits import MEGABYTE
from checkers_ab.sandbox.supervise import BoxError
from checkers_ab.sandbox.unpack import unpack

AHEAD = 2
"""Tasks sent for each thread of the cluster, so that no thread waits for the next one."""
PATIENCE = 10
"""Seconds in which the cluster must answer."""

Content = bytes | list[tuple[str, bool, bytes | None]]
"""A submission to send: the bytes of an archive, or files as (path, executable, bytes); None for those of a folder."""


@dataclass(frozen=True, slots=True)
class _PackedTask:
    """A submission to send, and the addresses of workers that could not grade it."""

    task: Task
    content: Content
    failed_at: tuple[str, ...] = ()


class _Cluster:
    """The tasks that a cluster works on."""

    def __init__(self, client: Any, plan: GradingPlan, sandbox: str, hide: Sequence[str]) -> None:
        from distributed import as_completed

        self.client = client
        self.settings = (plan, sandbox, tuple(hide), program_key())
        self.done = as_completed(loop=client.loop)
        self.running: dict[str, _PackedTask] = {}

    def send(self, packed: _PackedTask) -> None:
        """Sends a task to any worker; if workers have failed at it, rather to another one."""
        others = [address for address in self.client.nthreads() if address not in packed.failed_at]
        where = {"workers": others, "allow_other_workers": True} if packed.failed_at and others else {}
        future = self.client.submit(grade_packed, *self.settings, packed.task, packed.content, pure=False, **where)
        self.running[future.key] = packed
        self.done.add(future)

    def receive(self) -> Graded | None:
        """The next submission that has ended, with its result or a reason; None if it is tried again."""
        future = next(self.done)
        packed = self.running.pop(future.key)
        try:
            address, answer = future.result()
        except Exception as error:  # dask has given up after too many dead workers, or the cluster is gone
            reason = printable((str(error) or type(error).__name__).splitlines()[0])
            return packed.task.submission, f"it could not be graded on the cluster: {reason}"
        failed_at = (*packed.failed_at, address)
        if isinstance(answer, SubmissionResult) or len(failed_at) == TRIES:
            return packed.task.submission, answer
        self.send(_PackedTask(packed.task, packed.content, failed_at))
        return None


def grade_on_cluster(
    address: str, plan: GradingPlan, sandbox: str, hide: Sequence[str], tasks: Iterator[Task]
) -> Iterator[Graded]:
    """Grades on a cluster, with results as they are ready. If a worker fails or dies, another one tries."""
    with _connected(address) as client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise InputError(f"the cluster at {address} has no workers")
        cluster = _Cluster(client, plan, sandbox, hide)
        for task in tasks:
            try:
                cluster.send(_PackedTask(task, pack(task.submission, plan)))
            except (InputError, OSError):
                yield task.submission, attempt(plan, None, task)  # it fails in the same way, with the reason
            while len(cluster.running) >= AHEAD * threads:
                if graded := cluster.receive():
                    yield graded
        while cluster.running:
            if graded := cluster.receive():
                yield graded


def _connected(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise InputError("dask is not installed: install it with `pip install checkers-ab[dask]`") from None
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise InputError(f"no dask scheduler answers at {address}: {str(error).splitlines()[0]}") from None


def pack(submission: Submission, plan: GradingPlan) -> Content:
    """A submission as it is sent. InputError if it can't be unpacked or is too large."""
    path = submission.path
    if not submission.files and os.path.isfile(path) and not os.path.islink(path):
        if os.path.getsize(path) > plan.limits.unpacked * MEGABYTE:
            raise InputError("the archive is too large")
        return Path(path).read_bytes()
    with tempfile.TemporaryDirectory(prefix="checkers-ab-") as folder:
        if submission.files:
            copy_files(submission, Path(folder, "submission"), plan.limits)
        else:
            unpack(path, Path(folder, "submission"), plan.limits, keep=plan.folders)
        with opened_folder(folder) as top:
            return [
                (entry.path, bool(entry.info.st_mode & 0o100), None if entry.is_folder else b"".join(entry.blocks()))
                for entry in walk_folder(top)
            ]


def _unpack(content: Content, folder: Path) -> Path:
    """Writes a submission that was sent into a folder. Returns its path."""
    place = folder / "submission"
    if isinstance(content, bytes):
        place.write_bytes(content)
        return place
    for name, executable, data in content:
        path = folder / name
        if data is None:
            path.mkdir()
        else:
            path.write_bytes(data)
            path.chmod(0o755 if executable else 0o644)
    return place


def grade_packed(
    plan: GradingPlan, sandbox: str, hide: tuple[str, ...], key: str, task: Task, content: Content
) -> tuple[str, SubmissionResult | str]:
    """Grades on a worker: its address, and the result, or the reason why this machine could not grade."""
    from distributed import get_worker

    address: str = get_worker().address
    if key != program_key():
        return address, "the worker runs another version of checkers-ab"
    os.umask(READABLE)
    with tempfile.TemporaryDirectory(prefix="checkers-ab-") as folder:
        here = Task(replace(task.submission, path=str(_unpack(content, Path(folder))), files=()), task.key)
        try:
            box = _box(sandbox, plan.bind, hide) if plan.program else None
        except BoxError as error:
            return address, str(error)
        return address, attempt(plan, box, here)


@cache
def _box(sandbox: str, bind: tuple[str, ...], hide: tuple[str, ...]) -> Box:
    return find_box(sandbox, bind, hide)
