"""Worker processes on this machine. If one dies, only its submission is lost, and that is tried again."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any
from weakref import WeakSet

from checkers_ab.core.errors import OptionError
from checkers_ab.core.files import Terminated
from checkers_ab.core.plugins import blaming
from checkers_ab.core.text import os_reason, printable
from checkers_ab.grading.grade import grade
from checkers_ab.grading.judge import TooSlowError
from checkers_ab.grading.mark import SubmissionResult
from checkers_ab.grading.plan import GradingPlan
from checkers_ab.grading.submissions import Submission
from checkers_ab.sandbox.box import Box
from checkers_ab.sandbox.processes import adopt_orphans, kill_children, reap_children, usable_cores
from checkers_ab.sandbox.supervise import BoxError

HAS_MASKS = hasattr(signal, "pthread_sigmask")
START = "fork" if sys.platform == "linux" and hasattr(os, "fork") else "spawn"
"""A fork is there at once. It is safe where this process has one thread; the libraries of macOS may have more."""
TRIES = 3
"""Attempts at a submission whose worker dies. One whose worker hangs is not tried again."""
READABLE = 0o022
"""The umask of a worker: the user of a box must be able to read what is unpacked."""
SPARE = 120.0
"""Seconds for everything besides the programs' own time."""

_ends: WeakSet[Connection] = WeakSet()
"""The ends of the pipes to workers that this process has. A forked worker closes its copies of them: as long as one is
open, no worker sees that this process has ended."""

Graded = tuple[Submission, SubmissionResult | str]
"""A submission with its result, or with the reason why it could not be graded."""


@dataclass(frozen=True, slots=True)
class Task:
    """A submission to grade, with the hash of all that its result depends on."""

    submission: Submission
    key: str


class _Worker:
    """A worker process and its task."""

    def __init__(self, plan: GradingPlan, box: Box | None, cores: Collection[int]) -> None:
        self.plan, self.box, self.cores = plan, box, cores
        self.longest = 10 * plan.limits.build_time + plan.limits.longest * len(plan.cases) + SPARE
        self.task: Task | None = None
        self._start()

    def _start(self) -> None:
        context: Any = get_context(START if threading.active_count() == 1 else "spawn")
        self.connection, there = context.Pipe()
        _ends.add(self.connection)
        self.process = context.Process(target=work, args=(there, self.plan, self.box, self.cores), daemon=True)
        # Otherwise a spawned one would import modules from the current folder, which may be a submission.
        os.environ["PYTHONSAFEPATH"] = "1"
        # Until it ignores Ctrl-C itself, the signal is blocked.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if HAS_MASKS else None
        try:
            self.process.start()
        finally:
            if before is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        there.close()

    def send(self, task: Task, tries: int = 1) -> None:
        """Sends it a task."""
        self.task, self.tries, self.deadline = task, tries, monotonic() + self.longest
        try:
            self.connection.send(task)
        except OSError:
            pass  # it is dead: `receive` finds out

    def receive(self) -> Graded | None:
        """The graded submission; None if the process has died, and the task is tried again."""
        task = self.task
        assert task is not None
        answer: SubmissionResult | str
        if not self.connection.poll():
            self._restart()
            answer = f"grading it took more than {self.longest:.0f} seconds"
        else:
            try:
                answer = self.connection.recv()
            except (EOFError, OSError):
                self._restart()
                if self.tries < TRIES:
                    self.send(task, self.tries + 1)
                    return None
                answer = f"the process that graded it has died {TRIES} times"
        self.task = None
        return task.submission, answer

    def _restart(self) -> None:
        """A new process instead of this one."""
        self.process.kill()
        self.process.join()
        self._start()

    def stop(self) -> None:
        """Waits until the process ends, but not long."""
        self.process.join(5)
        self.process.kill()


def grade_locally(plan: GradingPlan, box: Box | None, tasks: Iterator[Task], jobs: int) -> Iterator[Graded]:
    """Grades with several workers. Results come as they are ready; a task is taken when a worker is free for it."""
    workers: list[_Worker] = []
    cores = cores_for(jobs)
    try:
        for task in tasks:
            if len(workers) < jobs:
                workers.append(_Worker(plan, box, cores[len(workers)]))
            while not (free := [worker for worker in workers if worker.task is None]):
                yield from _collect(workers)
            free[0].send(task)
        while any(worker.task for worker in workers):
            yield from _collect(workers)
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.stop()


def cores_for(jobs: int) -> Sequence[Collection[int]]:
    """The cores that each job keeps to: one of its own if so many are there, lest the system has two wait for one."""
    cores = usable_cores()
    return [{core} for core in cores] if jobs == len(cores) > 1 else [set()] * jobs


def _collect(workers: list[_Worker]) -> Iterator[Graded]:
    """Waits for a result or a deadline. Yields what was graded."""
    busy = [worker for worker in workers if worker.task]
    first = min(worker.deadline for worker in busy)
    ready = wait([worker.connection for worker in busy], timeout=max(0.0, first - monotonic()))
    for worker in busy:
        if worker.connection in ready or monotonic() > worker.deadline:
            graded = worker.receive()
            if graded:
                yield graded


def work(connection: Connection, plan: GradingPlan, box: Box | None, cores: Collection[int]) -> None:
    """The main function of a worker. It ends with the process that started it, and leaves nothing behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if HAS_MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _exit)
    for end in [*_ends]:
        end.close()
    os.umask(READABLE)
    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)
    adopt_orphans()
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # the other process has ended
        while True:
            task: Task = connection.recv()
            connection.send(attempt(plan, box, task))
            reap_children()


def _exit(_number: int, _frame: object) -> None:
    """Exits by an exception, so that folders are removed. A box that is just starting is killed too."""
    kill_children()
    raise Terminated(0)


def _exit_with_parent() -> None:
    parent = parent_process()
    if parent is not None and parent.pid is not None:
        try:
            wait([os.pidfd_open(parent.pid)])
        except ProcessLookupError:
            pass  # it has ended already
        except (AttributeError, OSError):  # another system; there workers are spawned, and this is theirs alone
            wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


def attempt(plan: GradingPlan, box: Box | None, task: Task) -> SubmissionResult | str:
    """The result of a submission, or the reason why this machine could not grade it."""
    try:
        with blaming():
            return grade(plan, task.submission, box, key=task.key)
    except BoxError as error:
        return f"the box failed: {error}"
    except (OptionError, TooSlowError) as error:
        return str(error)
    except OSError as error:
        where = f": {printable(os.fsdecode(error.filename))}" if error.filename else ""
        return f"{os_reason(error)}{where}"
    except Exception as error:  # one submission must not end the others
        return f"a fault of our own: {type(error).__name__}: {printable(str(error))}"
