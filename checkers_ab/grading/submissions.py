"""Submissions: a folder with one folder, zip or tar for each."""

from __future__ import annotations

import hashlib
import os
import stat
from contextlib import nullcontext
from dataclasses import dataclass

from checkers_ab.core.text import os_reason, printable
from checkers_ab.sandbox.descriptors import entry_at, walk_folder
from checkers_ab.sandbox.files import ENDINGS, RefusedError
from checkers_ab.sandbox.limits import MEGABYTE, Limits


class SubmissionsError(ValueError):
    """A folder of submissions that can't be graded."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One submission: the name of the student, and the path of the folder or archive."""

    name: str
    path: str

    @property
    def folder(self) -> str:
        """The name of its folder in the results."""
        return safe_name(self.name)


def list_submissions(folder: str) -> list[Submission]:
    """All submissions in a folder, at least one, sorted by name. Hidden files are left out."""
    try:
        entries = sorted(os.listdir(folder))
    except NotADirectoryError:
        raise SubmissionsError(f"{printable(folder)}: expected a folder with one folder, zip or tar each") from None
    except OSError as error:
        raise SubmissionsError(f"{printable(folder)}: {os_reason(error)}") from None
    found: dict[str, Submission] = {}
    for entry in entries:
        if entry.startswith(".") or entry == "__MACOSX":
            continue
        submission = Submission(submission_name(entry), os.path.join(folder, entry))
        if other := found.get(submission.folder):
            raise SubmissionsError(
                f"{printable(folder)}: two submissions are called {printable(submission.name)!r}: "
                f"{printable(os.path.basename(other.path))} and {printable(entry)}"
            )
        found[submission.folder] = submission
    if not found:
        raise SubmissionsError(f"{printable(folder)}: no submission in it: expected one folder, zip or tar each")
    return sorted(found.values(), key=lambda submission: submission.name)


def submission_name(entry: str) -> str:
    """The name of the student: that of the file or folder, without the ending of an archive."""
    for ending in ENDINGS:
        if entry.lower().endswith(ending) and len(entry) > len(ending):
            return entry[: -len(ending)]
    return entry


def safe_name(name: str) -> str:
    """A name for a folder on any system; different names give different folders."""
    usual = all((character.isalnum() and character.isascii()) or character in "-_.@+" for character in name)
    if usual and name[0] not in ".-" and name[-1] != "." and len(name) <= 60:
        return name
    kept = "".join(character if character.isalnum() and character.isascii() else "_" for character in name[:40])
    return f"{kept}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:8]}"


def content_key(path: str, limits: Limits) -> str:
    """A hash of a file, or of all files of a folder with their names and executable bits.

    Anything but a file, and what exceeds the limits, is not read: it will be refused anyway.
    """
    digest = hashlib.sha256()
    left = int(limits.unpacked * MEGABYTE)
    try:
        top = entry_at(path)
        digest.update(b"%d\0" % stat.S_IFMT(top.info.st_mode))
        with top.opened() if top.is_folder else nullcontext(path) as folder:
            for count, entry in enumerate(walk_folder(folder) if top.is_folder else [top]):
                info = entry.info
                about = (stat.S_IFMT(info.st_mode), os.fsencode(entry.path), info.st_mode & 0o100, info.st_size)
                digest.update(b"%d %s\0%d\0%d\0" % about)
                if entry.is_file:
                    left -= info.st_size
                    if left < 0 or count > limits.files:
                        break
                    for block in entry.blocks():
                        digest.update(block)
    except RefusedError as error:
        digest.update(str(error).encode())
    return digest.hexdigest()
