#!/usr/bin/env python3
"""Gives up half-way, with an exit code."""

import sys

with open(sys.argv[2], "w") as file:
    file.write("A1: (5,2)=>(3,0).\n")
print("I do not know what to do with kings", file=sys.stderr)
sys.exit(3)
