"""The entries of a download, and what their names say."""

from __future__ import annotations

import os
from dataclasses import dataclass

from checkers_ab.core.people import NOBODY, Person
from checkers_ab.core.text import os_reason, printable
from checkers_ab.grading.submissions import SubmissionsError

METADATA = ("index.html", "desktop.ini", "thumbs.db", "grades.csv", "scores.csv", "roster.csv", "__macosx")
"""Names of files, in lower case, that systems add and that are nobody's submission."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A folder with a download in it."""

    folder: str
    entries: tuple[str, ...]
    """The names of files and folders in it, sorted, without hidden ones."""
    folders: frozenset[str]
    """Those that are folders."""

    def path(self, entry: str) -> str:
        return os.path.join(self.folder, entry)


@dataclass(frozen=True, kw_only=True, slots=True)
class HandedIn:
    """An entry that belongs to somebody."""

    entry: str
    key: str
    """The system's own name for the person. Entries with the same key are of one person."""
    name: str
    """The name of the submission in the results."""
    person: Person = NOBODY
    file: str = ""
    """The student's own name for a file; empty for a folder or an archive that is all of the submission."""
    late: bool = False
    attempt: str = ""
    """The time of the attempt, written so that later ones sort after earlier ones."""
    back: str = ""
    team: str = ""
    note: str = ""
    """A remark for the grader."""
    is_text: bool = False
    """True for text that was typed in, not handed in as a file. It counts only where there is no file."""


@dataclass(frozen=True, slots=True)
class Aside:
    """An entry that is nobody's submission: of the system itself, or one that can't be attributed."""

    entry: str
    reason: str
    attributable: bool = False
    """True if it may be somebody's."""


def list_folder(folder: str) -> Listing:
    """The entries of a folder. SubmissionsError if it can't be read."""
    try:
        with os.scandir(folder) as found:
            entries = sorted((each.name, each.is_dir(follow_symlinks=False)) for each in found)
    except NotADirectoryError:
        raise SubmissionsError(
            f"{printable(folder)}: expected a folder with one folder, zip or tar each, or the zip of a course system"
        ) from None
    except (OSError, ValueError) as error:
        raise SubmissionsError(f"{printable(folder)}: {os_reason(error)}") from None
    visible = [(name, is_folder) for name, is_folder in entries if not name.startswith(".")]
    return Listing(
        folder,
        tuple(name for name, _ in visible),
        frozenset(name for name, is_folder in visible if is_folder),
    )
