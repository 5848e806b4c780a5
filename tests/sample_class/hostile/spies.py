#!/usr/bin/env python3
"""Looks for the expected traces and for other submissions, and writes itself a mark wherever it can.

What it could learn or do stands in its output file, a line each:

    found PATH            something with a telling name that is not its own
    process NUMBER: ARGS  another process whose arguments tell something
    imported checkers_ab, ran checkers-ab
    changed PATH          a mark that was there could be opened for writing
    wrote PATH            a mark of its own, in a folder where it may write
    nothing else

Bounded: it sends nothing, changes no file that was there, and leaves marks behind only in its working folder, in /tmp
and beside its output file; elsewhere, in 200 folders at most, it takes them away at once. It looks for three seconds.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator

MARKS = {"result.json": '{"score": 60, "max_score": 60}\n', "grades.csv": "name,score\nvic,60\n"}
TELLING = {"expected", "hidden", "cases", "submissions", "results", "summary.json", "report.html", *MARKS}
OURS = {"checkers_ab", "checkers-ab"}
CLASSMATES = {"ada", "bo", "bo.zip", "cyd", "dee", "eli", "fay", "fay.zip", "gus", "hal", "ida", "ida.tar.gz", "quin"}
UNENDING = {"/proc", "/sys"}
SYSTEM = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"}  # full of innocent names; searched by import and PATH
END = time.monotonic() + 3

output = os.path.abspath(sys.argv[2])
keep = {os.getcwd(), "/tmp", os.path.dirname(output)}
learned: list[str] = []


def folders(top: str) -> Iterator[str]:
    """All folders from here on, breadth first; says which telling names it comes by."""
    waiting = [top]
    for folder in waiting:
        if time.monotonic() > END:
            learned.append(f"gave up in {folder}")
            return
        yield folder
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                telling = entry.name in TELLING | OURS | CLASSMATES or entry.name.endswith(".toml")
                if telling and entry.path not in written:
                    learned.append(f"found {entry.path}")
                if entry.is_dir(follow_symlinks=False) and entry.path not in UNENDING | SYSTEM:
                    waiting.append(entry.path)


def write_marks(folder: str) -> None:
    for name, mark in MARKS.items():
        path = os.path.join(folder, name)
        with contextlib.suppress(OSError):
            if os.path.exists(path):
                with open(path, "a"):
                    learned.append(f"changed {path}")
                continue
            with open(path, "x") as file:
                file.write(mark)
            written.add(path)
            learned.append(f"wrote {path}")
            if folder not in keep:
                os.remove(path)


def look_at_processes() -> None:
    words = TELLING | OURS | {"grade", "plan.toml"}
    for number in filter(str.isdigit, os.listdir("/proc")):
        if int(number) == os.getpid():
            continue
        with contextlib.suppress(OSError), open(f"/proc/{number}/cmdline", "rb") as file:
            arguments = file.read().replace(b"\0", b" ").decode(errors="replace").strip()
            if any(word in arguments for word in words):
                learned.append(f"process {number}: {arguments}")
    for number in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            root = f"/proc/{number}/root"
            if not os.path.samefile(root, "/"):
                learned.append(f"found {root}")
                write_marks(root)


def look_for_the_judge() -> None:
    with contextlib.suppress(ImportError):
        __import__("checkers_ab")
        learned.append("imported checkers_ab")
    places = [os.environ.get("PATH", ""), "/usr/local/bin", "/opt/checkers-ab/bin"]
    if program := shutil.which("checkers-ab", path=os.pathsep.join(places)):
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run([program, sys.argv[1]], capture_output=True, timeout=2, check=True)
            learned.append("ran checkers-ab")


written: set[str] = set()
look_at_processes()
look_for_the_judge()
for place in sorted(keep):
    write_marks(place)
for place in folders("/"):
    if place not in keep and len(written) < 400:
        write_marks(place)
with open(output, "w") as answer:
    answer.write("\n".join([*learned, "nothing else"]) + "\n")
