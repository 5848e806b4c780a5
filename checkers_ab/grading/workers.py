"""Workers on this machine: processes that grade one submission at a time, each waiting for its own boxes.

A worker that dies takes nothing with it but its submission, which is tried again.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from time import monotonic

from checkers_ab.core.text import os_reason, printable
from checkers_ab.grading.grade import grade
from checkers_ab.grading.mark import Result
from checkers_ab.grading.plan import Plan
from checkers_ab.grading.submissions import Submission
from checkers_ab.sandbox.box import Box
from checkers_ab.sandbox.processes import adopt_orphans, kill_children, reap_children
from checkers_ab.sandbox.supervise import BoxError

HAS_MASKS = hasattr(signal, "pthread_sigmask")
TRIES = 3
READABLE = 0o022
"""The umask of a worker: the user of a box must be able to read what is laid out."""
SPARE = 120.0
"""Seconds for all that is not a program's own time."""

Graded = tuple[Submission, Result | str]
"""A submission with its result, or with the reason why there is none."""


@dataclass(frozen=True, slots=True)
class Task:
    """A submission to grade, with the hash of all that its result depends on."""

    submission: Submission
    key: str


class _Worker:
    """A process and what it has to do."""

    def __init__(self, plan: Plan, box: Box | None) -> None:
        self.plan, self.box = plan, box
        self.longest = 10 * plan.limits.build_time + plan.limits.longest * len(plan.cases) + SPARE
        self.task: Task | None = None
        self._start()

    def _start(self) -> None:
        spawn = get_context("spawn")
        self.line, there = spawn.Pipe()
        self.process = spawn.Process(target=work, args=(there, self.plan, self.box), daemon=True)
        # Else it would look for modules in the current folder first, and that may be a submission.
        os.environ["PYTHONSAFEPATH"] = "1"
        # Until it ignores Ctrl-C itself it must not hear of it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if HAS_MASKS else None
        try:
            self.process.start()
        finally:
            if before is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        there.close()

    def give(self, task: Task, tries: int = 1) -> None:
        self.task, self.tries, self.deadline = task, tries, monotonic() + self.longest
        try:
            self.line.send(task)
        except OSError:
            pass  # it is dead, as will be seen

    def take(self) -> Graded | None:
        """What has become of the task; None if the process has died or hung, and the task is tried again."""
        task = self.task
        assert task is not None
        try:
            if not self.line.poll():
                raise EOFError
            answer: Result | str = self.line.recv()
        except (EOFError, OSError):
            self.process.kill()
            self.process.join()
            self._start()
            if self.tries < TRIES:
                self.give(task, self.tries + 1)
                return None
            answer = f"the process that graded it has died {TRIES} times"
        self.task = None
        return task.submission, answer

    def dismiss(self) -> None:
        self.process.join(5)
        self.process.kill()


def grade_here(plan: Plan, box: Box | None, tasks: Iterator[Task], jobs: int) -> Iterator[Graded]:
    """Grades with several workers; results come as they are ready, and a task is taken when a worker is free for it."""
    workers: list[_Worker] = []
    try:
        for task in tasks:
            if len(workers) < jobs:
                workers.append(_Worker(plan, box))
            while not (free := [worker for worker in workers if worker.task is None]):
                yield from _collect(workers)
            free[0].give(task)
        while any(worker.task for worker in workers):
            yield from _collect(workers)
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.dismiss()


def _collect(workers: list[_Worker]) -> Iterator[Graded]:
    """Waits until something has happened, and tells of what was finished."""
    busy = [worker for worker in workers if worker.task]
    first = min(worker.deadline for worker in busy)
    ready = wait([worker.line for worker in busy], timeout=max(0.0, first - monotonic()))
    for worker in busy:
        if worker.line in ready or monotonic() > worker.deadline:
            graded = worker.take()
            if graded:
                yield graded


def work(line: Connection, plan: Plan, box: Box | None) -> None:
    """A worker's life: it ends with the process that it works for, and leaves nothing behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if HAS_MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _leave)
    os.umask(READABLE)
    adopt_orphans()
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    while True:
        try:
            task: Task = line.recv()
        except (EOFError, OSError):
            return
        line.send(attempt(plan, box, task))
        reap_children()


def _leave(_number: int, _frame: object) -> None:
    """Ends like an exception, so that folders are tidied up; a box may be just about to start, and known to nobody."""
    kill_children()
    raise SystemExit(0)


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


def attempt(plan: Plan, box: Box | None, task: Task) -> Result | str:
    """The result of a submission, or what on this machine kept it from being graded."""
    try:
        return grade(plan, task.submission.name, task.submission.path, box, key=task.key)
    except BoxError as error:
        return f"the box failed: {error}"
    except OSError as error:
        where = f": {printable(os.fsdecode(error.filename))}" if error.filename else ""
        return f"{os_reason(error)}{where}"
    except Exception as error:  # a surprise in one submission must not end the others
        return f"a fault of our own: {type(error).__name__}: {printable(str(error))}"
