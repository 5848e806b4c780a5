"""A limit on the processor time of a piece of this program's own work on what others have written."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class TooSlowError(Exception):
    """Work that took more processor time than it may; the message says which."""


@contextmanager
def at_most(seconds: float, what: str) -> Iterator[None]:
    """Raises TooSlowError if the work takes more processor time. It says that `what` took too long.

    Only the first thread of a process can be stopped, and not on Windows: elsewhere there is no limit.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: object) -> None:
        raise TooSlowError(f"{what} took more than {seconds:g} seconds of the processor")

    def lost(unraisable: sys.UnraisableHookArgs) -> None:
        if not isinstance(unraisable.exc_value, TooSlowError):  # that one comes again
            told(unraisable)

    before, told, sys.unraisablehook = signal.signal(signal.SIGPROF, stop), sys.unraisablehook, lost
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)  # again, for an error in a finalizer is lost
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        sys.unraisablehook = told
