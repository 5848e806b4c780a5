#!/usr/bin/env python3
"""Forks without end. Bounded: 300 children, a minute.

Where it may not fork any more it insists for a second, then lets the error show.
"""

from __future__ import annotations

import os
import time

MOST = 300
END = time.monotonic() + 60


def forks() -> bool:
    """Makes a child that sleeps; False where that is not allowed."""
    try:
        child = os.fork()
    except OSError:
        return False
    if child == 0:
        time.sleep(max(0, END - time.monotonic()))
        os._exit(0)
    return True


children = 0
patience = 100
while children < MOST and patience:
    if forks():
        children += 1
    else:
        patience -= 1
        time.sleep(0.01)
if not patience:
    os.fork()
time.sleep(max(0, END - time.monotonic()))
