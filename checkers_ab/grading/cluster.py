"""Workers of a dask cluster. A task carries the submission with it, so that no files need to be shared."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from checkers_ab.core.text import printable
from checkers_ab.grading.grade import program_key
from checkers_ab.grading.mark import Result
from checkers_ab.grading.plan import Plan
from checkers_ab.grading.submissions import Submission
from checkers_ab.grading.workers import READABLE, TRIES, Graded, Task, attempt
from checkers_ab.sandbox.box import Box
from checkers_ab.sandbox.detect import find_box
from checkers_ab.sandbox.files import RefusedError, walk
from checkers_ab.sandbox.limits import MEGABYTE
from checkers_ab.sandbox.supervise import BoxError
from checkers_ab.sandbox.unpack import unpack

AHEAD = 2
"""Tasks under way for each thread of the cluster, so that none of them waits for the next."""
PATIENCE = 10
"""Seconds in which the cluster must answer."""

Content = bytes | list[tuple[str, bool, bytes | None]]
"""A submission on its way: an archive as it is, or the files of a folder, each with its name and whether it can be run;
a folder in it has no bytes."""


class ClusterError(RuntimeError):
    """A cluster that can't be used."""


@dataclass(frozen=True, slots=True)
class _Errand:
    """A submission under way, and the workers that could not grade it."""

    task: Task
    content: Content
    failed_at: tuple[str, ...] = ()


class _Cluster:
    """The errands that a cluster has been given."""

    def __init__(self, client: Any, plan: Plan, sandbox: str, hide: Sequence[str]) -> None:
        from distributed import as_completed

        self.client = client
        self.words = (plan, sandbox, tuple(hide), program_key())
        self.done = as_completed(loop=client.loop)
        self.under_way: dict[str, _Errand] = {}

    def send(self, errand: _Errand) -> None:
        """Sends it to any worker, or if it was tried before rather to one that has not."""
        others = [address for address in self.client.nthreads() if address not in errand.failed_at]
        where = {"workers": others, "allow_other_workers": True} if errand.failed_at and others else {}
        future = self.client.submit(grade_packed, *self.words, errand.task, errand.content, pure=False, **where)
        self.under_way[future.key] = errand
        self.done.add(future)

    def take(self) -> Graded | None:
        """What the next errand to end has come to; None if it is tried again."""
        future = next(self.done)
        errand = self.under_way.pop(future.key)
        try:
            address, answer = future.result()
        except Exception as error:  # dask has given up, after workers that died, or the cluster itself is gone
            reason = printable((str(error) or type(error).__name__).splitlines()[0])
            return errand.task.submission, f"it could not be graded on the cluster: {reason}"
        failed_at = (*errand.failed_at, address)
        if isinstance(answer, Result) or len(failed_at) == TRIES:
            return errand.task.submission, answer
        self.send(_Errand(errand.task, errand.content, failed_at))
        return None


def grade_on_cluster(
    address: str, plan: Plan, sandbox: str, hide: Sequence[str], tasks: Iterator[Task]
) -> Iterator[Graded]:
    """Grades on the workers of a cluster; results come as they are ready.

    What a worker can't grade is tried again, elsewhere if there is one. The submission of a worker that dies is given
    to another by dask itself.
    """
    with _connected(address) as client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise ClusterError(f"the cluster at {address} has no workers")
        cluster = _Cluster(client, plan, sandbox, hide)
        for task in tasks:
            try:
                cluster.send(_Errand(task, pack(task.submission.path, plan)))
            except (RefusedError, OSError):
                yield task.submission, attempt(plan, None, task)  # it says why
            while len(cluster.under_way) >= AHEAD * threads:
                if graded := cluster.take():
                    yield graded
        while cluster.under_way:
            if graded := cluster.take():
                yield graded


def _connected(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError("dask is not there: install it with `pip install checkers-ab[dask]`") from None
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(f"no dask scheduler answers at {address}: {str(error).splitlines()[0]}") from None


def pack(path: str, plan: Plan) -> Content:
    """A submission as it is sent; RefusedError if it is too large for that."""
    if os.path.isfile(path) and not os.path.islink(path):
        if os.path.getsize(path) > plan.limits.unpacked * MEGABYTE:
            raise RefusedError("the archive is too large")
        return Path(path).read_bytes()
    with tempfile.TemporaryDirectory(prefix="checkers-ab-") as folder:
        unpack(path, Path(folder, "submission"), plan.limits, keep=plan.folders)
        return [
            (str(entry.relative_to(folder)), bool(entry.stat().st_mode & 0o100), _bytes_of(entry))
            for entry in walk(Path(folder))
        ]


def _bytes_of(path: Path) -> bytes | None:
    return None if path.is_dir() else path.read_bytes()


def _unpack(content: Content, folder: Path) -> Path:
    """Puts a submission that was sent below a folder; where it is then."""
    place = folder / "submission"
    if isinstance(content, bytes):
        place.write_bytes(content)
        return place
    for name, runnable, data in content:
        path = folder / name
        if data is None:
            path.mkdir()
        else:
            path.write_bytes(data)
            path.chmod(0o755 if runnable else 0o644)
    return place


def grade_packed(
    plan: Plan, sandbox: str, hide: tuple[str, ...], key: str, task: Task, content: Content
) -> tuple[str, Result | str]:
    """On a worker: its address, and the result of a submission or what on this machine kept it from being graded."""
    from distributed import get_worker

    address: str = get_worker().address
    if key != program_key():
        return address, "the worker runs another version of checkers-ab"
    os.umask(READABLE)
    with tempfile.TemporaryDirectory(prefix="checkers-ab-") as folder:
        here = Task(Submission(task.submission.name, str(_unpack(content, Path(folder)))), task.key)
        try:
            box = _box(sandbox, plan.bind, hide) if plan.program else None
        except BoxError as error:
            return address, str(error)
        return address, attempt(plan, box, here)


@cache
def _box(sandbox: str, bind: tuple[str, ...], hide: tuple[str, ...]) -> Box:
    return find_box(sandbox, bind, hide)
