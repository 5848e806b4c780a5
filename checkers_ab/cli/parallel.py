"""Work on several things at the same time, in processes of their own."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import Pool
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def parallel_map(
    work: Callable[[T], R], things: Iterable[T], jobs: int, prepare: Callable[[], object] = bool
) -> Iterator[R]:
    """The work on each thing, in their order; with several `jobs` it, they and what comes of them must pickle.

    Each worker calls `prepare` first, which may load what the things need.
    """
    if jobs == 1:
        yield from map(work, things)
        return
    with Pool(jobs, initializer=_begin, initargs=(prepare,)) as pool:  # leaving the block ends the workers
        yield from pool.imap(work, things)


def _begin(prepare: Callable[[], object]) -> None:
    """A worker leaves Ctrl-C to the one who started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare()
