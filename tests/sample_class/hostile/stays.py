#!/usr/bin/env python3
"""A right program, the solver beside it, that leaves a process behind. Bounded: that one sleeps for a minute.

It has a session of its own, and holds on to what it was given as standard output and error.
"""

import os
import time

import solver  # type: ignore[import-not-found]

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)
os.wait()
solver.main()
