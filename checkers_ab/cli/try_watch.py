"""The files of a command, and waiting until one of them changes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence, Set
from time import sleep

INTERVAL = 0.3
"""Seconds between two looks at the files."""
MOST_FILES = 2_000
CLASSES = {".class", ".jar"}
"""Endings of what Java runs."""
SOURCES = {".jl", ".js", ".lua", ".m", ".php", ".pl", ".pm", ".py", ".r", ".rb", ".sh", ".ts"}
"""Endings of programs that are not compiled."""

Snapshot = dict[str, tuple[int, int]]


def snapshot(words: Sequence[str]) -> Snapshot:
    """The files of a command with their times and sizes: those that it names, and what else is run beside them.

    Sources that have to be compiled are not among them: without the compiler a change of theirs changes nothing.
    """
    found: Snapshot = {}
    for path in _files(words):
        try:
            status = os.stat(path)
        except OSError:
            continue  # it is being replaced
        found[path] = status.st_mtime_ns, status.st_size
    return found


def wait_for_change(words: Sequence[str], before: Snapshot) -> tuple[str, Snapshot]:
    """Waits until a file changes and then stays as it is; returns its name, and how all files are now."""
    last = before
    while True:
        sleep(INTERVAL)
        now = snapshot(words)
        if now == last and now != before and (changed := _changed(before, now)):
            return changed, now
        last = now


def _changed(before: Snapshot, now: Snapshot) -> str:
    """A file that is new or has changed; empty if files have only gone, as while a compiler works."""
    return next((path for path, status in now.items() if before.get(path) != status), "")


def _files(words: Sequence[str]) -> list[str]:
    java = os.path.splitext(os.path.basename(words[0]))[0] == "java"
    named = [word for word in words if os.path.isfile(word)]
    if any(map(_is_script, named[1:])) and named[0] == words[0]:
        del named[0]  # it runs the program, and is none of its files
    folders = [word for word in words if os.path.isdir(word)]
    folders += [os.path.dirname(word) or "." for word in named if _is_script(word)]
    folders += ["."] * (java and not folders)
    beside = [path for folder in folders for path in _ending_in(CLASSES if java else SOURCES, folder)]
    return list(dict.fromkeys(map(os.path.normpath, [*named, *beside])))[:MOST_FILES]


def _is_script(path: str) -> bool:
    """True if a file is run by another program, so that it may load others beside it."""
    if _ending(path) in SOURCES:
        return True
    try:
        with open(path, "rb") as stream:
            return stream.read(2) == b"#!"
    except OSError:
        return False


def _ending_in(endings: Set[str], folder: str) -> Iterator[str]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if _ending(entry.name) in endings and entry.is_file():
                    yield os.path.join(folder, entry.name)
    except OSError:
        return


def _ending(path: str) -> str:
    return os.path.splitext(path)[1].lower()
