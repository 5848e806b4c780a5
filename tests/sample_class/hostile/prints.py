#!/usr/bin/env python3
"""Prints 1 GB, and no more."""

import sys

LINES = "A1: (5,2)=>(3,0).\n" * 50_000
for _ in range(1_000_000_000 // len(LINES)):
    sys.stdout.write(LINES)
