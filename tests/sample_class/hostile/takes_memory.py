#!/usr/bin/env python3
"""Takes all memory that it is given, 10 MB at a time. Bounded: 3 GB, a minute."""

import time

start = time.monotonic()
hoard: list[bytes] = []
while len(hoard) < 300 and time.monotonic() - start < 60:
    hoard.append(b"m" * 10_000_000)
