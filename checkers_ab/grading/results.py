"""The results folder. Each file in it is written whole or not at all, so a run can be stopped at any time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from checkers_ab.core.errors import InputError
from checkers_ab.core.files import replacing
from checkers_ab.grading.mark import SubmissionResult, format_result, parse_result
from checkers_ab.grading.submissions import Submission
from checkers_ab.sandbox.workspace import remove

STUDENTS = "students"
RESULT, PAGE = "result.json", "feedback.html"
MARK = ".checkers-ab-results"
"""The file that marks a results folder. It is locked as long as a run writes there."""


class ResultsFolder:
    """The folder that a run writes to: `students/NAME/` for each submission, and the files of the class."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Locks the folder for this run. InputError if it is locked already, or holds other files."""
        if self.folder.exists() and not self.folder.is_dir():
            raise InputError("expected a folder for the results, found a file", path=str(self.folder))
        if self.folder.is_dir() and os.listdir(self.folder) and not (self.folder / MARK).exists():
            raise InputError("expected a new folder, an empty one or one with results in it", path=str(self.folder))
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / MARK, "a") as lock:
            if not _locked(lock):
                raise InputError("another run is writing its results there", path=str(self.folder))
            (self.folder / STUDENTS).mkdir(exist_ok=True)
            yield

    def finished(self, submission: Submission) -> SubmissionResult | None:
        """The result of a submission from an earlier run; None if there is none or it can't be read."""
        try:
            return parse_result((self.place(submission) / RESULT).read_text(encoding="utf-8"))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def save(self, submission: Submission, result: SubmissionResult, pages: Mapping[str, str]) -> None:
        """Writes the pages of a submission and last its result, which makes it finished; removes older files."""
        place = self.place(submission)
        place.mkdir(exist_ok=True)
        for name in set(os.listdir(place)) - {RESULT, *pages}:
            remove(place / name)
        self.add(submission, pages)
        write_whole(place / RESULT, [format_result(result)])

    def add(self, submission: Submission, pages: Mapping[str, str]) -> None:
        """Writes pages of a submission that already has a result."""
        for name, text in pages.items():
            write_whole(self.place(submission) / name, [text])

    def names(self, submission: Submission) -> set[str]:
        """The names of the files of a submission."""
        return set(os.listdir(self.place(submission)))

    def others(self, submissions: Iterable[Submission]) -> list[str]:
        """Names of folders in the results that belong to none of these submissions."""
        return sorted(set(os.listdir(self.folder / STUDENTS)) - {submission.folder for submission in submissions})

    def page_of(self, submission: Submission) -> str:
        """The path of a student's page, relative to the results folder."""
        return f"{STUDENTS}/{submission.folder}/{PAGE}"

    def place(self, submission: Submission) -> Path:
        """The folder of a submission's results."""
        return self.folder / STUDENTS / submission.folder


def _locked(file: IO[str]) -> bool:
    """Locks a file for this process, not for forked workers, where the system can. False if another one has it."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def write_whole(path: Path, parts: Iterable[str]) -> None:
    """Writes a text file of the results folder, whole or not at all."""
    with replacing(path, exclusive=False) as stream:  # the folder is locked
        stream.writelines(part.encode("utf-8", "backslashreplace") for part in parts)
