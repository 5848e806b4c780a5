"""Submissions: the folder, the archive or the files that one student handed in, and putting these into one folder."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Container
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from checkers_ab.core.errors import InputError
from checkers_ab.core.filenames import is_portable
from checkers_ab.core.people import NOBODY, Person
from checkers_ab.core.text import printable
from checkers_ab.sandbox.folders import entry_at, make_file, opened_folder, walk_folder
from checkers_ab.sandbox.limits import MEGABYTE, Limits
from checkers_ab.sandbox.unpack import ENDINGS, IGNORED, safe_parts, unpack


@dataclass(frozen=True, slots=True)
class Submission:
    """One submission: its name, and the path of the folder or archive."""

    name: str
    """The name by which it is graded again, and from which that of its folder in the results is made."""
    path: str
    files: tuple[tuple[str, str], ...] = ()
    """Files that were handed in one by one, each as the student's own name for it and its path; or none."""
    person: Person = NOBODY
    key: str = ""
    """The course system's number for the person, in the names of files."""
    late: bool = False
    attempt: str = ""
    """When it was handed in, as the course system writes it."""
    back: str = ""
    """The folder under which feedback goes back to the course system."""
    team: str = ""
    """The same text for all members of a group that handed in together; empty for one person."""
    note: str = ""
    """A remark for the grader."""

    @property
    def folder(self) -> str:
        """The name of its folder in the results."""
        return safe_name(self.name)

    @property
    def handle(self) -> str:
        """The name where it may be a login, an id or an e-mail: a course system's folders are named otherwise."""
        return "" if self.key else self.name

    @property
    def shown(self) -> str:
        """The name of the person where it is known."""
        return self.person.name or self.name


def submission_name(entry: str) -> str:
    """The name of the student: that of the file or folder, without the ending of an archive."""
    for ending in ENDINGS:
        if entry.lower().endswith(ending) and len(entry) > len(ending):
            return entry[: -len(ending)]
    return entry


def safe_name(name: str) -> str:
    """A name for a folder on any system; different names give different folders."""
    usual = all((character.isalnum() and character.isascii()) or character in "-_.@+" for character in name)
    if usual and name[0] not in ".-" and is_portable(name) and len(name) <= 60:
        return name
    kept = "".join(character if character.isalnum() and character.isascii() else "_" for character in name[:40])
    return f"{kept}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:8]}"


def content_key(path: str, limits: Limits) -> str:
    """A hash of a file or folder, with names and executable bits. Nothing is read that will be refused anyway."""
    digest = hashlib.sha256()
    left = int(limits.unpacked * MEGABYTE)
    try:
        top = entry_at(path)
        digest.update(b"%d\0" % stat.S_IFMT(top.info.st_mode))
        with top.opened() if top.is_folder else nullcontext(path) as folder:
            for count, entry in enumerate(walk_folder(folder, skip=IGNORED) if top.is_folder else [top]):
                info = entry.info
                about = (stat.S_IFMT(info.st_mode), os.fsencode(entry.path), info.st_mode & 0o100, info.st_size)
                digest.update(b"%d %s\0%d\0%d\0" % about)
                if entry.is_file:
                    left -= info.st_size
                    if left < 0 or count > limits.files:
                        break
                    for block in entry.blocks():
                        digest.update(block)
    except InputError as error:
        digest.update(str(error).encode())
    return digest.hexdigest()


def submission_key(submission: Submission, limits: Limits) -> str:
    """A hash of all that was handed in."""
    if not submission.files:
        return content_key(submission.path, limits)
    parts = (f"{name}\0{content_key(path, limits)}" for name, path in submission.files)
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


SOURCES = (
    *(".py", ".java", ".c", ".h", ".cpp", ".cc", ".cxx", ".hpp", ".hh", ".cs", ".go", ".rs", ".js", ".mjs", ".ts"),
    *(".rb", ".pl", ".php", ".kt", ".scala", ".swift", ".hs", ".ml", ".lisp", ".scm", ".rkt", ".lua", ".r", ".jl"),
    *(".sh", ".m"),
)
"""Endings of files of source code."""


def source_key(folder: Path) -> str:
    """A hash of the source files below a folder, and one of their names; of all files if none is source code."""
    with opened_folder(folder) as top:
        files = {
            entry.path: hashlib.sha256(b"".join(entry.blocks())).digest()
            for entry in walk_folder(top, skip=IGNORED)
            if entry.is_file and entry.info.st_size
        }
    sources = {path: digest for path, digest in files.items() if path.lower().endswith(SOURCES)} or files
    of_names = hashlib.sha256("\n".join(sorted(sources)).encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return f"{hashlib.sha256(b''.join(sorted(sources.values()))).hexdigest()[:16]} {of_names}" if sources else ""


DOCUMENTS = (".txt", ".md", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".png", ".jpg", ".jpeg")
"""Endings of files that may stand beside an archive which holds the submission."""


def gather(submission: Submission, target: Path, limits: Limits, *, keep: Container[str] = ()) -> None:
    """Puts a submission into `target`, a new folder; its only archive is opened. InputError says what is wrong."""
    if submission.files:
        loose = target.with_name(f"{target.name}.loose")
        copy_files(submission, loose, limits)
        unpack(str(loose), target, limits, keep=keep)
        shutil.rmtree(loose)
    else:
        unpack(submission.path, target, limits, keep=keep)
    in_folder = bool(submission.files) or os.path.isdir(submission.path)
    levels = 2 if in_folder else 1
    while archive := _archive_in(target):
        if not levels:
            raise InputError(f"{printable(archive.name)!r} is an archive in an archive in an archive: pack files once")
        levels -= 1
        _open(archive, target, limits, keep)


def copy_files(submission: Submission, folder: Path, limits: Limits) -> None:
    """Copies the single files of a submission into a new folder, under the student's own names for them."""
    folder.mkdir()
    left = limits.unpacked * MEGABYTE
    with opened_folder(folder) as copy:
        for name, path in submission.files:
            entry = entry_at(path)
            if not entry.is_file or len(safe_parts(name)) != 1:
                raise InputError(f"{printable(name)!r} is not a file")
            left -= entry.info.st_size
            if left < 0:
                raise InputError(f"the files are larger than {limits.unpacked:g} MB")
            make_file(copy, name, entry.blocks(), executable=True)  # downloads do not keep who may run a file


def _archive_in(folder: Path) -> Path | None:
    """The archive that is all of a folder, apart from documents."""
    entries = list(folder.iterdir())
    archives = [entry for entry in entries if entry.name.lower().endswith(ENDINGS) and entry.is_file()]
    others = [entry for entry in entries if entry not in archives]
    documents = all(entry.is_file() and entry.name.lower().endswith(DOCUMENTS) for entry in others)
    return archives[0] if len(archives) == 1 and documents else None


def _open(archive: Path, folder: Path, limits: Limits, keep: Container[str]) -> None:
    """Replaces an archive in a folder by its contents. A document with the name of a file in it is left out."""
    opened = folder.with_name(f"{folder.name}.opened")
    unpack(str(archive), opened, limits, keep=keep)
    archive.unlink()
    for document in list(folder.iterdir()):
        if not (opened / document.name).exists():
            document.rename(opened / document.name)
    shutil.rmtree(folder)
    opened.rename(folder)
