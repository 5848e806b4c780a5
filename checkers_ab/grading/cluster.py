"""Workers of a dask cluster. A task carries the submission with it, so that no files need to be shared."""

from __future__ import annotations

import tarfile
import tempfile
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from checkers_ab.grading.box import Box
from checkers_ab.grading.boxes import find_box
from checkers_ab.grading.crew import TRIES, Graded, Task, attempt
from checkers_ab.grading.grade import program_key
from checkers_ab.grading.limits import Limits
from checkers_ab.grading.mark import Result
from checkers_ab.grading.markup import printable
from checkers_ab.grading.plan import Plan
from checkers_ab.grading.submissions import RefusedError, Submission, walk
from checkers_ab.grading.supervise import BoxError
from checkers_ab.grading.unpack import lay_out

AHEAD = 2
"""Tasks under way for each thread of the cluster, so that none of them waits for the next."""
PATIENCE = 10
"""Seconds in which the cluster must answer."""


class ClusterError(RuntimeError):
    """A cluster that can't be used."""


def grade_on_cluster(address: str, plan: Plan, sandbox: str, tasks: Iterator[Task]) -> Iterator[Graded]:
    """Grades on the workers of a cluster; results come as they are ready.

    The submission of a worker that dies is tried again elsewhere: dask itself sees to it.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise ClusterError("dask is not there: install it with `pip install checkers-ab[dask]`") from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(f"no dask scheduler answers at {address}: {str(error).splitlines()[0]}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise ClusterError(f"the cluster at {address} has no workers")
        waiting: dict[str, Submission] = {}
        done = as_completed(loop=client.loop)

        def submit(task: Task, content: bytes) -> None:
            words = (plan, sandbox, task, content, program_key())
            future = client.submit(grade_packed, *words, pure=False, retries=TRIES - 1)
            waiting[future.key] = task.submission
            done.add(future)

        for task in tasks:
            try:
                submit(task, pack(task.submission.path, plan.limits))
            except (RefusedError, OSError):
                yield task.submission, attempt(plan, None, task)  # it says why
            while len(waiting) >= AHEAD * threads:
                future = next(done)
                yield waiting.pop(future.key), _answer(future)
        for future in done:
            yield waiting.pop(future.key), _answer(future)


def _answer(future: Any) -> Result | str:
    try:
        answer: Result | str = future.result()
    except Exception as error:  # whatever has gone wrong there, or with the cluster itself
        reason = printable((str(error) or type(error).__name__).splitlines()[0])
        return f"it could not be graded on the cluster, tried up to {TRIES} times: {reason}"
    return answer


def pack(path: str, limits: Limits) -> bytes:
    """A submission, laid out within its limits, as a tar with one folder in it."""
    packed = BytesIO()
    with tempfile.TemporaryDirectory(prefix="checkers-ab-") as folder:
        lay_out(path, Path(folder, "submission"), limits)
        with tarfile.open(fileobj=packed, mode="w") as archive:
            for entry in walk(Path(folder, "submission")):
                archive.add(entry, entry.relative_to(folder), recursive=False)
    return packed.getvalue()


def grade_packed(plan: Plan, sandbox: str, task: Task, content: bytes, key: str) -> Result | str:
    """On a worker: the result of a submission from its bytes. An exception is tried again on another worker."""
    if key != program_key():
        return "the worker runs another version of checkers-ab"
    with tempfile.NamedTemporaryFile(prefix="checkers-ab-") as file:
        file.write(content)
        file.flush()
        here = Task(Submission(task.submission.name, file.name), task.key)
        answer = attempt(plan, _box(sandbox, plan.bind) if plan.program else None, here)
    if isinstance(answer, str):
        raise BoxError(answer)
    return answer


@cache
def _box(sandbox: str, bind: tuple[str, ...]) -> Box:
    return find_box(sandbox, bind)
