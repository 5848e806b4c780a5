"""Parallel work in several processes."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from multiprocessing import Pool
from typing import TypeVar

from checkers_ab.core.plugins import blaming

T = TypeVar("T")
R = TypeVar("R")


def parallel_map(
    work: Callable[[T], R], things: Iterable[T], jobs: int, prepare: Callable[[], object] = bool
) -> Iterator[R]:
    """Like `map`, with `jobs` processes; yields the results in order.

    With several jobs, the function, the items and the results must be picklable. Each worker calls `prepare` first,
    which may load what the items need.
    """
    if jobs == 1:
        yield from map(work, things)
        return
    with Pool(jobs, initializer=_begin, initargs=(prepare,)) as pool:  # leaving the block ends the workers
        yield from pool.imap(partial(_work, work), things)


def _work(work: Callable[[T], R], thing: T) -> R:
    """Calls `work`. Nobody would wait in vain for a worker that ends with what a user's file raises."""
    with blaming():
        return work(thing)


def _begin(prepare: Callable[[], object]) -> None:
    """Ignores Ctrl-C in a worker: the main process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare()
