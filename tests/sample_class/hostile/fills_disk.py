#!/usr/bin/env python3
"""Fills the disk wherever it can, first through its output file. Bounded: 200 MB in all, 40 MB in a place.

Says on standard output how much went in.
"""

from __future__ import annotations

import os
import sys

PIECE = b"x" * 1_000_000
MOST = 200_000_000
MOST_IN_A_PLACE = 40_000_000


def pour(path: str, most: int) -> int:
    """Writes a file until it can't; how many bytes went in."""
    written = 0
    try:
        with open(path, "wb", buffering=0) as file:
            while written < most:
                written += file.write(PIECE[: most - written])
    except OSError as error:
        print(f"{path}: {written} bytes, then {error.strerror}")
    return written


def fill(folder: str, first: str, most: int) -> int:
    """Writes one file after another, until nothing goes in."""
    written = 0
    path = first
    number = 0
    while written < most and (size := pour(path, most - written)):
        written += size
        number += 1
        path = os.path.join(folder, f"sample-class-filler-{os.getpid()}-{number}")
    return written


output = os.path.abspath(sys.argv[2])
total = fill(os.path.dirname(output), output, MOST_IN_A_PLACE)
for place in [os.getcwd(), "/tmp", "/dev/shm", "/dev", "/"]:
    name = os.path.join(place, f"sample-class-filler-{os.getpid()}-0")
    total += fill(place, name, min(MOST_IN_A_PLACE, MOST - total))
print(f"wrote {total} bytes")
