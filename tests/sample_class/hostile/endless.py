#!/usr/bin/env python3
"""Never ends. Bounded: after a minute it does."""

import time

start = time.monotonic()
while time.monotonic() - start < 60:
    pass
