"""A student's program for `checkers-ab try`: runs it on a board, and says in a few words what went wrong."""

from __future__ import annotations

import errno
import os
import shlex
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from checkers_ab.cli.io import near_file, shown
from checkers_ab.cli.try_.running import MOST_OUTPUT, OUTPUT_LIMIT, TIME_LIMIT, ProgramRun, run_program
from checkers_ab.core.errors import InputError
from checkers_ab.core.text import os_reason
from checkers_ab.judge.report import clip
from checkers_ab.sandbox.limits import MEGABYTE

INPUT, OUTPUT = "{input}", "{output}"
MOST_FILES = 5_000
"""Files of the current folder that are looked at."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """The output of a program for one board."""

    run: ProgramRun
    raw: bytes
    """Its trace, from standard output or from the file `{output}`."""
    trouble: str
    """The trouble besides the trace, in a few words; empty if nothing did."""

    @property
    def text(self) -> str:
        """The trace; empty if there was too much of it."""
        return "" if self.run.status == OUTPUT_LIMIT else self.raw.decode("utf-8", "surrogateescape")

    @property
    def last_words(self) -> str:
        """The last line of its standard error."""
        lines = self.run.stderr.decode("utf-8", "replace").split("\n")
        return next((clip(line.strip(), 200) for line in reversed(lines) if line.strip()), "")


@dataclass(frozen=True, kw_only=True, slots=True)
class Program:
    """A command with its limit of time, and the folder for its input and output files."""

    words: Sequence[str]
    seconds: float
    folder: Path

    @property
    def command(self) -> str:
        """The command as it is typed."""
        return " ".join(word if word in (INPUT, OUTPUT) else shlex.quote(word) for word in self.words)

    @property
    def writes_file(self) -> bool:
        return any(OUTPUT in word for word in self.words)

    def answer(self, board: str) -> Answer:
        """Runs the program on the text of a board; raises InputError if it can't be started."""
        shutil.rmtree(self.folder, ignore_errors=True)  # whatever the program did to it last time
        self.folder.mkdir(parents=True)
        source, target = self.folder / "input.txt", self.folder / "output.txt"
        source.write_text(board, "utf-8", newline="\n")
        words = [word.replace(INPUT, str(source)).replace(OUTPUT, str(target)) for word in self.words]
        if words == list(self.words):
            words.append(str(source))
        before = _files_here()
        try:
            run = run_program(words, stdin=source, output=target, seconds=self.seconds)
        except (OSError, ValueError) as error:
            raise not_started(self.words, error) from None
        raw = _content(target) if self.writes_file else run.stdout
        return Answer(run=run, raw=raw, trouble=self._trouble(run, raw, before))

    def _trouble(self, run: ProgramRun, raw: bytes, before: Mapping[str, int]) -> str:
        if run.status == TIME_LIMIT:
            return f"did not end: stopped after {self.seconds:g} s"
        if run.status == OUTPUT_LIMIT:
            return f"stopped: wrote more than {MOST_OUTPUT // MEGABYTE} MB"
        if run.status or raw.strip():
            return run.status
        nothing = f"{OUTPUT} is empty" if self.writes_file else "printed nothing"
        if self.writes_file and run.stdout.strip():
            return f"{nothing}; it printed instead"
        others = [name for name, time in _files_here().items() if before.get(name) != time]
        return f"{nothing}; it wrote {shown(others[0])}" if others else nothing


def _content(path: Path) -> bytes:
    """The bytes of a regular file, as many as are read of a trace; none if there is no such file."""
    if not path.is_file():
        return b""
    try:
        with open(path, "rb") as stream:
            return stream.read(MOST_OUTPUT)
    except OSError:
        return b""


def _files_here() -> dict[str, int]:
    """The files of the current folder, each with the time of its last change."""
    found: dict[str, int] = {}
    with os.scandir() as entries:
        for entry in entries:
            if len(found) == MOST_FILES:
                break
            try:
                if entry.is_file():
                    found[entry.name] = entry.stat().st_mtime_ns
            except OSError:
                continue  # it has just been removed
    return found


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
