"""Programs that can't be started: why, and what would start them."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches

from checkers_ab.cli.io import near_file, shown
from checkers_ab.core.errors import InputError
from checkers_ab.core.text import os_reason

RUN_BY = {".py": "python3", ".pl": "perl", ".rb": "ruby", ".js": "node", ".sh": "sh", ".jar": "java -jar"}
"""The program that runs a file with an ending."""
MADE_BY = {".c": "cc -O2 {} -o hw4", ".cpp": "g++ -O2 {} -o hw4", ".cc": "g++ -O2 {} -o hw4", ".java": "javac {}"}
"""The program that compiles a file with an ending."""


def expect_files(words: Sequence[str]) -> None:
    """Raises InputError if the script that the first word is to run is not there."""
    for word in words[1:]:
        if not word.startswith("-"):
            if _ending(word) in RUN_BY and not os.path.exists(word):
                raise InputError("no such file", path=shown(word), hint=near_file(word))
            return


def not_started(words: Sequence[str], error: Exception) -> InputError:
    """The failure of a command that the system does not start."""
    program = words[0]
    if isinstance(error, FileNotFoundError):
        if os.path.isfile(program) and os.path.dirname(program):
            reason = "its first line, or the program itself, names an interpreter that is not there"
            return InputError(reason, path=shown(program), hint=_hint(program))
        return InputError("no such program", path=shown(program), hint=_hint_if_missing(program))
    if os.path.isdir(program):
        return InputError("is a folder, expected a program", path=shown(program), hint="name the program in it")
    if isinstance(error, PermissionError) or getattr(error, "errno", None) == errno.ENOEXEC:
        return InputError("this file can't be run as a program", path=shown(program), hint=_hint(program))
    return InputError(f"can't be started: {os_reason(error)}", path=shown(program))


def _hint_if_missing(program: str) -> str:
    if " " in program:
        return "write the command without quotes: checkers-ab try ./hw4 {input}"
    if os.path.isfile(program):
        return _hint(program) if _ending(program) in RUN_BY else f"a program in this folder is written ./{program}"
    return near_file(program) if os.path.dirname(program) else _near_program(program)


def _near_program(name: str) -> str:
    """Suggests a program with nearly this name; empty if there is none."""
    names: set[str] = set()
    for folder in os.get_exec_path():
        with suppress(OSError):
            names |= set(os.listdir(folder))
    near = get_close_matches(name, sorted(names), n=1, cutoff=0.8)
    return f"did you mean {near[0]}?" if near else ""


def _hint(program: str) -> str:
    """The command that runs a file of this kind."""
    ending = _ending(program)
    if ending in RUN_BY:
        return f"checkers-ab try {RUN_BY[ending]} {program}"
    if ending in MADE_BY:
        return f"compile it first: {MADE_BY[ending].format(program)}"
    if not os.access(program, os.X_OK):
        return f"if it is a program, make it one that may be run: chmod +x {program}"
    return "a script needs a first line such as #!/usr/bin/env python3"


def _ending(path: str) -> str:
    return os.path.splitext(path)[1].lower()
