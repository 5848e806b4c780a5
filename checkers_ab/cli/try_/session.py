"""One call of `checkers-ab try`: a run over the boards, or one after each change of the program."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import Any

from checkers_ab.cli.io import InFile, refusal, say, shown, standard_output
from checkers_ab.cli.options import game_words
from checkers_ab.cli.output import expect_ours, opened_output
from checkers_ab.cli.try_.boards import Board
from checkers_ab.cli.try_.judging import MOST_TIMEOUTS, Attempt, Trial
from checkers_ab.cli.try_.program import Program, expect_files
from checkers_ab.cli.try_.screen import Table, changes, in_full, next_step, summary
from checkers_ab.core.errors import InputError
from checkers_ab.core.setting import Setting
from checkers_ab.core.text import plural
from checkers_ab.judge.check import Judge

TRACE, ERRORS = ".trace", ".stderr"
"""The endings of the files of --keep."""


@dataclass(kw_only=True)
class Session:
    """A program, the boards it is tried on, and what was asked for besides."""

    setting: Setting[Any, Any, Any]
    judge: Judge
    program: Program
    boards: Sequence[Board]
    in_full: bool
    """True if the only board is shown as `check` shows one."""
    every: bool
    """True if all its findings are listed."""
    keep: str | None
    page: bool
    """True if the first wrong board gets a page."""
    options: Mapping[str, str]
    """The options with which the program is tried again."""

    def run(self) -> int:
        """Tries the program once; returns the exit code."""
        return 0 if self._is_right(self._attempts()) else 1

    def watch(self) -> int:
        """Tries the program, and again after each change of its files. Ctrl-C ends it."""
        words = self.program.words
        files = snapshot(words)
        if not files:
            raise InputError(f"--watch: no word of the command is a file: {self.program.command}")
        last: list[Attempt] = []
        while True:
            try:
                now = self._attempts()
            except InputError as error:  # it may be there again in a moment
                say(refusal(error))
                now = []
            if now and last:
                self._write("\n")
                for sentence in changes(last, now):
                    Table(self.boards, self._write).sentence(sentence)
            last = now or last
            self._write(f"\nWatching {plural(len(files), 'file')}; Ctrl-C ends it.\n")
            changed, files = wait_for_change(words, files)
            self._write(f"\n{shown(changed)} has changed.\n\n")

    def _is_right(self, attempts: Sequence[Attempt]) -> bool:
        return len(attempts) == len(self.boards) and all(attempt.right for attempt in attempts)

    def _attempts(self) -> list[Attempt]:
        """Tries the program on every board, and writes what came of it."""
        expect_files(self.program.words)
        trial = Trial(self.judge, self.program)
        table = Table(self.boards, self._write)
        attempts: list[Attempt] = []
        for attempt in trial.attempts(self.boards):
            if self.keep is not None:
                _keep(self.keep, attempt)
            if not self.in_full:
                table.add(attempt)
            attempts.append(attempt)
        if self.in_full:
            self._write(in_full(self.setting.kit, attempts[0], trial.diagnose_one(attempts[0]), every=self.every))
        else:
            self._conclude(table, trial, attempts)
        self._write_page(attempts)
        return attempts

    def _conclude(self, table: Table, trial: Trial, attempts: list[Attempt]) -> None:
        """Writes what follows the table."""
        report = trial.diagnose(attempts)
        if rest := len(self.boards) - len(attempts):
            table.sentence(f"{rest} more not run: {MOST_TIMEOUTS} took too long; --time gives the program more.")
        if not trial.headed:
            table.sentence("The boards are given without a heading, for with one the program does worse.")
        self._write("\n" + summary(self.setting.kit, attempts, report))
        self._write("\n")
        if self._is_right(attempts):
            table.sentence("Next: Try it on new boards:")
            self._write(f"  {self._on_new_boards()}\n")
            return
        step = next_step(self.setting.kit, attempts, report, self.program)
        table.sentence(f"Next: {step.sentence}")
        if step.case:
            self._write(f"  {self._again({'--case': step.case})}\n")

    def _again(self, options: Mapping[str, str]) -> str:
        """A command line that tries the program once more."""
        words = [shlex.quote(word) for option in {**self.options, **options}.items() for word in option]
        return " ".join(["checkers-ab try", *words, self.program.command])

    def _on_new_boards(self) -> str:
        """A command line that makes boards, and tries the program on them."""
        return f"checkers-ab generate {game_words(self.setting.kit)}more && {self._again({'--boards': 'more/inputs'})}"

    def _write_page(self, attempts: Sequence[Attempt]) -> None:
        """Writes the page of the first wrong board, if it was asked for."""
        wrong = next((attempt for attempt in attempts if not attempt.right), None)
        if not self.page:
            return
        if wrong is None:
            say("no page was written: every board is right")
            return
        from checkers_ab.core.case import Case
        from checkers_ab.page.judged import judge_trace
        from checkers_ab.page.page import MARK, format_page

        name = wrong.board.name
        target = f"{name}.html"
        expect_ours(target, MARK, "page", hint="move that file away")
        data = judge_trace(self.setting, [Case(name, 1, False, wrong.board.state, [])], wrong.answer.text)
        with opened_output(target) as stream:
            stream.write(format_page(data, f"{name}, {self.program.command}"))
        self._write(f"\nThe page of {name}, with the trace on it: {target}\n")

    def _write(self, text: str) -> None:
        stream = standard_output()
        stream.write(text)
        stream.flush()


def expect_keepable(folder: str) -> None:
    """Raises InputError unless a folder is new, or has nothing but the files of an earlier --keep."""
    names: list[str] = []
    with InFile(folder), suppress(FileNotFoundError):
        names = os.listdir(folder)
    if any(not name.endswith((TRACE, ERRORS)) for name in names):
        raise InputError(
            "expected a new folder, or that of an earlier --keep, for there are other files", path=shown(folder)
        )


def _keep(folder: str, attempt: Attempt) -> None:
    """Writes the trace and the standard error of an attempt as they were."""
    with InFile(folder):
        os.makedirs(folder, exist_ok=True)
        for ending, content in ((TRACE, attempt.answer.raw), (ERRORS, attempt.answer.run.stderr)):
            Path(folder, attempt.board.name + ending).write_bytes(content)


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
