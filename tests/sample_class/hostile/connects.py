#!/usr/bin/env python3
"""Tries to connect to one port of this machine, and to nothing else. Says in its output file whether it could."""

import socket
import sys

PORT = 0

try:
    with socket.create_connection(("127.0.0.1", PORT), timeout=2) as line:
        line.sendall(b"hello from the sample class\n")
    answer = "connected"
except OSError as error:
    answer = f"could not connect: {error.strerror or error}"
with open(sys.argv[2], "w") as file:
    file.write(answer + "\n")
